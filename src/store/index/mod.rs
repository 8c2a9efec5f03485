//! The index `MEMORY.md`: reads and edits its lines; every other line stays byte for byte.

mod conflict;
mod drift;
mod heading;
mod known;
mod line;
mod link;
mod merge;
mod past;
mod place;
mod read;
mod shown;
mod size;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use self::line::{Line, Role};
use super::{Store, scan};
use crate::model::{Memory, index_line, memory::stem, text};

pub use known::Facts;
pub use merge::{MergeError, Merged};
pub use shown::{Shown, ShownRole, links, wiki_links};
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
        Self { lines: read::read(text), eol: text::eol(text) }
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

    /// The lines that agents load, without what they do not see of them.
    pub fn loaded(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|l| l.role != Role::Hidden).map(|l| &l.text[l.hidden..])
    }

    /// What agents load of it.
    #[must_use]
    pub fn size(&self) -> Size {
        self.loaded().fold(Size::default(), Size::plus)
    }

    /// Whether some line leads to `file`, by a link or by its name.
    #[must_use]
    pub fn lists(&self, file: &str) -> bool {
        let (folded, stem) = (index_line::folded(file), index_line::folded(stem(file)));
        self.lines.iter().any(|line| {
            let named = |name: &str| [&folded, &stem].contains(&&index_line::folded(name));
            line.files().iter().any(|f| f == file || index_line::folded(f) == folded)
                || line.names().iter().any(|n| named(n))
        })
    }

    /// Adds the line of a memory that is not listed yet: under its type's heading if there is
    /// one, else at the end. One that somebody wrote ahead of the memory is taken as it is.
    pub fn add(&mut self, memory: &Memory) {
        if !self.lists(&memory.file) && speakable(memory) {
            self.insert(self.place(memory.kind), &entry(memory));
        }
    }

    /// Takes out the entries that lead to `file` and to nothing else, unless it is one of the memories that
    /// are `left` under another spelling. A line that leads to others too, or is prose, stays; its link is
    /// then dead and lint says so.
    pub fn remove(&mut self, file: &str, left: &[Memory]) {
        let (folded, stem) = (index_line::folded(file), index_line::folded(stem(file)));
        let is_it = |f: &str| f == file || index_line::folded(f) == folded && !left.iter().any(|m| m.file == f);
        let named = |name: &str| is_it(name) || index_line::folded(name) == stem;
        let mut at = 0;
        while at < self.lines.len() {
            let line = &self.lines[at];
            let doomed = match line.files() {
                [] => !line.names().is_empty() && line.names().iter().all(|n| named(n)),
                files => files.iter().all(|f| is_it(f)),
            };
            if line.role == Role::Entry && doomed {
                self.cut(at, &is_it);
            } else {
                at += 1;
            }
        }
    }

    /// Takes an entry out with all that hangs on it. Where that leads to other memories, only the link goes.
    fn cut(&mut self, entry: usize, dead: &dyn Fn(&str) -> bool) {
        let end = entry + 1 + self.continuation(entry);
        if self.lines[entry + 1..end].iter().any(|l| l.files().iter().any(|f| !dead(f))) {
            let text = link::unlinked(&self.lines[entry].text, dead);
            self.lines[entry] = Line::alone(&text);
        } else {
            self.lines.drain(entry..end);
        }
    }

    /// Brings the line of a memory that changed in step: replaced if it still is what `mem` wrote
    /// for `old`, else only its links, when the file or the name is a new one.
    pub fn replace(&mut self, old: &Memory, new: &Memory) {
        let was = entry(old);
        for line in &mut self.lines {
            if matches!(line.role, Role::Hidden | Role::Code) {
                continue;
            }
            if line.bare() == was {
                let end = &line.text[was.len()..];
                *line = Line::alone(&format!("{}{end}", entry(new)));
                continue;
            }
            let text = renamed(line, old, new);
            if text != line.text {
                line.retext(text);
            }
        }
    }
}

/// The line with every way to call the memory changed.
fn renamed(line: &Line, old: &Memory, new: &Memory) -> String {
    let mut text = line.text.clone();
    if old.file != new.file {
        text = link::relinked(&text, &old.file, &new.file);
    }
    let names = [(old.name.as_str(), new.name.as_str()), (old.stem(), new.stem()), (&old.file, &new.file)];
    for at in link::wiki(&text).into_iter().rev() {
        if let Some((_, to)) = names.into_iter().find(|(from, _)| *from == &text[at.clone()]) {
            text.replace_range(at, to);
        }
    }
    let bare = old.file != new.file && line.files().is_empty() && line.names().contains(&old.file);
    if bare { text.replace(&old.file, &new.file) } else { text }
}

/// A file whose name can be written down; with other bytes in it, no link leads there.
fn speakable(memory: &Memory) -> bool {
    memory.path.to_str().is_some()
}

/// The line that `mem` writes for a memory, without its end.
fn entry(memory: &Memory) -> String {
    index_line::entry(&memory.name, &memory.file, memory.description.as_deref().unwrap_or_default())
}
