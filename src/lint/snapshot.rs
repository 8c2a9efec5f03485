//! The store as rules see it: values, as they were at one moment.

use crate::{model::Document, store::scan::Skipped};

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
}

/// The index, as text; `store::index::Index::parse` reads its lines.
#[derive(Clone, Debug)]
pub struct IndexText {
    /// Its name: `MEMORY.md`, or what it is called instead.
    pub file: String,
    /// Its text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether it was UTF-8.
    pub utf8: bool,
}

impl Snapshot {
    /// The memory of this file.
    #[must_use]
    pub fn memory(&self, file: &str) -> Option<&Document> {
        self.memories.binary_search_by(|m| m.memory.file.as_str().cmp(file)).ok().map(|at| &self.memories[at])
    }
}
