//! The index `MEMORY.md`: reads and edits its lines; every other line stays byte for byte.

mod line;
mod merge;
mod past;
mod size;

use std::path::PathBuf;

use self::line::{Line, Role};
use super::{Store, scan};
use crate::model::{Kind, Memory, index_line};

pub use merge::{Facts, MergeError, Merged};
pub use size::Size;

/// The name that a new index gets.
pub const FILE: &str = "MEMORY.md";

/// An index, line by line.
#[derive(Clone, Debug)]
pub struct Index {
    lines: Vec<Line>,
    /// The line end of its first line; new lines get the same.
    eol: &'static str,
}

impl Store {
    /// Where the index is, or would be made. One in another case is taken as it is.
    #[must_use]
    pub fn index_path(&self) -> PathBuf {
        let usual = self.dir.join(FILE);
        if usual.symlink_metadata().is_ok() {
            return usual;
        }
        let other = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let mut other: Vec<_> = other.map(|e| e.file_name()).filter(|n| scan::is_index(&n.to_string_lossy())).collect();
        other.sort();
        other.first().map_or(usual, |name| self.dir.join(name))
    }
}

impl Index {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let eol = if text.split_inclusive('\n').next().is_some_and(|l| l.ends_with("\r\n")) { "\r\n" } else { "\n" };
        Self { lines: line::read(text), eol }
    }

    /// An index without entries, as a new store gets it.
    #[must_use]
    pub fn empty() -> Self {
        Self::parse("# Memory\n\n")
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|l| l.text.as_str()).collect()
    }

    /// What agents load of it.
    #[must_use]
    pub fn size(&self) -> Size {
        let loaded = self.lines.iter().filter(|l| l.role != Role::Hidden);
        loaded.fold(Size::default(), |size, line| size.plus(&line.text))
    }

    /// Whether some line leads to `file`.
    #[must_use]
    pub fn lists(&self, file: &str) -> bool {
        self.lines.iter().any(|l| l.files().iter().any(|f| f == file))
    }

    /// Adds the line of a memory that is not listed yet: under its type's heading if there is
    /// one, else at the end.
    pub fn add(&mut self, memory: &Memory) {
        match self.place_under(memory.kind) {
            Some(at) => self.insert(at, &entry(memory)),
            None => self.append(&entry(memory)),
        }
    }

    /// Takes out the entries that lead to `file` and to nothing else. A line that leads to others
    /// too, or is prose, stays; its link is then dead and lint says so.
    pub fn remove(&mut self, file: &str) {
        let doomed = |l: &Line| matches!(&l.role, Role::Entry { files, .. } if files.iter().all(|f| f == file));
        let mut at = 0;
        while at < self.lines.len() {
            if doomed(&self.lines[at]) {
                self.lines.drain(at..at + 1 + self.continuation(at));
            } else {
                at += 1;
            }
        }
    }

    /// Brings the line of a memory that changed in step: replaced if it still is what `mem` wrote
    /// for `old`, else only its link, when the file has a new name.
    pub fn replace(&mut self, old: &Memory, new: &Memory) {
        let was = entry(old);
        for line in &mut self.lines {
            if line.text.trim_end_matches(['\r', '\n']) == was {
                let end = &line.text[was.len()..];
                *line = Line::alone(&format!("{}{end}", entry(new)));
            } else if old.file != new.file && line.files().contains(&old.file) {
                *line = Line::alone(&line::relinked(&line.text, &old.file, &new.file));
            }
        }
    }

    /// Where a new entry of this type goes: behind the last entry of its section.
    fn place_under(&self, kind: Option<Kind>) -> Option<usize> {
        let heading = self.lines.iter().position(|l| matches!(l.role, Role::Heading(Some(k)) if Some(k) == kind))?;
        let section = self.lines[heading + 1..].iter().take_while(|l| !matches!(l.role, Role::Heading(_)));
        let last = section
            .enumerate()
            .filter(|(_, l)| matches!(l.role, Role::Entry { .. }))
            .map(|(i, _)| heading + 1 + i)
            .last();
        Some(match last {
            Some(entry) => entry + 1 + self.continuation(entry),
            None => heading + 1,
        })
    }

    /// Lines behind an entry that belong to it: indented, and no entries themselves.
    fn continuation(&self, entry: usize) -> usize {
        let indent = self.lines[entry].indent();
        self.lines[entry + 1..].iter().take_while(|l| l.role == Role::Other && l.indent() > indent).count()
    }

    /// Puts an entry before line `at`, with blank lines where Markdown needs them.
    fn insert(&mut self, at: usize, entry: &str) {
        let mut at = at;
        let after_heading = matches!(self.lines[at - 1].role, Role::Heading(_));
        self.end_line(at - 1);
        if after_heading {
            if self.lines.get(at).is_some_and(|l| l.role == Role::Blank) {
                at += 1;
            } else {
                self.lines.insert(at, Line::alone(self.eol));
                at += 1;
            }
        }
        self.lines.insert(at, Line::alone(&format!("{entry}{}", self.eol)));
        if self.lines.get(at + 1).is_some_and(|l| matches!(l.role, Role::Heading(_))) {
            self.lines.insert(at + 1, Line::alone(self.eol));
        }
    }

    fn append(&mut self, entry: &str) {
        if let Some(last) = self.lines.len().checked_sub(1) {
            self.end_line(last);
            // A list needs a blank line after anything that is not a list.
            if !matches!(self.lines[last].role, Role::Entry { .. } | Role::Blank) && !self.continues_entry(last) {
                self.lines.push(Line::alone(self.eol));
            }
        }
        self.lines.push(Line::alone(&format!("{entry}{}", self.eol)));
    }

    fn continues_entry(&self, line: usize) -> bool {
        let entry = self.lines[..line].iter().rposition(|l| matches!(l.role, Role::Entry { .. }));
        entry.is_some_and(|entry| entry + self.continuation(entry) >= line)
    }

    /// Gives a last line without an end its end.
    fn end_line(&mut self, at: usize) {
        if !self.lines[at].text.ends_with('\n') {
            self.lines[at].text.push_str(self.eol);
        }
    }
}

/// The line that `mem` writes for a memory, without its end.
fn entry(memory: &Memory) -> String {
    index_line::entry(&memory.name, &memory.file, memory.description.as_deref().unwrap_or_default())
}
