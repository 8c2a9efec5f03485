//! Reads a whole store.

use crate::{
    lint::{IndexText, Related, Snapshot},
    model::{Document, Stamp},
    ops::related,
    store::{
        Store,
        scan::{self, Scan, Skipped},
        write,
    },
};

/// The index's name and state, without reading it; no state when there is none.
pub(super) fn index_stamp(store: &Store) -> (String, Option<Stamp>) {
    let path = store.index_path();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    (name, write::stamp_of(&path).ok().flatten())
}

/// The store with all its texts, and the name and the state that the index was read in.
pub(super) fn snapshot(store: &Store, scan: Scan) -> (Snapshot, (String, Option<Stamp>)) {
    let looked: Vec<String> = scan.files.iter().map(|facts| facts.file.clone()).collect();
    let shares = store.fold(scan.files, |share: &mut Vec<Document>, document| share.push(document));
    let mut snapshot = Snapshot {
        memories: shares.into_iter().flatten().collect(),
        index: None,
        skipped: scan.skipped,
        strays: scan.strays,
        related: Related::default(),
    };
    // What was opened and is no memory: a README without a header.
    let others = looked.into_iter().filter(|file| snapshot.memory(file).is_none());
    let others: Vec<String> = others.filter(|file| store.dir().join(file).exists()).collect();
    snapshot.strays.extend(others);
    let index = index(store, &mut snapshot);
    relate(store, &mut snapshot);
    (snapshot, index)
}

/// Finds out what memories have to do with each other, as they are now.
pub(super) fn relate(store: &Store, snapshot: &mut Snapshot) {
    let folder = store.dir().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    related::find(snapshot, &folder, &|file| scan::path_of(store.dir(), file).exists());
}

/// Reads the index into the snapshot.
fn index(store: &Store, snapshot: &mut Snapshot) -> (String, Option<Stamp>) {
    let (name, stamp) = index_stamp(store);
    match write::see_bytes(&store.index_path()) {
        Ok(seen) if seen.stamp.is_some() => {
            let utf8 = std::str::from_utf8(&seen.bytes).is_ok();
            let text = String::from_utf8_lossy(&seen.bytes).into_owned();
            snapshot.index = Some(IndexText::new(&name, text, utf8));
            return (name, seen.stamp);
        }
        Ok(_) => {}
        Err(why) => snapshot.skipped.push(Skipped { file: name.clone(), why: format!("cannot be read: {why}") }),
    }
    (name, stamp)
}
