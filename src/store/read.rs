//! Reading memories: in parallel where it pays, never stopped by one bad file.

use std::{
    fs::{File, Metadata},
    io::{self, Read as _},
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

use super::{
    Store, StoreError,
    scan::{self, Skipped},
};
use crate::model::{Document, Memory, Stamp, limits, memory::FileFacts};

/// Files from which a second thread is worth its start, about 100 µs, where each is read (5 µs) …
const READ_FROM: usize = 128;
/// … and where each is only looked at (half a µs).
pub(super) const LOOK_FROM: usize = 1_000;

/// What reading the whole store gave.
#[derive(Debug)]
pub struct Loaded<T> {
    /// One value a memory, in the order of their paths.
    pub items: Vec<T>,
    /// Files that look like memories and were not opened.
    pub skipped: Vec<Skipped>,
}

impl Store {
    /// One memory read now; `None` when it is gone or turns out not to be a memory.
    #[must_use]
    pub fn document(&self, facts: FileFacts) -> Option<Document> {
        let Document { memory, header, text } = document(facts)?;
        Some(Document { memory: memory.dated(&self.dates), header, text })
    }

    /// Reads these memories, on all cores where there are many. Each core's share, in order, goes to
    /// one `T`, and these come back in order.
    pub fn fold<T: Default + Send>(&self, files: Vec<FileFacts>, take: impl Fn(&mut T, Document) + Sync) -> Vec<T> {
        all_shares(files, READ_FROM, |share| {
            let mut sum = T::default();
            share.into_iter().filter_map(|facts| self.document(facts)).for_each(|document| take(&mut sum, document));
            sum
        })
    }
}

/// Does `work` for every item, on all cores where there are many; the results stay in order.
pub(super) fn all<I: Send, T: Send>(items: Vec<I>, work: impl Fn(I) -> Option<T> + Sync) -> Vec<T> {
    let shares = all_shares(items, READ_FROM, |share| share.into_iter().filter_map(&work).collect::<Vec<_>>());
    let mut shares = shares.into_iter();
    let first = shares.next().unwrap_or_default();
    shares.fold(first, |mut all, mut share| {
        all.append(&mut share);
        all
    })
}

/// Does `work` for a share of the items on each core; for all at once where they are fewer than `from`.
pub(super) fn all_shares<I: Send, T: Send>(items: Vec<I>, from: usize, work: impl Fn(Vec<I>) -> T + Sync) -> Vec<T> {
    // Counting the cores takes a dozen files of the system: not before they are needed.
    let threads = if items.len() < from { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
    if threads == 1 {
        return vec![work(items)];
    }
    thread::scope(|scope| {
        let mut shares = shares(items, threads).into_iter();
        let own = shares.next();
        let workers: Vec<_> = shares.map(|share| scope.spawn(|| work(share))).collect();
        // This thread is one of the cores' too.
        let own = own.map(&work);
        own.into_iter().chain(workers.into_iter().map(join)).collect()
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
    let opened = open_inside(&facts.file, &facts.path);
    // The state that is read, which may be younger than the scan.
    let facts = match &opened {
        Ok((_, meta)) => FileFacts { stamp: Stamp::from(meta), ..facts },
        Err(_) => facts,
    };
    match opened.and_then(|opened| bytes(opened, limits::READ_BYTES)) {
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

/// Every byte of a memory.
///
/// # Errors
/// [`StoreError::Io`] when it cannot be read.
pub fn whole(memory: &Memory) -> Result<Vec<u8>, StoreError> {
    inside(&memory.file, &memory.path).map(|(bytes, _)| bytes).map_err(StoreError::io(&memory.path))
}

/// Every byte and the state of the file that is `file` below the store: never through a link that
/// leads out of it.
///
/// # Errors
/// What the system says; a pipe or a device is an error too.
pub(super) fn inside(file: &str, path: &Path) -> io::Result<(Vec<u8>, Metadata)> {
    complete(open_inside(file, path)?)
}

/// Every byte and the state of a regular file, through links.
///
/// # Errors
/// As [`inside`].
pub(super) fn file(path: &Path) -> io::Result<(Vec<u8>, Metadata)> {
    complete(open(path, true)?)
}

fn complete((mut file, meta): (File, Metadata)) -> io::Result<(Vec<u8>, Metadata)> {
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0).saturating_add(1));
    file.read_to_end(&mut bytes)?;
    Ok((bytes, meta))
}

/// Since the scan a link or a pipe may have taken the file's place.
fn open_inside(file: &str, path: &Path) -> io::Result<(File, Metadata)> {
    match open(path, false) {
        Err(err) if is_link(&err) => open(&beneath(file, path)?, false),
        Ok(opened) if file.contains('/') => beneath(file, path).map(|_| opened),
        done => done,
    }
}

/// Where a file below the store really lies, which must be inside.
///
/// # Errors
/// [`io::ErrorKind::Other`] when it lies outside; else what the system says.
pub fn beneath(file: &str, path: &Path) -> io::Result<PathBuf> {
    let store = path.ancestors().nth(file.split('/').count()).unwrap_or(path);
    let target = path.canonicalize()?;
    if target.starts_with(store.canonicalize()?) { Ok(target) } else { Err(io::Error::other(scan::OUTSIDE)) }
}

/// Opens a regular file without ever waiting for the other end of a pipe.
fn open(path: &Path, follow: bool) -> io::Result<(File, Metadata)> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = if follow { OFlags::NONBLOCK } else { OFlags::NONBLOCK | OFlags::NOFOLLOW };
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    #[cfg(not(unix))]
    if !follow && path.is_symlink() {
        return Err(io::Error::other(scan::OUTSIDE));
    }
    let file = options.open(path)?;
    let meta = file.metadata()?;
    match meta.file_type() {
        kind if kind.is_file() => Ok((file, meta)),
        kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other(scan::NOT_REGULAR)),
    }
}

/// What the system says to a link where none may be.
fn is_link(err: &io::Error) -> bool {
    #[cfg(unix)]
    return err.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    return false;
}

/// At most `limit` bytes of a file whose size is known: one read where nobody changed it.
fn bytes((mut file, meta): (File, Metadata), limit: u64) -> io::Result<Vec<u8>> {
    let expected = usize::try_from(meta.len().min(limit)).unwrap_or(usize::MAX);
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
