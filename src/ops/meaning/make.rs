//! Makes the vectors that are missing.

use std::{collections::HashSet, time::Duration};

use super::{FORM, Key, Reach, key, keys};
use crate::{
    model::{Stamp, cores::in_runs, memory::FileFacts},
    ops::OpError,
    select::encoder::{self, Side, Vector},
    store::{Depth, Store, scan::path_of},
    world::World,
};

/// Memories whose vectors are made before they are kept; of a store that has more, this share, since
/// all are written again.
const BATCH: usize = 64;
const SHARE: usize = 4;

/// Memories that a worker nobody waits for makes vectors for, some seconds' work; the next recall starts
/// one for the others.
const BEHIND: usize = 512;

/// How long a worker waits before it begins.
const FIRST: Duration = Duration::from_secs(2);

/// Who makes vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// Somebody waits: on all cores, and not before another who is at it has ended.
    Now,
    /// Nobody does: on one, and not at all where another is at it.
    Behind,
}

/// Makes all that a store lacks, or the next of it behind a recall, and drops what no memory says any more. How many memories got some.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub fn make(store: &Store, haste: Haste) -> Result<usize, OpError> {
    let Some(_lock) = store.making_vectors(haste == Haste::Now) else { return Ok(0) };
    if store.vectors(FORM).each(Depth::All, |_, _| {}).is_err() {
        store.forget_vectors();
    }
    let files = store.scan()?.files;
    let reach = Reach::of(files.len());
    let keys = keys::of(store, &files[..], reach);
    let wanted: HashSet<Key> = keys.iter().copied().flatten().collect();
    let shelf = store.vectors(FORM);
    let lacks = |key: &Option<Key>| key.is_some_and(|key| shelf.count(&key).is_none());
    let most = if haste == Haste::Now { usize::MAX } else { BEHIND };
    let missing = files.into_iter().zip(&keys).filter(|(_, key)| lacks(key)).map(|(facts, _)| facts);
    let missing: Vec<FileFacts> = missing.take(most).collect();
    let (mut rest, mut made) = (&missing[..], 0);
    while !rest.is_empty() {
        let batch = BATCH.max((shelf.len() + made) / SHARE).min(rest.len());
        let new = encoded(store, &rest[..batch], reach, haste);
        rest = &rest[batch..];
        made += new.len();
        // The last ones join the others too: a worker has the time.
        if store.keep_vectors(FORM, new, |key| wanted.contains(key)).is_err() {
            return Ok(made);
        }
    }
    Ok(made)
}

/// Whether a worker that nobody waits for could make some: nobody is at it or about to be, and they can be kept.
#[must_use]
pub fn is_worth_starting(store: &Store) -> bool {
    store.turn_to_make_vectors().is_some() && store.making_vectors(false).is_some()
}

/// Lets whoever has asked go first: prompts come in rows, and what is done about an answer is done at once. Whether
/// it is this worker's turn then.
#[must_use]
pub fn waited(world: &World, store: &Store) -> bool {
    let Some(turn) = store.turn_to_make_vectors() else { return false };
    world.pause(FIRST);
    turn.counts()
}

/// Makes those of these memories alone, by file, as they are now.
pub fn make_for<'f>(store: &Store, files: impl IntoIterator<Item = &'f str>) {
    // Without a look at all files; where that is wrong the next worker puts it right.
    let reach = Reach::of(store.vectors(FORM).len());
    let facts =
        |file: &str| FileFacts { file: file.to_owned(), path: path_of(store.dir(), file), stamp: Stamp::default() };
    let files: Vec<FileFacts> = files.into_iter().map(facts).collect();
    let new = encoded(store, &files, reach, Haste::Behind);
    // What is not kept is made by the next worker.
    let _ = store.keep_vectors(FORM, new, |_| true);
}

/// The vectors of these memories.
fn encoded(store: &Store, files: &[FileFacts], reach: Reach, haste: Haste) -> Vec<(Key, Vec<u8>)> {
    let one = |facts: &FileFacts| {
        let texts = reach.texts(&store.document(facts.clone())?);
        Some((key(&texts), vectors(&texts)))
    };
    let all = |files: &[FileFacts]| files.iter().filter_map(one).collect::<Vec<_>>();
    match haste {
        Haste::Now => in_runs(files, 1, all).concat(),
        Haste::Behind => all(files),
    }
}

/// One after the other. A text that means nothing has a vector of zeros, so that it is not tried again.
fn vectors(texts: &[String]) -> Vec<u8> {
    let bytes =
        |text: &String| encoder::encode(text, Side::Memory).map_or([0; Vector::BYTES], |vector| vector.to_bytes());
    texts.iter().flat_map(bytes).collect()
}
