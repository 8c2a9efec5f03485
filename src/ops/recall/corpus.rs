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
        Kept, Store, is_worth_keeping,
        scan::{Scan, Skipped},
        sorted::Sorted,
    },
};

/// The name under which a store keeps its postings.
const POSTINGS: &str = "postings";

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

/// Looks at every file and reads as few as can be. A store that is asked for the first time is read
/// as it is: postings cost more than one answer, and pay from the second prompt on.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub(super) fn of(store: &Store, query: &Query) -> Result<Corpus, OpError> {
    let Scan { files, skipped, .. } = store.scan()?;
    let sure = files.iter().filter(|facts| !store.is_racy(&facts.stamp)).count();
    let is_large = is_worth_keeping(sure, files.len());
    let kept = if is_large { store.kept(POSTINGS) } else { None };
    let corpus = match kept.and_then(|kept| remembered(store, &kept, query, &files)) {
        Some(known) => read(store, query, files, known),
        None if is_large && store.asked_before(POSTINGS) => anew(store, query, files),
        None => read(store, query, files, Vec::new()),
    };
    Ok(Corpus { skipped, ..corpus })
}

/// What the postings know of the files as they are now; `None` when they are damaged, or so much is
/// new that they are worth making again.
fn remembered(store: &Store, kept: &Kept, query: &Query, files: &[FileFacts]) -> Option<Vec<Option<Counts>>> {
    let mut table = Sorted::new(kept.files().enumerate().map(|(at, (file, stamp))| (file, (at, stamp))));
    let places: Vec<Option<usize>> = files
        .iter()
        .map(|facts| table.find(&facts.file).filter(|(_, stamp)| *stamp == facts.stamp).map(|(at, _)| at))
        .collect();
    let is_new = |(facts, place): &(&FileFacts, &Option<usize>)| place.is_none() && !store.is_racy(&facts.stamp);
    if is_worth_keeping(files.iter().zip(&places).filter(is_new).count(), files.len()) {
        return None;
    }
    let mut counts = Postings::open(kept)?.count(query)?;
    Some(places.into_iter().map(|at| counts.get_mut(at?).map(std::mem::take)).collect())
}

/// What is `known` of the files; those of which nothing is are read now, and only for what is asked.
fn read(store: &Store, query: &Query, files: Vec<FileFacts>, known: Vec<Option<Counts>>) -> Corpus {
    let mut known = known.into_iter();
    let (mut all, mut unknown) = (Vec::with_capacity(files.len()), Vec::new());
    for facts in files {
        match known.next().flatten() {
            Some(counts) => all.push((facts, counts)),
            None => unknown.push(facts),
        }
    }
    let shares = store.fold(unknown, |share: &mut Vec<_>, document: Document| {
        let counts = query.count(&Fields::from(&document));
        share.push((facts(document), counts));
    });
    all.extend(shares.into_iter().flatten());
    all.sort_by(|(a, _), (b, _)| a.file.cmp(&b.file));
    let (files, counts) = all.into_iter().unzip();
    Corpus { files, counts, skipped: Vec::new() }
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
        share.builder.add(&Fields::from(&document));
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
    let counts = Postings::open(&made[..]).and_then(|postings| postings.count(query)).unwrap_or_default();
    Corpus { files: all.files, counts, skipped: Vec::new() }
}
