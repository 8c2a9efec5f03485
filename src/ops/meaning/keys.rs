//! Which text each file holds, by its digest: remembered for files that are as they were.

use super::{Key, Reach, key};
use crate::{
    model::{
        Document, Stamp,
        bytes::{checksum, put_number},
        memory::FileFacts,
    },
    store::{Kept, Store, is_worth_keeping},
};

/// The key of each file, in their order; `None` for one that cannot be read.
pub(super) fn of(store: &Store, files: &[FileFacts], reach: Reach) -> Vec<Option<Key>> {
    let name = match reach {
        Reach::Heads => "heads",
        Reach::Whole => "texts",
    };
    let mut keys = remembered(store.kept(name), files).unwrap_or_else(|| vec![None; files.len()]);
    let unknown: Vec<FileFacts> =
        (files.iter().zip(&keys)).filter(|(_, key)| key.is_none()).map(|(f, _)| f.clone()).collect();
    if unknown.is_empty() {
        return keys;
    }
    let read = |share: &mut Vec<(String, Stamp, Key)>, document: Document| {
        let memory = &document.memory;
        share.push((memory.file.clone(), memory.stamp, key(&reach.texts(&document))));
    };
    let read: Vec<(String, Stamp, Key)> = store.fold(unknown, read).into_iter().flatten().collect();
    let mut stamps: Vec<Stamp> = files.iter().map(|facts| facts.stamp).collect();
    let (mut new, mut sure) = (read.into_iter().peekable(), 0);
    for (at, facts) in files.iter().enumerate() {
        let Some((_, stamp, key)) = new.next_if(|(file, ..)| *file == facts.file) else { continue };
        // What may change unseen is read again the next time.
        let is_sure = !store.is_racy(&stamp);
        sure += usize::from(is_sure);
        stamps[at] = if is_sure { stamp } else { Stamp::default() };
        keys[at] = Some(key);
    }
    if is_worth_keeping(sure, files.len()) || sure == files.len() {
        keep(store, name, files, &stamps, &keys);
    }
    keys
}

/// The keys of the files that are as they were; `None` when nothing sound is kept.
fn remembered(kept: Option<Kept>, files: &[FileFacts]) -> Option<Vec<Option<Key>>> {
    let kept = kept?;
    let made = kept.all()?;
    let (sum, made) = made.split_at_checked(8)?;
    let (made, rest) = made.as_chunks::<{ size_of::<Key>() }>();
    if checksum(made.as_flattened()).to_le_bytes() != *sum || made.len() != kept.len() || !rest.is_empty() {
        return None;
    }
    let known =
        |facts: &FileFacts| kept.find(&facts.file).filter(|at| kept.stamp(*at) == facts.stamp).map(|at| made[at]);
    Some(files.iter().map(known).collect())
}

fn keep(store: &Store, name: &str, files: &[FileFacts], stamps: &[Stamp], keys: &[Option<Key>]) {
    let (mut table, mut texts) = (Vec::with_capacity(files.len()), Vec::new());
    for ((facts, stamp), key) in files.iter().zip(stamps).zip(keys) {
        if let Some(key) = key {
            table.push((facts.file.clone(), *stamp));
            texts.extend_from_slice(key);
        }
    }
    let mut made = Vec::with_capacity(8 + texts.len());
    put_number(&mut made, checksum(&texts));
    made.append(&mut texts);
    // A cache that cannot be written costs time.
    let _ = store.keep(name, &table, &made);
}
