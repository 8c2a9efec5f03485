//! The memory directory: where it is, what lies in it, how it is read and written.

pub mod answers;
mod beside;
mod cache;
pub mod due;
pub mod history;
pub mod inbox;
pub mod index;
pub mod journal;
pub mod leftovers;
mod litter;
pub mod locate;
pub mod lock;
mod look;
pub mod read;
pub mod scan;
pub mod session;
pub mod sorted;
pub mod swap;
mod temp;
pub mod view;
pub mod write;

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

pub use cache::{Damaged, Depth, Form, Kept, Key, Scrap, Shelf, Turn, is_worth_keeping};
pub use litter::Litter;

use crate::model::{Stamp, age::Dates, digest};

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Something else stands where the store should be.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// The operating system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory concerned.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process kept the lock.
    #[error("{} is locked by another process", .0.display())]
    Locked(PathBuf),
    /// The file changed between reading and writing it.
    #[error("{} was changed by another program meanwhile", .0.display())]
    Moved(PathBuf),
    /// Something that would hang or flood whoever reads it: a pipe, a device.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// A link where a memory was, and it leads out of the store.
    #[error("{} is a link out of the store", .0.display())]
    Outside(PathBuf),
    /// A link whose target could not be made either.
    #[error("{} is a link to {}, and there is no such directory", path.display(), target.display())]
    Dangling {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// The file would be rewritten, and is not text.
    #[error("{} is not UTF-8", .0.display())]
    NotText(PathBuf),
}

impl StoreError {
    /// An I/O error with the path that it is about.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// The file or directory that the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. } | Self::Dangling { path, .. } => path,
            Self::NotADirectory(path)
            | Self::NotAFile(path)
            | Self::Outside(path)
            | Self::Locked(path)
            | Self::Moved(path)
            | Self::NotText(path) => path,
        }
    }
}

/// A memory directory. It need not exist: then it is empty.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
    cache: Option<cache::Cache>,
    dates: Arc<Dates>,
}

impl Store {
    /// The store at `dir`.
    #[must_use]
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), cache: None, dates: Arc::default() }
    }

    /// The same store, whose files were last committed at these times.
    #[must_use]
    pub fn dated(self, dates: Dates) -> Self {
        Self { dates: Arc::new(dates), ..self }
    }

    /// Whether a file with this stamp may still change without showing it.
    #[must_use]
    pub fn is_racy(&self, stamp: &Stamp) -> bool {
        self.cache.as_ref().is_none_or(|cache| cache.is_racy(stamp))
    }

    /// The name of its state outside of it: a hash of where it really lies.
    #[must_use]
    pub fn hash(&self) -> String {
        digest::project_hash(physical(&self.dir).as_os_str().as_encoded_bytes())
    }

    /// Where it is.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

/// The physical path, also of a directory that is gone: what is kept of it elsewhere is still there.
fn physical(dir: &Path) -> PathBuf {
    let mut missing = Vec::new();
    for there in dir.ancestors() {
        if let Ok(found) = there.canonicalize() {
            return missing.into_iter().rev().fold(found, |path, part| path.join(part));
        }
        missing.extend(there.file_name());
    }
    dir.to_owned()
}
