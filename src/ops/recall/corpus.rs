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
    store::{
        Kept, Store,
        scan::{Scan, Skipped},
    },
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

/// Looks at every file and reads as few as can be. A store that is asked for the first time is read
/// as it is: postings cost more than one answer, and pay from the second prompt on.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub(super) fn of(store: &Store, query: &Query) -> Result<Corpus, OpError> {
    let Scan { files, skipped, .. } = store.scan()?;
    let few = FEW.max(files.len() / SHARE);
    let kept = if files.len() > FEW { store.kept(POSTINGS) } else { None };
    let corpus = match kept.and_then(|kept| remembered(&kept, query, &files)) {
        Some(known) if known.iter().filter(|known| known.is_none()).count() <= few => {
            update(store, query, files, known)
        }
        None if files.len() <= FEW || !store.asked_before(POSTINGS) => counted(store, query, files),
        _ => anew(store, query, files),
    };
    Ok(Corpus { skipped, ..corpus })
}

/// What the postings know of the files as they are now; `None` when they are damaged.
fn remembered(kept: &Kept, query: &Query, files: &[FileFacts]) -> Option<Vec<Option<Counts>>> {
    let mut counts = Postings::open(kept)?.count(query)?;
    Some(known(kept, files).into_iter().map(|at| counts.get_mut(at?).map(std::mem::take)).collect())
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
fn update(store: &Store, query: &Query, files: Vec<FileFacts>, known: Vec<Option<Counts>>) -> Corpus {
    let mut corpus = Corpus::default();
    for (facts, known) in files.into_iter().zip(known) {
        let read = || store.document(facts.clone()).map(|document| query.count(&fields(&document)));
        if let Some(counts) = known.or_else(read) {
            corpus.files.push(facts);
            corpus.counts.push(counts);
        }
    }
    corpus
}

/// All of them read now, and only for what is asked.
fn counted(store: &Store, query: &Query, files: Vec<FileFacts>) -> Corpus {
    let shares = store.fold(files, |share: &mut Corpus, document: Document| {
        share.counts.push(query.count(&fields(&document)));
        share.files.push(facts(document));
    });
    shares.into_iter().fold(Corpus::default(), |mut all, share| {
        all.files.extend(share.files);
        all.counts.extend(share.counts);
        all
    })
}

fn facts(document: Document) -> FileFacts {
    let memory = document.memory;
    FileFacts { file: memory.file, path: memory.path, stamp: memory.stamp }
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
        let memory = &document.memory;
        // One that may change unseen, or could not be read, is read again the next time.
        let sure = !store.is_racy(&memory.stamp) && memory.problems.iter().all(|problem| problem.code != "unreadable");
        share.stamps.push((memory.file.clone(), if sure { memory.stamp } else { Stamp::default() }));
        share.files.push(facts(document));
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
