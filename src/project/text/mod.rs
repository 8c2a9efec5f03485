//! What stands in the project's files: one walk, and one pass with all questions over those that have
//! changed since the last.

mod asked;
mod best;
mod kept;
mod look;
pub mod pins;
pub mod role;
mod survey;
#[cfg(test)]
mod tests;
mod words;

use std::{
    fs::{self, File},
    io::Read as _,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use asked::{Asked, Kind};
use best::{Best, Places};
use role::Role;
pub use survey::{Survey, survey};

use super::facts::{Echo, Facts, Questions, Spot};
use crate::world::World;

/// Larger files are data, or made by a program.
const MOST_BYTES: u64 = 1024 * 1024;

/// Bytes in which a zero shows that a file is no text, as in git.
const BINARY_WITHIN: usize = 8000;

/// Bytes in which a program says that it has made the file.
const MADE_WITHIN: usize = 512;

/// Files that a thread takes at a time.
const BATCH: usize = 32;

/// From here on, what is new is worth a write.
const WORTH: usize = 16;

impl Survey {
    /// What the files answer. `world` says where answers are kept.
    #[must_use]
    pub fn answer(&self, world: &World, questions: &Questions<'_>) -> Facts {
        let asked = Asked::new(questions, self.files.iter().any(|file| file.role.is_prose()));
        let best = self.best(world, &asked);
        let mut facts = facts(&asked, best, |file| self.files[file].path.clone());
        facts.files = self.files.iter().map(|file| file.path.clone()).collect();
        if !questions.cited.is_empty() {
            // Before they are read, so that a change that comes between shows.
            self.stamps();
        }
        for (path, names) in &questions.cited {
            match facts.find(path).map(|file| read(&self.top.join(file))) {
                Some(Some(text)) => facts.cite(path, &String::from_utf8_lossy(&text), names),
                Some(None) => {}
                None if self.top.join(path).exists() => _ = facts.unread.insert((*path).to_owned()),
                None => {}
            }
        }
        facts
    }

    fn best(&self, world: &World, asked: &Asked<'_>) -> Best {
        if asked.is_empty() {
            return Best::default();
        }
        let path = kept::path(world, &self.top);
        let known = path.as_deref().and_then(kept::Known::load).unwrap_or_default();
        let (mut answers, changed) = known.now(self);
        let all_new = changed.len() == self.files.len();
        let news = if all_new { Asked::default() } else { asked.unknown(|key| answers.contains_key(&key)) };
        let unknown = if all_new { asked.questions.len() } else { news.questions.len() };
        let mut best = Best::new(asked.questions.len());
        for (question, places) in asked.questions.iter().zip(&mut best.0) {
            *places = answers.remove(&question.key).unwrap_or_default();
        }
        best.merge(self.look_at(&changed, asked));
        if !news.is_empty() {
            let changed: std::collections::HashSet<u32> = changed.iter().copied().collect();
            let others: Vec<u32> = (0..).take(self.files.len()).filter(|number| !changed.contains(number)).collect();
            let found = self.look_at(&others, &news);
            for (question, places) in news.questions.iter().zip(found.0) {
                asked.number(question.key).into_iter().for_each(|at| best.0[at].merge(places.clone()));
            }
        }
        // What was not asked now is kept only while the files that it speaks of are as they were.
        let rest = if changed.is_empty() { answers } else { asked::Table::<Places>::default() };
        if let Some(path) = path.filter(|_| changed.len() > WORTH || unknown > WORTH) {
            kept::save(&path, self, asked, &best, &rest);
        }
        best
    }

    /// Looks through these files, on all cores where there are many.
    fn look_at(&self, numbers: &[u32], asked: &Asked<'_>) -> Best {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut best = Best::new(asked.questions.len());
            loop {
                let start = next.fetch_add(BATCH, Ordering::Relaxed);
                let Some(batch) = numbers.get(start..(start + BATCH).min(numbers.len())).filter(|b| !b.is_empty())
                else {
                    return best;
                };
                batch.iter().for_each(|number| self.look_at_one(*number, asked, &mut best));
            }
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = cores.min(numbers.len().div_ceil(BATCH)).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut best = work();
            for worker in workers {
                best.merge(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            best
        })
    }

    fn look_at_one(&self, number: u32, asked: &Asked<'_>, best: &mut Best) {
        let file = &self.files[number as usize];
        if file.role == Role::Unread || self.stamps()[number as usize].size > MOST_BYTES {
            return;
        }
        if let Some(text) = read(&self.top.join(&file.path)) {
            look::look(asked, number, file.role, &text, best);
        }
    }
}

/// What texts at hand answer, as if they were a project's files.
pub(super) fn answer_texts(texts: &[(&str, &str)], questions: &Questions<'_>) -> Facts {
    let mut texts = texts.to_vec();
    texts.sort_unstable();
    let asked = Asked::new(questions, true);
    let mut best = Best::new(asked.questions.len());
    for ((file, text), number) in texts.iter().zip(0..) {
        look::look(&asked, number, Role::of(file), text.as_bytes(), &mut best);
    }
    let mut facts = facts(&asked, best, |file| texts[file].0.to_owned());
    facts.files = texts.iter().map(|(file, _)| (*file).to_owned()).collect();
    for (file, text) in &texts {
        for (path, names) in questions.cited.iter().filter(|(path, _)| file.ends_with(*path)) {
            facts.cite(path, text, names);
        }
    }
    facts
}

/// The text of a file; `None` when it is gone, is no text, or was made by a program.
fn read(path: &Path) -> Option<Vec<u8>> {
    // A named pipe in the place of a file would never end.
    let meta = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut text = Vec::with_capacity(usize::try_from(meta.len().min(MOST_BYTES)).unwrap_or(0) + 1);
    File::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut text).ok()?;
    let head = &text[..text.len().min(BINARY_WITHIN)];
    (!head.contains(&0) && !is_made(head)).then_some(text)
}

/// Whether a program says that it has made the file.
fn is_made(head: &[u8]) -> bool {
    let head = &head[..head.len().min(MADE_WITHIN)];
    // In two parts, or this file would be one.
    let marks = [["@gener", "ated"].concat(), ["DO NOT ", "EDIT"].concat()];
    marks.iter().any(|mark| head.windows(mark.len()).any(|part| part == mark.as_bytes()))
}

fn facts(asked: &Asked<'_>, best: Best, path: impl Fn(usize) -> String) -> Facts {
    let mut facts = Facts::default();
    for (question, Places { places, .. }) in asked.questions.iter().zip(best.0) {
        if places.is_empty() {
            continue;
        }
        let spot = |place: &best::Place| Spot { file: path(place.file as usize), line: place.line as usize };
        let text = question.text.to_owned();
        match question.kind {
            Kind::Name => {
                if places.first().is_some_and(|place| place.rank == look::DEFINED) {
                    facts.defined.insert(text.clone());
                }
                facts.names.insert(text, places.iter().map(spot).collect());
            }
            Kind::Snippet => _ = facts.snippets.insert(text, places.iter().map(spot).collect()),
            Kind::Pin => _ = facts.pins.insert(text, places.iter().map(spot).collect()),
            Kind::Sentence => {
                let echo = |place: &best::Place| {
                    let spot = spot(place);
                    let bonus = if Role::of(&spot.file) == Role::Instructions { look::INSTRUCTION } else { 0 };
                    Echo { spot, share: place.rank.saturating_sub(bonus) }
                };
                facts.echoes.insert(text, places.iter().map(echo).collect());
            }
        }
    }
    facts
}

/// The lines of a code block that can be looked for: each telling line with the next, blank and
/// near-empty ones left out.
#[must_use]
pub fn snippets(code: &str) -> Vec<String> {
    let telling: Vec<&str> = code.lines().map(str::trim).filter(|line| look::is_telling(line.as_bytes())).collect();
    telling.windows(2).map(|pair| pair.join("\n")).collect()
}

/// How many words of a text carry meaning; scripts without blanks count by letters.
#[must_use]
pub fn weight(text: &str) -> usize {
    let mut count = 0;
    words::each(text, &mut |_| count += 1);
    count
}
