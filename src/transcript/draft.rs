//! A transcript while it is read: what was said and done, in order, until it is cut into turns.

use std::collections::VecDeque;

use super::{Deed, Turn, clean};
use crate::model::text;

/// Of one text so many bytes are kept: a longer one is a pasted file, and its head says what is wanted.
const TEXT: usize = 64 * 1024;
/// Of what a tool was used on.
const WHAT: usize = 4 * 1024;
/// Of all texts together; the oldest go first.
const ALL: usize = 64 * 1024 * 1024;

/// What was said and done so far.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) session: Option<String>,
    entries: VecDeque<Entry>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    /// The message that it is a part of.
    id: String,
    said: Said,
}

#[derive(Debug)]
enum Said {
    Human(String, Option<String>),
    Answer(String),
    Did(Deed),
}

impl Said {
    fn bytes(&self) -> usize {
        match self {
            Self::Human(text, _) | Self::Answer(text) => text.len(),
            Self::Did(deed) => deed.tool.len() + deed.what.len(),
        }
    }
}

impl Draft {
    /// A person said this, unless a machine did in the person's name.
    pub(super) fn human(&mut self, id: &str, text: &str, at: Option<&str>) {
        if let Some(text) = clean::human(text) {
            self.push(id, Said::Human(text::prefix(&text, TEXT).to_owned(), at.map(str::to_owned)));
        }
    }

    /// The agent said this.
    pub(super) fn answer(&mut self, id: &str, text: &str) {
        if !text.trim().is_empty() {
            self.push(id, Said::Answer(text::prefix(text, TEXT).to_owned()));
        }
    }

    /// The agent used a tool.
    pub(super) fn did(&mut self, id: &str, tool: &str, what: &str) {
        let deed = Deed { tool: text::prefix(tool, WHAT).to_owned(), what: text::prefix(what, WHAT).to_owned() };
        self.push(id, Said::Did(deed));
    }

    fn push(&mut self, id: &str, said: Said) {
        self.bytes += said.bytes();
        self.entries.push_back(Entry { id: id.to_owned(), said });
        while self.bytes > ALL {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.said.bytes();
        }
    }

    /// Everything is taken back.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// A message and all behind it are taken back; everything when there is no such message.
    pub(super) fn rewind(&mut self, id: &str) {
        let at = self.entries.iter().position(|entry| entry.id == id).unwrap_or(0);
        self.cut(at);
    }

    /// The last so many turns are taken back.
    pub(super) fn drop_turns(&mut self, turns: usize) {
        let humans = self.entries.iter().enumerate().filter(|(_, entry)| matches!(entry.said, Said::Human(..)));
        if let Some(at) = humans.map(|(at, _)| at).rev().nth(turns.saturating_sub(1)).filter(|_| turns > 0) {
            self.cut(at);
        }
    }

    fn cut(&mut self, at: usize) {
        self.entries.truncate(at);
        self.bytes = self.entries.iter().map(|entry| entry.said.bytes()).sum();
    }

    /// A message is written anew: `write` puts its parts where the old ones were.
    pub(super) fn replace(&mut self, id: &str, write: impl FnOnce(&mut Self)) {
        let at = self.entries.iter().position(|entry| entry.id == id);
        let tail = at.map(|at| self.entries.split_off(at)).unwrap_or_default();
        write(self);
        self.entries.extend(tail.into_iter().filter(|entry| entry.id != id));
        self.bytes = self.entries.iter().map(|entry| entry.said.bytes()).sum();
    }

    /// What was said, turn by turn. What the agent said before the first person spoke is nobody's turn.
    pub(super) fn turns(self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for entry in self.entries {
            match (entry.said, turns.last_mut()) {
                (Said::Human(human, at), _) => turns.push(Turn { human, at, ..Turn::default() }),
                (Said::Answer(text), Some(turn)) => {
                    let gap = if turn.answer.is_empty() { "" } else { "\n\n" };
                    turn.answer.push_str(gap);
                    turn.answer.push_str(&text);
                }
                (Said::Did(deed), Some(turn)) => {
                    // What was said before a deed announces it, and answers nothing.
                    turn.answer.clear();
                    turn.deeds.push(deed);
                }
                (_, None) => {}
            }
        }
        turns
    }
}
