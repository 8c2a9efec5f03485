//! What every memory has of a query: from the postings for files that are as they were, from the
//! text for those that changed since.

use std::{
    io::{self, Write},
    ops::Range,
};

use super::{super::OpError, files::Files};
use crate::{
    model::{Document, Stamp, memory::FileFacts},
    select::{
        Fields, Query, Tally,
        postings::{Builder, Postings, Source, merge},
    },
    store::{
        Kept, Scrap, Store, is_worth_keeping,
        scan::{Scan, Skipped},
    },
};

/// The name under which a store keeps its postings.
const POSTINGS: &str = "postings";

/// The memories, in the order of their paths, and what each has of the query.
pub(super) struct Corpus {
    pub(super) files: Files,
    pub(super) counts: Tally,
    pub(super) skipped: Vec<Skipped>,
}

impl Source for &Kept {
    fn size(&self) -> u64 {
        Kept::size(self)
    }

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
    let (mut same, scan, known) = match &kept {
        Some(kept) => store.scan_beside(kept, || known(kept, query))?,
        None => (Vec::new(), store.scan()?, None),
    };
    let Scan { files: mut others, skipped, .. } = scan;
    if let Some(kept) = &kept {
        others.retain(|facts| !is_same(kept, facts, &mut same));
    }
    let new = others.iter().filter(|facts| is_nameable(facts) && !store.is_racy(&facts.stamp)).count();
    let as_kept = same.iter().filter(|same| **same).count();
    let all = as_kept + others.len();
    let (files, counts) = match known.filter(|_| !is_worth_keeping(new, all)) {
        Some(known) => {
            let (others, counts) = read(store, query, others);
            let files = Files::new(kept, &same, others);
            let counts = files.arrange(known, &counts);
            (files, counts)
        }
        None => {
            let files = Files::new(kept, &same, others).all(store);
            let pays = is_worth_keeping(as_kept + new, all) && store.asked_before(POSTINGS);
            let (files, counts) = if pays { anew(store, query, files) } else { read(store, query, files) };
            (Files::new(None, &[], files), counts)
        }
    };
    Ok(Corpus { files, counts, skipped })
}

/// What each of the files has of the query that were kept; `None` where that is damaged.
fn known(kept: &Kept, query: &Query) -> Option<Tally> {
    Postings::open(kept)?.count(query).filter(|tally| tally.len() == kept.len())
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
fn read(store: &Store, query: &Query, files: Vec<FileFacts>) -> (Vec<FileFacts>, Tally) {
    let shares = store.fold(files, |(files, tally): &mut (Vec<FileFacts>, Tally), document: Document| {
        tally.push(&query.count(&Fields::from(&document)));
        files.push(facts(document));
    });
    let (mut files, mut tally) = (Vec::new(), Tally::default());
    for (mut some, counts) in shares {
        files.append(&mut some);
        (0..counts.len()).for_each(|memory| tally.push_from(&counts, memory));
    }
    (files, tally)
}

fn facts(document: Document) -> FileFacts {
    let memory = document.memory;
    FileFacts { file: memory.file, path: memory.path, stamp: memory.stamp }
}

/// About how many bytes the postings of one core take up before they are put away.
const SEGMENT: usize = 8 << 20;

/// One core's share of new postings.
#[derive(Default)]
struct Share {
    builder: Builder,
    /// Where in the scrap those lie that were put away.
    segments: Vec<Range<u64>>,
    /// Whether some could not be.
    is_lost: bool,
    files: Vec<FileFacts>,
    stamps: Vec<(String, Stamp)>,
}

impl Source for &Scrap {
    fn size(&self) -> u64 {
        Scrap::size(self)
    }

    fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        Scrap::read(self, range)
    }
}

impl Share {
    fn add(&mut self, store: &Store, scrap: &Scrap, document: Document) {
        self.builder.add(&Fields::from(&document));
        if self.builder.size() > SEGMENT {
            self.put_away(scrap);
        }
        let memory = &document.memory;
        // One that may change unseen, or could not be read, is read again the next time.
        let sure = !store.is_racy(&memory.stamp) && memory.problems.iter().all(|problem| problem.code != "unreadable");
        self.stamps.push((memory.file.clone(), if sure { memory.stamp } else { Stamp::default() }));
        self.files.push(facts(document));
    }

    fn put_away(&mut self, scrap: &Scrap) {
        match scrap.put(&self.builder.segment()) {
            Ok(place) => self.segments.push(place),
            Err(_) => self.is_lost = true,
        }
    }
}

/// Reads every memory into new postings and keeps them.
fn anew(store: &Store, query: &Query, files: Vec<FileFacts>) -> (Vec<FileFacts>, Tally) {
    let Some(scrap) = store.scrap() else { return read(store, query, files) };
    let shares = store.fold(files, |share: &mut Share, document| share.add(store, &scrap, document));
    let mut all = Share::default();
    for mut share in shares {
        share.put_away(&scrap);
        all.is_lost |= share.is_lost;
        all.segments.append(&mut share.segments);
        all.files.append(&mut share.files);
        all.stamps.append(&mut share.stamps);
    }
    let Share { segments, is_lost, files, stamps, .. } = all;
    let made = if is_lost { None } else { keep(store, &scrap, &segments, &stamps) };
    match made.and_then(|kept| known(&kept, query)) {
        Some(counts) => (files, counts),
        None => read(store, query, files),
    }
}

/// Keeps what the segments hold. A cache that cannot be written costs time.
fn keep(store: &Store, scrap: &Scrap, segments: &[Range<u64>], stamps: &[(String, Stamp)]) -> Option<Kept> {
    let put = |file: &mut dyn Write| {
        let mut failed = None;
        let write = |bytes: &[u8]| file.write_all(bytes).map_err(|err| failed = Some(err)).ok();
        let done = merge(&scrap, segments, write);
        done.ok_or_else(|| failed.unwrap_or_else(|| io::ErrorKind::InvalidData.into()))
    };
    store.keep_by(POSTINGS, stamps, put).ok()?
}
