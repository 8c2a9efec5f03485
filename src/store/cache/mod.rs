//! What the headers said when they were last read, so that a store of thousands is listed by
//! looking at its files and opening none.
//!
//! One file a store in `$XDG_CACHE_HOME/mem`, never in the store itself; beside it what others keep of
//! the store ([`Kept`]). It is never needed: a file
//! is taken from it only while its stamp is the same and old enough to be trusted, and a cache that
//! is damaged, foreign or of another version is no cache.

mod codec;
mod headers;
mod kept;
mod scrap;
mod table;
mod vectors;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use tempfile::Builder;

pub(super) use headers::{HEADERS, as_kept, memories};
pub use kept::Kept;
pub use scrap::Scrap;
pub use vectors::{Damaged, Depth, Form, Key, Shelf, Turn};

use super::Store;
use crate::{model::Stamp, world::World};

/// Fewer new files than this are read each time rather than written down each time; of a large
/// store, this share.
const FEW: usize = 16;
const SHARE: usize = 100;

/// Whether so many files that could be kept and are not, of so many in all, are worth a write.
#[must_use]
pub fn is_worth_keeping(new: usize, all: usize) -> bool {
    new > FEW.max(all / SHARE)
}

/// Where what is remembered of one store lies, and the moment from which files are judged.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    path: PathBuf,
    now: SystemTime,
}

impl Store {
    /// The same store, whose headers are remembered between commands. Without a home they are not.
    #[must_use]
    pub fn remembered(mut self, world: &World) -> Self {
        let name = self.hash();
        let folder = world.xdg("XDG_CACHE_HOME", ".cache").ok();
        self.cache =
            folder.map(|folder| Cache { path: folder.join("mem").join(format!("{name}.headers")), now: world.wall() });
        self
    }
}

impl Cache {
    /// The file for something else that is kept of this store.
    fn beside(&self, name: &str) -> PathBuf {
        self.path.with_extension(name)
    }

    /// Whether a file may still change under the same stamp.
    pub(super) fn is_racy(&self, stamp: &Stamp) -> bool {
        stamp.is_racy(self.now)
    }
}

/// Fills `bytes` from this place of a file on.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// The same where a place is the file's own: under a lock, for others may read beside.
#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    use std::{
        io::{Read as _, Seek as _, SeekFrom},
        sync::{Mutex, PoisonError},
    };
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

/// In its place at once, so that a reader sees the old one or the new one.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_by(path, |file| file.write_all(bytes)).map(drop)
}

/// The same for what comes bit by bit; the new file, open for reading.
fn write_by(path: &Path, put: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let mut file = BufWriter::new(Builder::new().prefix(".headers-").tempfile_in(folder)?);
    put(&mut file)?;
    let temp = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(temp.persist(path)?)
}
