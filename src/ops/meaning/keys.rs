//! Which text each file holds, by its digest: remembered for files that are as they were.

use super::{Key, Reach, key};
use crate::{
    model::{
        Document, Stamp,
        bytes::{checksum, put_number},
        memory::FileFacts,
    },
    store::{Kept, Store, is_worth_keeping, sorted::Sorted},
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
    let mut new = Sorted::new(read.iter().map(|(file, stamp, key)| (file.as_str(), (*stamp, *key))));
    let mut sure = 0;
    for (at, facts) in files.iter().enumerate() {
        let Some((stamp, key)) = new.find(&facts.file) else { continue };
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
    let count = kept.files().count();
    let made = kept.read(0..8 + (count * size_of::<Key>()) as u64)?;
    let (sum, made) = made.split_at_checked(8)?;
    if checksum(made).to_le_bytes() != *sum {
        return None;
    }
    let (made, _) = made.as_chunks::<{ size_of::<Key>() }>();
    let mut table = Sorted::new(kept.files().zip(made).map(|((file, stamp), key)| (file, (stamp, *key))));
    let known =
        |facts: &FileFacts| table.find(&facts.file).filter(|(stamp, _)| *stamp == facts.stamp).map(|(_, key)| key);
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
