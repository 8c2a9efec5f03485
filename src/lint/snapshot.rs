//! The store as rules see it: values, as they were at one moment.

use std::{collections::BTreeSet, ops::Range, sync::OnceLock};

use super::{Evidence, Subject, spots};
use crate::{
    model::{Document, Memory},
    store::{
        index::{Facts, Index},
        scan::Skipped,
    },
};

/// A store, read.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// The memories with their texts, sorted by file.
    pub memories: Vec<Document>,
    /// The index; `None` when there is none.
    pub index: Option<IndexText>,
    /// Files that look like memories and are not opened, with the reason.
    pub skipped: Vec<Skipped>,
    /// Other Markdown files of the store that are no memories: conflict copies, an index in a folder,
    /// a README without a header. Below the store.
    pub strays: Vec<String>,
    /// What was found out about it by those who know words and the disk.
    pub related: Related,
}

/// What memories have to do with each other and with the disk. Whoever reads the store fills it in: a
/// rule sees values alone. Memories are meant by their position in [`Snapshot::memories`].
#[derive(Clone, Debug, Default)]
pub struct Related {
    /// The name of the store's directory, by which links from the project's top lead into it.
    pub folder: String,
    /// Markdown files that the index links to and that are there, though they are no memories.
    pub elsewhere: Vec<String>,
    /// Two memories that say the same in nearly the same words, and how alike they are (0 to 1).
    pub alike: Vec<(usize, usize, f64)>,
    /// A sentence that stands in several memories.
    pub repeated: Vec<Vec<Said>>,
    /// Two sentences of two memories that say the opposite of each other.
    pub opposed: Vec<(Said, Said)>,
    /// Lines of the index, counted from 0, whose hook says the opposite of their memory.
    pub hooks: Vec<(usize, Said)>,
}

/// A sentence of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The memory.
    pub memory: usize,
    /// Where the sentence starts, in bytes of the whole text; `None` for the description.
    pub byte: Option<usize>,
}

impl Said {
    /// The memory, and the bytes of the line in which the sentence stands.
    #[must_use]
    pub fn place<'s>(&self, snapshot: &'s Snapshot) -> Option<(&'s Document, Range<usize>)> {
        let memory = snapshot.memories.get(self.memory)?;
        let Some(byte) = self.byte else { return Some((memory, spots::value_or_first(memory, "description"))) };
        let rest = memory.text.get(byte..)?;
        let start = byte + rest.len() - rest.trim_start().len();
        let length = memory.text[start..].lines().next().map_or(0, str::len);
        Some((memory, start..start + length))
    }

    /// That place as what shows something about another memory.
    #[must_use]
    pub fn evidence(&self, snapshot: &Snapshot) -> Option<Evidence> {
        let (memory, range) = self.place(snapshot)?;
        let line = memory.text[..range.start].matches('\n').count() + 1;
        Some(Evidence::Memory { file: memory.memory.file.clone(), line: Some(line) })
    }
}

/// The index, as text.
#[derive(Clone, Debug)]
pub struct IndexText {
    /// Its name: `MEMORY.md`, or what it is called instead.
    pub file: String,
    /// Its text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether it was UTF-8.
    pub utf8: bool,
    /// Its lines, read when the first rule asks for them.
    lines: OnceLock<Index>,
}

impl IndexText {
    /// A text under this name; `utf8`: whether it was UTF-8.
    #[must_use]
    pub fn new(file: impl Into<String>, text: impl Into<String>, utf8: bool) -> Self {
        Self { file: file.into(), text: text.into(), utf8, lines: OnceLock::new() }
    }

    /// Its lines.
    #[must_use]
    pub fn lines(&self) -> &Index {
        self.lines.get_or_init(|| Index::parse(&self.text))
    }
}

impl Snapshot {
    /// The memories, to be judged.
    #[must_use]
    pub fn subjects(&self) -> Vec<Subject<'_>> {
        self.memories.iter().map(Subject::new).collect()
    }

    /// Asks the index something about the store; `None` when there is no index.
    pub fn index_asked<T>(&self, ask: impl FnOnce(&Index, &Facts<'_>) -> T) -> Option<T> {
        let index = self.index.as_ref()?.lines();
        let memories: Vec<Memory> = self.memories.iter().map(|memory| memory.memory.clone()).collect();
        let skipped = self.skipped.iter().map(|skipped| skipped.file.as_str());
        let there: BTreeSet<&str> =
            self.strays.iter().chain(&self.related.elsewhere).map(String::as_str).chain(skipped).collect();
        let written = BTreeSet::new();
        let exists = |file: &str| there.contains(file);
        let facts = Facts { memories: &memories, exists: &exists, written: &written, folder: &self.related.folder };
        Some(ask(index, &facts))
    }

    /// The memory of this file.
    #[must_use]
    pub fn memory(&self, file: &str) -> Option<&Document> {
        self.memories.binary_search_by(|m| m.memory.file.as_str().cmp(file)).ok().map(|at| &self.memories[at])
    }
}
