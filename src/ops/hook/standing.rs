//! What a session stands on, kept when its context is compacted and given back after: the open goal,
//! decisions, and corrections, in the person's own words. It is state of the session and no memory.

use std::path::Path;

use crate::{
    lint::secret,
    model::{Cap, text},
    ops::extract,
    store::{
        StoreError,
        session::{PATIENCE, Session},
    },
    transcript::{self, ReadError, Turn},
    world::World,
};

/// Bytes of a transcript that are read, its end: a compaction waits for this.
const READ: u64 = 64 * 1024 * 1024;
/// Of what the agent takes, what was said may be one in so many.
const SHARE: usize = 3;
/// What stands above it.
const HEAD: &str = "\n## Before the context was compacted\n\nWhat the user asked for in this session and decided, in the \
                    user's own words, as far as words alone show it:\n\n";

/// Characters of one thing that was said.
const SAID: usize = 400;
/// So many corrections and decisions are kept, the latest.
const MOST: usize = 12;

/// Words by which a person decides or corrects. Lower case.
const TELLING: &str = "no, |no. |don't |do not |not like |wrong|instead|rather |let's |go with |we'll |decided|revert |\
    不对|不要|别|改成|改用|就用|决定|而不是|違う|違います|ではなく|にしましょう|やめて|아니|말고|대신|하기로|하지 마";

/// Why it was not kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeepError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps what the session stands on, from its transcript; what was kept before is replaced.
pub(super) fn keep(world: &World, session: &Session, path: &Path) -> Result<(), KeepError> {
    let standing = of(&transcript::read_end(path, READ)?.turns);
    if !standing.is_empty() {
        session.hold(world, PATIENCE)?.keep_standing(&standing)?;
    }
    Ok(())
}

/// What was kept, for an agent whose context was compacted: whole lines, the goal first, within a share
/// of its cap.
pub(super) fn give(session: &Session, cap: Cap) -> Option<String> {
    let kept = session.standing()?;
    let most = cap.most() / SHARE;
    let mut given = HEAD.to_owned();
    for line in kept.split_inclusive('\n') {
        if cap.measure(&given) + cap.measure(line) > most {
            break;
        }
        given.push_str(line);
    }
    (given != HEAD).then_some(given)
}

/// The lines to keep: the first and the last thing that was asked for, then what was decided.
fn of(turns: &[Turn]) -> String {
    let goals: Vec<&Turn> = turns.iter().filter(|turn| turn.human.chars().count() >= 12).collect();
    let mut lines: Vec<String> = Vec::new();
    if let (Some(first), Some(last)) = (goals.first(), goals.last()) {
        lines.push(format!("- asked for last: {}", said(&last.human)));
        if first.human != last.human {
            lines.push(format!("- asked for first: {}", said(&first.human)));
        }
    }
    let decided: Vec<String> =
        turns.iter().skip(1).filter(|turn| is_telling(&turn.human)).map(|turn| said(&turn.human)).collect();
    let latest = decided.len().saturating_sub(MOST);
    lines.extend(decided[latest..].iter().map(|said| format!("- said: {said}")));
    lines.dedup();
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

fn said(human: &str) -> String {
    text::clip(&text::one_line(&secret::masked(human)), SAID)
}

fn is_telling(human: &str) -> bool {
    let lower = human.to_lowercase();
    TELLING.split('|').any(|word| lower.contains(word)) || extract::has_wish(human)
}
