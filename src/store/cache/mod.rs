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
mod table;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use tempfile::Builder;

pub(super) use headers::{HEADERS, memories};
pub use kept::Kept;

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

/// In its place at once, so that a reader sees the old one or the new one.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let temp = Builder::new().prefix(".headers-").tempfile_in(folder)?;
    fs::write(temp.path(), bytes)?;
    temp.persist(path)?;
    Ok(())
}
