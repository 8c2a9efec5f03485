//! What an index may call a memory, looked up.

use std::{
    cell::OnceCell,
    collections::{BTreeSet, HashMap},
};

use super::{entry, line::Line};
use crate::model::{Memory, digest, index_line::folded};

/// What the merge knows of the store.
pub struct Facts<'a> {
    /// All memories.
    pub memories: &'a [Memory],
    /// Whether a file that is no memory is there: a link to it is not dead.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// Digests of the lines that `mem` itself has written.
    pub written: &'a BTreeSet<String>,
    /// The name of the store's directory: agents write paths from the project's root.
    pub folder: &'a str,
}

/// The store, looked up by file and by name.
pub(super) struct Known<'a> {
    pub(super) facts: &'a Facts<'a>,
    /// By file: of two that fold to one name the first counts, whatever order the disk gave them.
    sorted: Vec<&'a Memory>,
    /// Made when the first link leads to no file as it is written: mostly none does.
    by_folded: OnceCell<HashMap<String, &'a Memory>>,
    by_name: OnceCell<HashMap<String, &'a Memory>>,
}

impl<'a> Known<'a> {
    pub(super) fn new(facts: &'a Facts<'a>) -> Self {
        let mut sorted: Vec<&Memory> = facts.memories.iter().collect();
        sorted.sort_by(|a, b| a.file.cmp(&b.file));
        Self { facts, sorted, by_folded: OnceCell::new(), by_name: OnceCell::new() }
    }

    /// The memory that a link means.
    pub(super) fn memory(&self, file: &str) -> Option<&'a Memory> {
        let exact = self.exact(file).or_else(|| self.by_folded().get(&folded(file)).copied());
        exact.or_else(|| self.seen_from_outside(file))
    }

    /// The memory that a word means.
    fn named(&self, name: &str) -> Option<&'a Memory> {
        self.by_name().get(&folded(name)).copied().or_else(|| self.memory(name))
    }

    fn exact(&self, file: &str) -> Option<&'a Memory> {
        let at = self.sorted.binary_search_by(|memory| memory.file.as_str().cmp(file)).ok()?;
        self.sorted.get(at).copied()
    }

    fn by_folded(&self) -> &HashMap<String, &'a Memory> {
        self.by_folded.get_or_init(|| self.folded_by(|memory| [memory.file.as_str()]))
    }

    fn by_name(&self) -> &HashMap<String, &'a Memory> {
        self.by_name.get_or_init(|| {
            self.folded_by(|memory| [memory.name.as_str(), memory.stem(), without_suffix(&memory.file)])
        })
    }

    fn folded_by<const N: usize>(&self, names: impl Fn(&'a Memory) -> [&'a str; N]) -> HashMap<String, &'a Memory> {
        let mut known = HashMap::new();
        for memory in &self.sorted {
            for name in names(memory) {
                known.entry(folded(name)).or_insert(*memory);
            }
        }
        known
    }

    /// `.claude/memory/user_a.md` is `user_a.md` when the store's directory is `memory`.
    fn seen_from_outside(&self, path: &str) -> Option<&'a Memory> {
        let folders = path.match_indices('/').filter(|(at, _)| {
            let parent = path[..*at].rsplit(['/', '\\']).next();
            parent == Some(self.facts.folder)
        });
        let below = folders.map(|(at, _)| &path[at + 1..]);
        below.filter_map(|file| self.exact(file)).next()
    }

    pub(super) fn is_there(&self, file: &str) -> bool {
        self.memory(file).is_some() || (self.facts.exists)(file)
    }

    /// The memories that a line leads to.
    pub(super) fn listed_by(&self, line: &Line) -> impl Iterator<Item = &'a Memory> {
        let linked = line.files().iter().filter_map(|file| self.memory(file));
        linked.chain(line.names().iter().filter_map(|name| self.named(name)))
    }

    /// Whether `mem` wrote this line, or would write it now: then it can be made again.
    pub(super) fn is_made(&self, line: &Line) -> bool {
        self.facts.written.contains(&line_digest(line.bare()))
            || self.own(line).is_some_and(|memory| entry(memory) == line.bare())
    }

    /// The one memory that an entry is about.
    fn own(&self, line: &Line) -> Option<&'a Memory> {
        let [file] = line.files() else { return None };
        self.memory(file).filter(|_| line.is_linked_entry())
    }

    /// Writes lines anew that `mem` wrote and whose memory says something else by now.
    pub(super) fn refresh(&self, lines: &mut [Line]) {
        for line in lines {
            let Some(memory) = self.own(line) else { continue };
            let now = entry(memory);
            if line.bare() != now && self.facts.written.contains(&line_digest(line.bare())) {
                *line = Line::alone(&format!("{now}{}", &line.text[line.bare().len()..]));
            }
        }
    }
}

fn without_suffix(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// What is kept of a line to know it again.
pub(super) fn line_digest(line: &str) -> String {
    digest::project_hash(line.as_bytes())
}
