//! What the headers of the memories said, kept: read is only what has changed since.

use super::{Kept, codec, is_worth_keeping};
use crate::{
    model::{Memory, memory::FileFacts},
    store::{Store, read},
};

/// The name under which a store keeps its headers.
pub(in crate::store) const HEADERS: &str = "headers";

/// Every memory that was kept, as if no file had changed since. `None` when that is damaged.
pub(in crate::store) fn as_kept(store: &Store, kept: &Kept) -> Option<Vec<Memory>> {
    let made = kept.all()?;
    let entries = codec::read(&made)?.zip(0..kept.len());
    let memories: Vec<Memory> = entries.map(|(entry, at)| entry.memory(kept.facts(store, at))).collect();
    (memories.len() == kept.len()).then_some(memories)
}

/// The memories of these files, which come sorted, and of those that are the `same` as when the headers
/// were kept; `as_kept` is what [`as_kept`] gives.
pub(in crate::store) fn memories(
    store: &Store,
    kept: Option<&Kept>,
    as_kept: Option<Vec<Memory>>,
    same: &[bool],
    files: Vec<FileFacts>,
) -> Vec<Memory> {
    let Known { mut items, unknown, gone } = known(store, kept, as_kept, same, files);
    let read = read::all(unknown, |facts| Some(read::document(facts)?.memory));
    let new = read.iter().filter(|memory| is_sure(store, memory)).count();
    if !read.is_empty() {
        items.extend(read);
        // Two sorted lists, one behind the other.
        items.sort_by(|a, b| a.file.cmp(&b.file));
    }
    if is_worth_keeping(new, items.len()) || gone > items.len() || kept.is_none() && new > 0 {
        // A cache that cannot be written costs time.
        let _ = keep(store, &items);
    }
    items
}

/// What is known without reading a file.
#[derive(Default)]
struct Known {
    items: Vec<Memory>,
    unknown: Vec<FileFacts>,
    /// Files that were there when the headers were kept.
    gone: usize,
}

fn known(
    store: &Store,
    kept: Option<&Kept>,
    as_kept: Option<Vec<Memory>>,
    same: &[bool],
    files: Vec<FileFacts>,
) -> Known {
    let Some(as_kept) = as_kept else {
        let others = kept.map(|kept| (0..same.len()).filter(|at| same[*at]).map(|at| kept.facts(store, at)));
        let mut unknown: Vec<FileFacts> = others.into_iter().flatten().chain(files).collect();
        unknown.sort_by(|a, b| a.file.cmp(&b.file));
        return Known { unknown, ..Known::default() };
    };
    let mut known = Known { items: Vec::with_capacity(as_kept.len()), ..Known::default() };
    let mut files = files.into_iter().peekable();
    for (memory, is_same) in as_kept.into_iter().zip(same) {
        if *is_same {
            known.items.push(memory);
            continue;
        }
        while let Some(new) = files.next_if(|facts| facts.file < memory.file) {
            known.unknown.push(new);
        }
        match files.next_if(|facts| facts.file == memory.file) {
            Some(facts) if facts.stamp == memory.stamp => known.items.push(Memory { path: facts.path, ..memory }),
            Some(facts) => known.unknown.push(facts),
            None => known.gone += 1,
        }
    }
    known.unknown.extend(files);
    known
}

/// Whether a memory may be remembered: its stamp proves something, and it is whole. The few with
/// problems are read each time.
fn is_sure(store: &Store, memory: &Memory) -> bool {
    !store.is_racy(&memory.stamp) && memory.problems.is_empty() && codec::is_writable(memory)
}

fn keep(store: &Store, memories: &[Memory]) -> std::io::Result<()> {
    let sure: Vec<&Memory> = memories.iter().filter(|memory| is_sure(store, memory)).collect();
    let files: Vec<_> = sure.iter().map(|memory| (memory.file.clone(), memory.stamp)).collect();
    store.keep(HEADERS, &files, &codec::write(&sure))
}
