//! The list that a model chooses from: a line a memory, its text never.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{
    llm::answer::Listed,
    model::{
        Memory, age,
        memory::FileFacts,
        text::{clip, one_line},
    },
    select::{Query, Tally, rank},
    store::{Store, scan::Scan},
};

/// The newest memories, which are on the list however little the words of a prompt say of them.
const NEWEST: usize = 20;

/// Characters of a description that are listed. It is one sentence; more is a text in the wrong place.
const DESCRIPTION: usize = 300;

/// The memories of a store with their lines, in the order of their files: the same list each time, as
/// far as it can be, so that a server remembers it.
pub(super) struct Manifest {
    entries: Vec<Entry>,
    /// How many memories could have been listed.
    pub(super) open: usize,
}

/// A memory on the list, or one that the session has been shown and a model may name all the same.
struct Entry {
    /// Its position among the files.
    at: usize,
    file: String,
    name: String,
    line: String,
    modified: Timestamp,
    is_listed: bool,
    is_open: bool,
}

impl Manifest {
    /// The list of what the session has not been `shown`, in at most `bytes` bytes.
    pub(super) fn new(store: &Store, now: Timestamp, files: &[FileFacts], shown: &[bool]) -> Self {
        let scan = Scan { files: files.to_vec(), ..Scan::default() };
        let positions: HashMap<&str, usize> = files.iter().enumerate().map(|(at, f)| (f.file.as_str(), at)).collect();
        let entry = |memory: Memory| {
            let at = *positions.get(memory.file.as_str())?;
            Some(Entry::new(at, &memory, now, !shown[at]))
        };
        let mut entries: Vec<_> =
            store.view_of(scan).memories(store, None).items.into_iter().filter_map(entry).collect();
        entries.sort_by_key(|entry| entry.at);
        let open = entries.iter().filter(|entry| entry.is_open).count();
        Self { entries, open }
    }

    /// Leaves out what does not fit into `bytes`: first the newest stay, in half of them at most, then
    /// what the words of the prompt speak for, then what is newer.
    pub(super) fn narrow(&mut self, query: &Query, counts: &Tally, bytes: usize) {
        let size = |entry: &Entry| entry.line.len();
        if self.entries.iter().filter(|entry| entry.is_open).map(size).sum::<usize>() <= bytes {
            return;
        }
        let mut newest: Vec<usize> = (0..self.entries.len()).filter(|at| self.entries[*at].is_open).collect();
        newest.sort_by_key(|at| std::cmp::Reverse(self.entries[*at].modified));
        let places: HashMap<usize, usize> = self.entries.iter().enumerate().map(|(n, entry)| (entry.at, n)).collect();
        let ranked = rank(query, counts).into_iter().filter_map(|scored| places.get(&scored.memory).copied());
        let ranked: Vec<usize> = ranked.filter(|at| self.entries[*at].is_open).collect();
        self.entries.iter_mut().for_each(|entry| entry.is_listed = false);
        let mut left = bytes;
        for (order, floor) in [(&newest[..newest.len().min(NEWEST)], bytes / 2), (&ranked[..], 0), (&newest[..], 0)] {
            for at in order {
                let entry = &mut self.entries[*at];
                if !entry.is_listed && entry.line.len() + floor <= left {
                    left -= entry.line.len();
                    entry.is_listed = true;
                }
            }
        }
        self.entries.retain(|entry| entry.is_listed || !entry.is_open);
    }

    /// The lines.
    pub(super) fn text(&self) -> String {
        self.entries.iter().filter(|entry| entry.is_listed).map(|entry| entry.line.as_str()).collect()
    }

    /// How many are on it.
    pub(super) fn len(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_listed).count()
    }

    /// What names in an answer are compared with.
    pub(super) fn listed(&self) -> Vec<Listed<'_>> {
        self.entries.iter().map(|Entry { file, name, is_open, .. }| Listed { file, name, is_open: *is_open }).collect()
    }

    /// The position among the files of one that is listed.
    pub(super) fn position(&self, listed: usize) -> usize {
        self.entries[listed].at
    }
}

impl Entry {
    fn new(at: usize, memory: &Memory, now: Timestamp, is_open: bool) -> Self {
        let file = one_line(&memory.file);
        let kind = memory.type_text.as_deref().map(|kind| format!("[{}] ", one_line(kind))).unwrap_or_default();
        let about = memory.description.as_deref().unwrap_or(&memory.name);
        let about = clip(&one_line(about), DESCRIPTION);
        let line = format!("- {kind}{file} ({}): {about}\n", age::words(memory.days(now)));
        let (name, modified) = (memory.name.clone(), memory.modified);
        Self { at, file, name, line, modified, is_listed: is_open, is_open }
    }
}
