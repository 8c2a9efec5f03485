//! Reading memories: in parallel where it pays, never stopped by one bad file.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    num::NonZero,
    path::Path,
    thread,
};

use super::{
    Store, StoreError,
    scan::{Scan, Skipped},
};
use crate::model::{Document, Memory, Stamp, limits, memory::FileFacts};

/// Files from which a second thread is worth its start (about 50 µs against 5 µs a file).
const PARALLEL_FROM: usize = 128;

/// What reading the whole store gave.
#[derive(Debug)]
pub struct Loaded<T> {
    /// One value a memory, in the order of their paths.
    pub items: Vec<T>,
    /// Files that look like memories and were not opened.
    pub skipped: Vec<Skipped>,
}

impl Store {
    /// Reads every memory and keeps what `keep` makes of it. A file that cannot be read still
    /// counts: its [`Document`] is empty and says so; one that vanished meanwhile does not.
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn load<T: Send>(&self, keep: impl Fn(Document) -> T + Sync) -> Result<Loaded<T>, StoreError> {
        let Scan { files, skipped } = self.scan()?;
        let read = |facts| {
            let Document { memory, header, text } = document(facts)?;
            Some(keep(Document { memory: memory.dated(&self.dates), header, text }))
        };
        Ok(Loaded { items: all(files, read), skipped })
    }

    /// The memories without their bodies.
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn memories(&self) -> Result<Loaded<Memory>, StoreError> {
        self.scan().map(|scan| self.memories_of(scan))
    }

    /// The memories of a scan, without their bodies.
    #[must_use]
    pub fn memories_of(&self, scan: Scan) -> Loaded<Memory> {
        let loaded = match &self.cache {
            Some(cache) => cache.memories(scan),
            None => Loaded {
                items: all(scan.files, |facts| document(facts).map(|document| document.memory)),
                skipped: scan.skipped,
            },
        };
        let items = loaded.items.into_iter().map(|memory| memory.dated(&self.dates)).collect();
        Loaded { items, skipped: loaded.skipped }
    }
}

/// Does `work` for every item, on all cores where there are many; the results stay in order.
pub(super) fn all<I: Send, T: Send>(items: Vec<I>, work: impl Fn(I) -> Option<T> + Sync) -> Vec<T> {
    let run = |items: Vec<I>| items.into_iter().filter_map(&work).collect::<Vec<_>>();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    if items.len() < PARALLEL_FROM || threads == 1 {
        return run(items);
    }
    thread::scope(|scope| {
        let workers: Vec<_> = shares(items, threads).into_iter().map(|share| scope.spawn(|| run(share))).collect();
        workers.into_iter().flat_map(join).collect()
    })
}

/// The result of a worker; a panic in it goes on in the caller.
fn join<T>(worker: thread::ScopedJoinHandle<'_, T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Splits into at most `n` runs of about equal length, in order.
fn shares<T>(mut items: Vec<T>, n: usize) -> Vec<Vec<T>> {
    let size = items.len().div_ceil(n).max(1);
    let mut shares = Vec::with_capacity(n);
    while items.len() > size {
        let rest = items.split_off(size);
        shares.push(std::mem::replace(&mut items, rest));
    }
    shares.push(items);
    shares
}

/// One file as a document; `None` when it is gone or turns out not to be a memory.
#[must_use]
pub fn document(facts: FileFacts) -> Option<Document> {
    match bytes(&facts.path, facts.stamp.size, limits::READ_BYTES) {
        Ok(bytes) => {
            let document = Document::new(facts, bytes);
            let readme = document.memory.stem().eq_ignore_ascii_case("readme");
            (!readme || document.header.exists()).then_some(document)
        }
        Err(err) if err.kind() == io::ErrorKind::NotFound => None,
        Err(err) => {
            let mut document = Document::new(facts.clone(), Vec::new());
            document.memory = Memory::unreadable(facts, &err.to_string());
            Some(document)
        }
    }
}

/// A memory read again, as it is now; `None` when it is gone.
#[must_use]
pub fn again(memory: &Memory) -> Option<Document> {
    let meta = memory.path.metadata().ok()?;
    let stamp = Stamp::from(&meta);
    let mut document = document(FileFacts { file: memory.file.clone(), path: memory.path.clone(), stamp })?;
    if stamp == memory.stamp {
        // A commit's date is not in the file.
        (document.memory.modified, document.memory.modified_source) = (memory.modified, memory.modified_source);
    }
    Some(document)
}

/// At most `limit` bytes of a regular file whose size is known: one read where nobody changed it.
fn bytes(path: &Path, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let expected = usize::try_from(size.min(limit)).unwrap_or(usize::MAX);
    // One byte more than expected tells a file that grew from one that did not.
    let mut bytes = vec![0; expected.saturating_add(1)];
    let mut filled = 0;
    loop {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
            Err(err) => return Err(err),
        }
        if filled == expected {
            break;
        }
        if filled == bytes.len() {
            bytes.truncate(filled);
            file.take(limit.saturating_sub(filled as u64)).read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// Every byte of a file.
///
/// # Errors
/// [`StoreError::Io`] when it cannot be read.
pub fn whole(path: &Path) -> Result<Vec<u8>, StoreError> {
    fs::read(path).map_err(StoreError::io(path))
}
