//! What was found, as a file of the cache.

use std::{cell::OnceCell, collections::HashMap, io};

use crate::{
    lint::{Check, Finding, Snapshot, rules},
    model::{
        Document, Stamp,
        bytes::{self, put_number, put_stamp, put_text},
    },
    ops::lint::rows::Rows,
    store::{Kept, Store, scan::Scan},
};

/// The name under which it is kept.
const NAME: &str = "lint";
/// Changes with the format.
const VERSION: &[u8; 16] = b"mem lint    0003";

/// What is kept, as far as it is looked at.
#[derive(Default)]
pub(super) struct Known<'k> {
    kept: Option<&'k Kept>,
    /// The state of each file, made when the first is asked for.
    stamps: OnceCell<HashMap<String, Stamp>>,
    index: (String, Option<Stamp>),
    /// Files that are looked at and turn out to be no memories.
    pub(super) others: Vec<String>,
    /// Everything that was found.
    pub(super) rows: Rows,
    /// What was found in each memory, made when the first is asked for.
    memories: OnceCell<HashMap<String, Vec<Finding>>>,
}

/// What is to be kept.
pub(super) struct Found<'a> {
    /// What it depends on beside the files of the store and of the project.
    pub(super) key: String,
    /// The state of the project.
    pub(super) state: String,
    /// The files of the scan.
    pub(super) looked: &'a [(String, Stamp)],
    /// The index's name and the state that it was read in.
    pub(super) index: (String, Option<Stamp>),
    pub(super) snapshot: &'a Snapshot,
    /// What was found.
    pub(super) rows: &'a Rows,
}

impl<'k> Known<'k> {
    /// Whether nothing of the store has changed since: which of the files are the `same`, and what else is there.
    pub(super) fn is_whole(&self, same: &[bool], others: &Scan, index: (String, Option<Stamp>)) -> bool {
        self.kept.is_some() && self.index == index && others.files.is_empty() && same.iter().all(|same| *same)
    }

    /// The files that were looked at.
    pub(super) fn files(&self) -> impl Iterator<Item = &'k str> {
        self.kept.into_iter().flat_map(|kept| (0..kept.len()).map(|at| kept.name(at)))
    }

    /// What was found in a memory that is as it was.
    pub(super) fn of(&self, document: &Document) -> Option<&[Finding]> {
        let kept = self.kept?;
        let stamps = self.stamps.get_or_init(|| kept.files().map(|(file, stamp)| (file.to_owned(), stamp)).collect());
        let memory = &document.memory;
        let same = stamps.get(&memory.file) == Some(&memory.stamp);
        let memories = self.memories.get_or_init(|| by_file(&self.rows));
        same.then(|| memories.get(&memory.file).map_or(&[][..], Vec::as_slice))
    }
}

/// What rules that judge one memory have found, by the memory.
fn by_file(rows: &Rows) -> HashMap<String, Vec<Finding>> {
    let mut files: HashMap<String, Vec<Finding>> = HashMap::new();
    let single =
        |finding: &Finding| rules::find(finding.code).is_some_and(|rule| matches!(rule.check, Check::Memory(_)));
    rows.findings().filter(single).for_each(|finding| files.entry(finding.file.clone()).or_default().push(finding));
    files
}

/// What is kept, whatever it depends on.
pub(super) fn open(store: &Store) -> Option<Kept> {
    store.kept(NAME)
}

/// What was kept, if under this key, and in a state of the project that `holds`.
pub(super) fn load<'k>(kept: &'k Kept, key: &str, holds: impl Fn(&str) -> bool) -> Option<Known<'k>> {
    let size: [u8; 8] = kept.read(0..8)?.try_into().ok()?;
    let body = kept.read(8..u64::from_le_bytes(size).checked_add(8)?)?;
    let mut rest = bytes::opened(VERSION, &body)?;
    if rest.text()? != key || !holds(rest.text()?) {
        return None;
    }
    let index = (rest.text()?.to_owned(), if rest.flag()? { Some(rest.stamp()?) } else { None });
    let others = (0..rest.count(8)?).map(|_| rest.text().map(str::to_owned)).collect::<Option<_>>()?;
    let rows = Rows::kept(rest.0);
    Some(Known { kept: Some(kept), stamps: OnceCell::new(), index, others, rows, memories: OnceCell::new() })
}

/// Keeps what was found. A file that may still change under its stamp matches none.
pub(super) fn save(store: &Store, found: &Found<'_>) -> io::Result<()> {
    let sound = |stamp: &Stamp| if store.is_racy(stamp) { Stamp::default() } else { *stamp };
    let mut files = Vec::with_capacity(found.looked.len());
    let mut others = Vec::new();
    for (file, stamp) in found.looked {
        // As it was when it was read, which may be later than the scan.
        let read = found.snapshot.memory(file).map(|document| document.memory.stamp);
        others.extend(read.is_none().then_some(file));
        files.push((file.clone(), sound(&read.unwrap_or(*stamp))));
    }
    let mut body = Vec::new();
    put_text(&mut body, &found.key);
    put_text(&mut body, &found.state);
    put_text(&mut body, &found.index.0);
    body.push(u8::from(found.index.1.is_some()));
    if let Some(stamp) = &found.index.1 {
        put_stamp(&mut body, &sound(stamp));
    }
    put_number(&mut body, others.len() as u64);
    others.iter().for_each(|file| put_text(&mut body, file));
    body.extend_from_slice(found.rows.bytes());
    let body = bytes::sealed(VERSION, &body);
    let mut made = (body.len() as u64).to_le_bytes().to_vec();
    made.extend_from_slice(&body);
    store.keep(NAME, &files, &made)
}
