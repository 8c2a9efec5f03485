//! Writing whole files: a reader, or a crash at any instant, sees the old one or the new one.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{
    Store, StoreError, read,
    scan::Scan,
    swap::{self, Displaced},
    temp,
};
use crate::model::Stamp;

/// The present state of `path`; `None` when there is no file.
///
/// # Errors
/// [`StoreError::Io`] when it cannot be looked at.
pub fn stamp_of(path: &Path) -> Result<Option<Stamp>, StoreError> {
    match fs::metadata(path) {
        Ok(meta) => Ok(Some(Stamp::from(&meta))),
        Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(err) => Err(StoreError::io(path)(err)),
    }
}

/// A file as it was when it was read.
#[derive(Clone, Debug)]
pub struct SeenBytes {
    /// What it held; nothing when there is no file.
    pub bytes: Vec<u8>,
    /// Its state; `None` when there is no file.
    pub stamp: Option<Stamp>,
}

/// A text file as it was when it was read.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its text; empty when there is no file.
    pub text: String,
    /// Its state; `None` when there is no file.
    pub stamp: Option<Stamp>,
}

impl From<&Seen> for SeenBytes {
    fn from(seen: &Seen) -> Self {
        Self { bytes: seen.text.clone().into_bytes(), stamp: seen.stamp }
    }
}

impl Seen {
    /// No file is there.
    #[must_use]
    pub fn nothing() -> Self {
        Self { text: String::new(), stamp: None }
    }
}

/// Whether a file that is not there could be: a link must not lead into nowhere.
fn can_be_made(path: &Path) -> Result<(), StoreError> {
    let target = physical(path)?;
    let lost = target != path && !target.parent().is_some_and(Path::is_dir);
    if lost { Err(StoreError::Dangling { path: path.to_owned(), target }) } else { Ok(()) }
}

/// Reads a text file that is going to be rewritten.
///
/// # Errors
/// [`StoreError::NotText`] when it is not UTF-8, since a rewrite would lose bytes; else as
/// [`see_bytes`].
pub fn see(path: &Path) -> Result<Seen, StoreError> {
    let SeenBytes { bytes, stamp } = see_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|_| StoreError::NotText(path.to_owned()))?;
    Ok(Seen { text, stamp })
}

/// Reads a file that is going to be replaced or removed.
///
/// # Errors
/// [`StoreError::NotAFile`] and [`StoreError::Dangling`] for what cannot be replaced,
/// [`StoreError::Io`] when it cannot be read.
pub fn see_bytes(path: &Path) -> Result<SeenBytes, StoreError> {
    match fs::metadata(path) {
        // Reading a pipe would wait for a writer that never comes, with the lock in hand.
        Ok(meta) if !meta.is_file() && !meta.is_dir() => return Err(StoreError::NotAFile(path.to_owned())),
        Ok(_) => {}
        Err(err) if err.kind() == io::ErrorKind::NotFound => {
            can_be_made(path)?;
            return Ok(SeenBytes { bytes: Vec::new(), stamp: None });
        }
        Err(err) => return Err(StoreError::io(path)(err)),
    }
    match read::file(path) {
        Ok((bytes, meta)) => Ok(SeenBytes { bytes, stamp: Some(Stamp::from(&meta)) }),
        Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(SeenBytes { bytes: Vec::new(), stamp: None }),
        Err(err) => Err(StoreError::io(path)(err)),
    }
}

/// Puts `text` in the place of the file that was `seen`, keeping its mode and writing through a link.
///
/// # Errors
/// [`StoreError::Moved`] when the file is no longer as it was seen: read it again and start over.
/// [`StoreError::Io`] when the disk refuses; the old file is then whole.
pub fn put(path: &Path, text: &str, seen: &Seen) -> Result<Displaced, StoreError> {
    put_at(path, text.as_bytes(), seen.stamp.as_ref().map(|stamp| (stamp, seen.text.as_bytes())))
}

/// As [`put`], for any bytes.
///
/// # Errors
/// As [`put`].
pub fn put_bytes(path: &Path, bytes: &[u8], seen: &SeenBytes) -> Result<Displaced, StoreError> {
    put_at(path, bytes, seen.stamp.as_ref().map(|stamp| (stamp, seen.bytes.as_slice())))
}

/// Writes beside the target and gives it the target's name, if that still is what was `seen`.
fn put_at(path: &Path, new: &[u8], seen: Option<(&Stamp, &[u8])>) -> Result<Displaced, StoreError> {
    let target = physical(path)?;
    let dir = parent(&target)?;
    let temp = temp::filled(dir, new, fs::metadata(&target).ok().as_ref()).map_err(StoreError::io(&target))?;
    // As late as can be: an exchange that must be given back shows our text for a moment.
    if stamp_of(&target)?.as_ref() != seen.map(|(stamp, _)| stamp) {
        return Err(StoreError::Moved(path.to_owned()));
    }
    let displaced = match seen {
        Some((_, old)) => swap::put(temp, &target, old, new)?,
        None => match swap::rename_new(temp.path(), &target) {
            Ok(()) => Displaced::nothing(),
            // Somebody made one meanwhile, or swept our temporary file away.
            Err(err) if matches!(err.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => {
                return Err(StoreError::Moved(path.to_owned()));
            }
            Err(err) => return Err(StoreError::io(&target)(err)),
        },
    };
    synced(dir, displaced, || {
        // Nothing was there before.
        if seen.is_none() {
            let _ = fs::remove_file(&target);
        }
    })
}

/// Makes a rename survive a crash; undone when the disk says that it cannot.
fn synced(dir: &Path, displaced: Displaced, undo: impl FnOnce()) -> Result<Displaced, StoreError> {
    if let Err(err) = sync(dir) {
        displaced.undo();
        undo();
        return Err(err);
    }
    Ok(displaced)
}

/// Takes away a file that was `seen`; a link goes itself.
///
/// # Errors
/// As [`put`].
pub fn remove(path: &Path, seen: &SeenBytes) -> Result<Displaced, StoreError> {
    let dir = parent(path)?;
    let temp = match temp::empty(dir, true) {
        Ok(temp) => temp,
        // A full disk must not keep anybody from making room.
        Err(err) if matches!(err.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) => {
            return remove_at_once(path, seen);
        }
        Err(err) => return Err(StoreError::io(path)(err)),
    };
    synced(dir, swap::take(temp, path, &seen.bytes)?, || {})
}

fn remove_at_once(path: &Path, seen: &SeenBytes) -> Result<Displaced, StoreError> {
    if stamp_of(path)? != seen.stamp {
        return Err(StoreError::Moved(path.to_owned()));
    }
    fs::remove_file(path).map_err(StoreError::io(path))?;
    Ok(Displaced::nothing())
}

/// Gives a file a name that nothing has.
///
/// # Errors
/// [`StoreError::Moved`] when something has it, [`StoreError::Io`] else.
pub fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    match swap::rename_new(from, to) {
        Ok(()) => synced(parent(to)?, Displaced::nothing(), || drop(swap::rename_new(to, from))).map(drop),
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Moved(to.to_owned())),
        Err(err) => Err(StoreError::io(from)(err)),
    }
}

fn parent(path: &Path) -> Result<&Path, StoreError> {
    path.parent().ok_or_else(|| StoreError::NotADirectory(path.to_owned()))
}

/// Some file systems cannot sync a directory, and some users
/// may write it and not read it; but a disk that fails must be heard.
fn sync(dir: &Path) -> Result<(), StoreError> {
    const EIO: i32 = 5;
    match File::open(dir).and_then(|d| d.sync_all()) {
        Err(err) if err.raw_os_error() == Some(EIO) => Err(StoreError::io(dir)(err)),
        _ => Ok(()),
    }
}

/// Links that lead on to links are followed so often.
const HOPS: usize = 32;

/// The file that a path means when it is a link, whether or not that file is there yet.
fn physical(path: &Path) -> Result<PathBuf, StoreError> {
    let mut target = path.to_owned();
    for _ in 0..HOPS {
        if !fs::symlink_metadata(&target).is_ok_and(|meta| meta.is_symlink()) {
            break;
        }
        target = match target.canonicalize() {
            Ok(target) => return Ok(target),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {
                let next = fs::read_link(&target).map_err(StoreError::io(path))?;
                target.parent().unwrap_or(Path::new(".")).join(next)
            }
            Err(err) => return Err(StoreError::io(path)(err)),
        };
    }
    Ok(target)
}

impl Store {
    /// Makes the directory if it is not there yet.
    ///
    /// # Errors
    /// [`StoreError::NotADirectory`] when something else has its name, [`StoreError::Io`] else.
    pub fn create(&self) -> Result<(), StoreError> {
        match fs::create_dir_all(&self.dir) {
            Ok(()) => Ok(()),
            Err(_) if self.dir.exists() && !self.dir.is_dir() => Err(StoreError::NotADirectory(self.dir.clone())),
            Err(err) => Err(StoreError::io(&self.dir)(err)),
        }
    }

    /// Removes what killed writers left behind: what the scan has found, and what lies beside the
    /// index when that is a link. Call it under the lock: then no other is at work here.
    pub fn sweep(&self, scan: &Scan) {
        scan.temps.iter().for_each(temp::discard);
        let index = self.index_path();
        if index.is_symlink()
            && let Ok(target) = physical(&index)
        {
            target.parent().into_iter().for_each(temp::sweep);
        }
    }
}
