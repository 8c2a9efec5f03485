//! Writing whole files: a reader, or a crash at any instant, sees the old one or the new one.

use std::{
    fs::{self, File, Metadata, Permissions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use tempfile::{Builder, NamedTempFile};

use super::{Store, StoreError};

/// Temporary files start with this: hidden, so that no reader takes one for a memory.
const TEMP_PREFIX: &str = ".mem-";
/// … and end with this.
const TEMP_SUFFIX: &str = ".tmp";

/// What identifies one state of a file without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    mtime: Option<SystemTime>,
    /// Of the inode itself, in nanoseconds: nobody can set it back, as `touch -r` does with the other.
    ctime: i128,
    inode: u64,
}

impl Stamp {
    /// The present state of `path`; `None` when there is no file.
    ///
    /// # Errors
    /// [`StoreError::Io`] when it cannot be looked at.
    pub fn of(path: &Path) -> Result<Option<Self>, StoreError> {
        match fs::metadata(path) {
            Ok(meta) => Ok(Some(Self::from(&meta))),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(err) => Err(StoreError::io(path)(err)),
        }
    }
}

impl Stamp {
    /// Bytes of the file.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The stamp as one word, for a note that outlives the process.
    #[must_use]
    pub fn text(&self) -> String {
        let nanos = self.mtime.map_or(0, |t| t.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos()));
        format!("{}.{nanos}.{}.{}", self.size, self.ctime, self.inode)
    }

    /// Whether the file was changed at or after this moment.
    #[must_use]
    pub fn changed_since(&self, moment: SystemTime) -> bool {
        let nanos = moment.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        self.mtime.is_none_or(|t| t >= moment) || self.ctime >= i128::try_from(nanos).unwrap_or(i128::MAX)
    }
}

impl From<&Metadata> for Stamp {
    fn from(meta: &Metadata) -> Self {
        #[cfg(unix)]
        let (inode, ctime) = {
            use std::os::unix::fs::MetadataExt as _;
            (meta.ino(), i128::from(meta.ctime()) * 1_000_000_000 + i128::from(meta.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let (inode, ctime) = (0, 0);
        Self { size: meta.len(), mtime: meta.modified().ok(), ctime, inode }
    }
}

/// A text file as it was when it was read.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its text; empty when there is no file.
    pub text: String,
    /// Its state; `None` when there is no file.
    pub stamp: Option<Stamp>,
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
/// [`StoreError::NotText`] when it is not UTF-8, since a rewrite would lose bytes;
/// [`StoreError::Io`] when it cannot be read.
pub fn see(path: &Path) -> Result<Seen, StoreError> {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(err) if err.kind() == io::ErrorKind::NotFound => {
            can_be_made(path)?;
            return Ok(Seen { text: String::new(), stamp: None });
        }
        Err(err) => return Err(StoreError::io(path)(err)),
    };
    // Reading a pipe would wait for a writer that never comes, with the lock in hand.
    if !meta.is_file() && !meta.is_dir() {
        return Err(StoreError::NotAFile(path.to_owned()));
    }
    let stamp = Stamp::from(&meta);
    let bytes = fs::read(path).map_err(StoreError::io(path))?;
    let text = String::from_utf8(bytes).map_err(|_| StoreError::NotText(path.to_owned()))?;
    Ok(Seen { text, stamp: Some(stamp) })
}

/// Puts `text` in the place of the file that was `seen`, keeping its mode and writing through a link.
///
/// # Errors
/// [`StoreError::Moved`] when the file is no longer as it was seen: read it again and start over.
/// [`StoreError::Io`] when the disk refuses; the old file is then whole.
pub fn put(path: &Path, text: &str, seen: &Seen) -> Result<(), StoreError> {
    put_at(path, &physical(path)?, text.as_bytes(), seen.stamp.as_ref())
}

/// Writes beside the target and renames over it, if it still is in the state `expected`.
fn put_at(path: &Path, target: &Path, bytes: &[u8], expected: Option<&Stamp>) -> Result<(), StoreError> {
    let dir = target.parent().ok_or_else(|| StoreError::NotADirectory(target.to_owned()))?;
    let temp = filled(dir, bytes, target)?;
    if Stamp::of(target)?.as_ref() != expected {
        return Err(StoreError::Moved(path.to_owned()));
    }
    match expected {
        Some(_) => temp.persist(target).map(drop).map_err(|e| StoreError::io(target)(e.error))?,
        None => create(temp, target)?,
    }
    // The rename itself must survive a crash. Some file systems cannot sync a directory.
    let _ = File::open(dir).and_then(|d| d.sync_all());
    Ok(())
}

/// Puts bytes in the place of whatever is there now: for what the history holds already.
///
/// # Errors
/// As [`put`]; [`StoreError::Moved`] when somebody else wrote at the same moment.
pub fn put_bytes(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let target = physical(path)?;
    let stamp = Stamp::of(&target)?;
    put_at(path, &target, bytes, stamp.as_ref())
}

/// Gives a new file its name, unless somebody else made one meanwhile.
fn create(temp: NamedTempFile, target: &Path) -> Result<(), StoreError> {
    match temp.persist_noclobber(target) {
        Ok(_) => Ok(()),
        Err(err) if err.error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Moved(target.to_owned())),
        Err(err) => Err(StoreError::io(target)(err.error)),
    }
}

/// A file beside the target, complete and on the disk, with the mode that the target has or a new
/// file would get.
fn filled(dir: &Path, bytes: &[u8], target: &Path) -> Result<NamedTempFile, StoreError> {
    let mode = fs::metadata(target).ok().map(|m| m.permissions());
    let mut temp = new_file(dir).map_err(StoreError::io(dir))?;
    let fill = |temp: &mut NamedTempFile| -> io::Result<()> {
        temp.write_all(bytes)?;
        if let Some(mode) = mode {
            temp.as_file().set_permissions(mode)?;
        }
        temp.as_file().sync_all()
    };
    fill(&mut temp).map_err(StoreError::io(target))?;
    Ok(temp)
}

fn new_file(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(TEMP_PREFIX).suffix(TEMP_SUFFIX);
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(dir).map_err(plain)
}

/// What the system said, without the temporary name that `tempfile` adds and nobody can use.
fn plain(err: io::Error) -> io::Error {
    let inner = err.get_ref().and_then(|e| e.source()).and_then(|e| e.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or(err, io::Error::from_raw_os_error)
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

    /// Removes what a killed writer left behind. Call it under the lock: then no other is at work.
    pub fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.dir) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(TEMP_PREFIX) && name.ends_with(TEMP_SUFFIX) {
                // Whoever cannot remove it cannot write here either, and will say so.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
