//! What every memory has of a query: from the postings for files that are as they were, from the
//! text for those that changed since.

use std::ops::Range;

use super::super::OpError;
use crate::{
    model::{Document, Stamp, memory::FileFacts},
    select::{
        Counts, Fields, Query,
        postings::{Builder, Postings, Source},
    },
    store::{Kept, Store, scan::Skipped},
};

/// The name under which a store keeps its postings.
const POSTINGS: &str = "postings";

/// So many new or changed memories are read each time rather than put into new postings; of a large
/// store, this share.
const FEW: usize = 16;
const SHARE: usize = 100;

/// The memories, in the order of their paths, and what each has of the query.
#[derive(Default)]
pub(super) struct Corpus {
    pub(super) files: Vec<FileFacts>,
    pub(super) counts: Vec<Counts>,
    pub(super) skipped: Vec<Skipped>,
}

impl Source for &Kept {
    fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        Kept::read(self, range)
    }
}

/// Bytes that are not in a file yet.
struct Made<'a>(&'a [u8]);

impl Source for Made<'_> {
    fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let at = |n| usize::try_from(n).ok();
        Some(self.0.get(at(range.start)?..at(range.end)?)?.to_owned())
    }
}

/// Looks at every file and reads as few as can be.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub(super) fn of(store: &Store, query: &Query) -> Result<Corpus, OpError> {
    let scan = store.scan()?;
    let mut corpus = remembered(store, query, &scan.files).unwrap_or_else(|| anew(store, query, scan.files));
    corpus.skipped = scan.skipped;
    Ok(corpus)
}

/// From the postings; `None` when there are none, or too much has changed since.
fn remembered(store: &Store, query: &Query, files: &[FileFacts]) -> Option<Corpus> {
    let few = FEW.max(files.len() / SHARE);
    let Some(kept) = store.kept(POSTINGS) else {
        return (files.len() <= few).then(|| read(store, query, files, &[]));
    };
    let known = known(&kept, files);
    if known.iter().filter(|known| known.is_none()).count() > few {
        return None;
    }
    let counts = Postings::open(&kept).and_then(|postings| postings.count(query));
    if counts.is_none() {
        store.unkeep(POSTINGS);
    }
    let mut counts = counts?;
    let known: Vec<_> = known.into_iter().map(|at| Some(std::mem::take(counts.get_mut(at?)?))).collect();
    Some(read(store, query, files, &known))
}

/// The place in the postings of each file that is as it was. Both are sorted.
fn known(kept: &Kept, files: &[FileFacts]) -> Vec<Option<usize>> {
    let mut kept = kept.files().enumerate().peekable();
    let place = |facts: &FileFacts| {
        while kept.next_if(|(_, (file, _))| *file < facts.file.as_str()).is_some() {}
        let (at, (_, stamp)) = kept.next_if(|(_, (file, _))| *file == facts.file)?;
        (stamp == facts.stamp).then_some(at)
    };
    files.iter().map(place).collect()
}

/// What is `known` of the files, the others read now.
fn read(store: &Store, query: &Query, files: &[FileFacts], known: &[Option<Counts>]) -> Corpus {
    let mut corpus = Corpus::default();
    for (at, facts) in files.iter().enumerate() {
        let counts = match known.get(at) {
            Some(Some(counts)) => Some(counts.clone()),
            _ => store.document(facts.clone()).map(|document| query.count(&fields(&document))),
        };
        if let Some(counts) = counts {
            corpus.files.push(facts.clone());
            corpus.counts.push(counts);
        }
    }
    corpus
}

/// One core's share of new postings.
#[derive(Default)]
struct Share {
    builder: Builder,
    files: Vec<FileFacts>,
    stamps: Vec<(String, Stamp)>,
}

/// Reads every memory into new postings and keeps them.
fn anew(store: &Store, query: &Query, files: Vec<FileFacts>) -> Corpus {
    let shares = store.fold(files, |share: &mut Share, document: Document| {
        share.builder.add(&fields(&document));
        let memory = document.memory;
        // One that may change unseen, or could not be read, is read again the next time.
        let sure = !store.is_racy(&memory.stamp) && memory.problems.iter().all(|problem| problem.code != "unreadable");
        share.stamps.push((memory.file.clone(), if sure { memory.stamp } else { Stamp::default() }));
        share.files.push(FileFacts { file: memory.file, path: memory.path, stamp: memory.stamp });
    });
    let mut all = Share::default();
    for share in shares {
        all.builder = all.builder.join(share.builder);
        all.files.extend(share.files);
        all.stamps.extend(share.stamps);
    }
    let made = all.builder.bytes();
    if all.stamps.iter().any(|(_, stamp)| *stamp != Stamp::default()) {
        // A cache that cannot be written costs time.
        let _ = store.keep(POSTINGS, &all.stamps, &made);
    }
    let counts = Postings::open(Made(&made)).and_then(|postings| postings.count(query)).unwrap_or_default();
    Corpus { files: all.files, counts, skipped: Vec::new() }
}

fn fields(document: &Document) -> Fields<'_> {
    let memory = &document.memory;
    Fields {
        name: &memory.name,
        description: memory.description.as_deref().unwrap_or_default(),
        kind: memory.type_text.as_deref().unwrap_or_default(),
        body: document.body(),
    }
}
