//! What every memory has of a query: from the postings for files that are as they were, from the
//! text for those that changed since.

use std::ops::Range;

use super::{super::OpError, files::Files};
use crate::{
    model::{Document, Stamp, memory::FileFacts},
    select::{
        Counts, Fields, Query,
        postings::{Builder, Postings, Source},
    },
    store::{
        Kept, Store, is_worth_keeping,
        scan::{Scan, Skipped},
    },
};

/// The name under which a store keeps its postings.
const POSTINGS: &str = "postings";

/// The memories, in the order of their paths, and what each has of the query.
pub(super) struct Corpus {
    pub(super) files: Files,
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
    let kept = store.kept(POSTINGS);
    let (mut same, scan) = match &kept {
        Some(kept) => store.scan_beside(kept)?,
        None => (Vec::new(), store.scan()?),
    };
    let Scan { files: mut others, skipped, .. } = scan;
    if let Some(kept) = &kept {
        others.retain(|facts| !is_same(kept, facts, &mut same));
    }
    let new = others.iter().filter(|facts| is_nameable(facts) && !store.is_racy(&facts.stamp)).count();
    let known = same.iter().filter(|same| **same).count();
    let all = known + others.len();
    let known_counts = match &kept {
        Some(kept) if !is_worth_keeping(new, all) => Postings::open(kept).and_then(|postings| postings.count(query)),
        _ => None,
    };
    let (files, counts) = match known_counts {
        Some(known) => {
            let (others, counts) = read(store, query, others);
            let files = Files::new(kept, &same, others);
            let counts = files.arrange(known, counts);
            (files, counts)
        }
        None => {
            let files = Files::new(kept, &same, others).all(store);
            let pays = is_worth_keeping(known + new, all) && store.asked_before(POSTINGS);
            let (files, counts) = if pays { anew(store, query, files) } else { read(store, query, files) };
            (Files::new(None, &[], files), counts)
        }
    };
    Ok(Corpus { files, counts, skipped })
}

/// Whether a file that was looked at by itself, as a link is, is as it was kept; then it is noted.
fn is_same(kept: &Kept, facts: &FileFacts, same: &mut [bool]) -> bool {
    let at = kept.find(&facts.file).filter(|at| kept.stamp(*at) == facts.stamp && is_nameable(facts));
    at.inspect(|at| same[*at] = true).is_some()
}

/// Whether a file is found by what is kept of its name, which is text.
fn is_nameable(facts: &FileFacts) -> bool {
    facts.path.to_str().is_some()
}

/// Reads these files now, and only for what is asked.
fn read(store: &Store, query: &Query, files: Vec<FileFacts>) -> (Vec<FileFacts>, Vec<Counts>) {
    let shares = store.fold(files, |share: &mut Vec<_>, document: Document| {
        let counts = query.count(&Fields::from(&document));
        share.push((facts(document), counts));
    });
    shares.into_iter().flatten().unzip()
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
fn anew(store: &Store, query: &Query, files: Vec<FileFacts>) -> (Vec<FileFacts>, Vec<Counts>) {
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
    (all.files, counts)
}
