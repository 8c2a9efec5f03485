//! Which text each file holds, by its digest: remembered for files that are as they were.

use super::{Files, Key, Reach, key};
use crate::{
    model::{
        Document, Stamp,
        bytes::{checksum, put_number},
    },
    store::{Kept, Store, is_worth_keeping, sorted::Sorted},
};

/// The key of each file, in their order; `None` for one that cannot be read.
pub(super) fn of(store: &Store, files: &(impl Files + ?Sized), reach: Reach) -> Vec<Option<Key>> {
    let name = match reach {
        Reach::Heads => "heads",
        Reach::Whole => "texts",
    };
    let known = store.kept(name).and_then(|kept| known(&kept, files));
    let mut keys = known.unwrap_or_else(|| vec![None; files.len()]);
    let unknown: Vec<usize> = (0..keys.len()).filter(|at| keys[*at].is_none()).collect();
    if unknown.is_empty() {
        return keys;
    }
    let read = |share: &mut Vec<(String, Stamp, Key)>, document: Document| {
        let memory = &document.memory;
        share.push((memory.file.clone(), memory.stamp, key(&reach.texts(&document))));
    };
    let facts = unknown.iter().filter_map(|at| files.facts(store, *at)).collect();
    let read: Vec<(String, Stamp, Key)> = store.fold(facts, read).into_iter().flatten().collect();
    let mut stamps: Vec<Stamp> = (0..files.len()).map(|at| files.stamp(at)).collect();
    let (mut new, mut sure) = (read.into_iter().peekable(), 0);
    for at in unknown {
        let Some((_, stamp, key)) = new.next_if(|(file, ..)| *file == files.name(at)) else { continue };
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
fn known(kept: &Kept, files: &(impl Files + ?Sized)) -> Option<Vec<Option<Key>>> {
    let made = kept.all()?;
    let (sum, made) = made.split_at_checked(8)?;
    let (made, rest) = made.as_chunks::<{ size_of::<Key>() }>();
    if checksum(made.as_flattened()).to_le_bytes() != *sum || made.len() != kept.len() || !rest.is_empty() {
        return None;
    }
    let mut kept = Sorted::new(kept.files().zip(made).map(|((name, stamp), key)| (name, (stamp, key))));
    let known = |at: usize| kept.find(files.name(at)).filter(|(stamp, _)| *stamp == files.stamp(at));
    Some((0..files.len()).map(known).map(|known| known.map(|(_, key)| *key)).collect())
}

fn keep(store: &Store, name: &str, files: &(impl Files + ?Sized), stamps: &[Stamp], keys: &[Option<Key>]) {
    let (mut table, mut texts) = (Vec::with_capacity(files.len()), Vec::new());
    for (at, (stamp, key)) in stamps.iter().zip(keys).enumerate() {
        if let Some(key) = key {
            table.push((files.name(at).to_owned(), *stamp));
            texts.extend_from_slice(key);
        }
    }
    let mut made = Vec::with_capacity(8 + texts.len());
    put_number(&mut made, checksum(&texts));
    made.append(&mut texts);
    // A cache that cannot be written costs time.
    let _ = store.keep(name, &table, &made);
}
