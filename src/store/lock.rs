//! One writer at a time: an OS lock on the store directory itself.
//!
//! It creates nothing, dies with its process, and every home and container that mounts the store
//! sees the same one. A file that merely exists never locks anything.

use std::{
    fs::{File, Metadata, TryLockError},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use super::{Store, StoreError};
use crate::{model::digest, world::World};

/// Waiting ends this long after the lock last changed hands …
const PATIENCE: Duration = Duration::from_secs(5);
/// … and after this long in any case.
const LIMIT: Duration = Duration::from_secs(60);
/// Between two tries: short beside a write with its fsyncs, long beside a system call.
const PAUSE: Duration = Duration::from_millis(5);

/// The right to change the store, for as long as it lives.
#[derive(Debug)]
pub struct Lock {
    _handle: File,
}

impl Store {
    /// Waits for the right to change the store, which must exist.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another process keeps it, [`StoreError::Io`] when the
    /// directory cannot be opened.
    pub fn lock(&self, world: &World) -> Result<Lock, StoreError> {
        let mut file = Lockable::directory(&self.dir)?;
        let start = Instant::now();
        let (mut last_change, mut seen) = (start, file.stamp());
        loop {
            match file.handle.try_lock() {
                Ok(()) if file.is_still_there() => return Ok(file.taken()),
                // Somebody put another directory in its place, and it locks nothing.
                Ok(()) => file = Lockable::directory(&self.dir)?,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(err)) if err.kind() == io::ErrorKind::Interrupted => {}
                Err(TryLockError::Error(_)) if file.path == self.dir => file = Lockable::stand_in(world, &self.dir)?,
                Err(TryLockError::Error(err)) => return Err(StoreError::io(&file.path)(err)),
            }
            let now = file.stamp();
            if now != seen {
                (last_change, seen) = (Instant::now(), now);
            }
            if last_change.elapsed() >= PATIENCE || start.elapsed() >= LIMIT {
                return Err(StoreError::Locked(file.path));
            }
            world.pause(PAUSE);
        }
    }
}

impl Store {
    /// The right to change the store, unless another process has it; nobody is waited for.
    ///
    /// # Errors
    /// [`StoreError::Io`] as [`Store::lock`].
    pub fn try_lock(&self, world: &World) -> Result<Option<Lock>, StoreError> {
        let mut file = Lockable::directory(&self.dir)?;
        if let Err(TryLockError::Error(_)) = file.handle.try_lock() {
            file = Lockable::stand_in(world, &self.dir)?;
        }
        match file.handle.try_lock() {
            Ok(()) => Ok(file.is_still_there().then(|| file.taken())),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(err)) => Err(StoreError::io(&file.path)(err)),
        }
    }
}

/// A handle that can be locked, and its name.
struct Lockable {
    handle: File,
    path: PathBuf,
}

impl Lockable {
    fn directory(dir: &Path) -> Result<Self, StoreError> {
        let handle = File::open(dir).map_err(StoreError::io(dir))?;
        Ok(Self { handle, path: dir.to_owned() })
    }

    /// A file that stands for a directory where those cannot be locked.
    fn stand_in(world: &World, store: &Path) -> Result<Self, StoreError> {
        let no_home = |e: crate::world::WorldError| StoreError::io(store)(io::Error::other(e));
        let locks = world.xdg("XDG_STATE_HOME", ".local/state").map_err(no_home)?.join("mem/locks");
        std::fs::create_dir_all(&locks).map_err(StoreError::io(&locks))?;
        let physical = store.canonicalize().map_err(StoreError::io(store))?;
        let path = locks.join(digest::project_hash(physical.as_os_str().as_encoded_bytes()));
        let handle = File::options().create(true).truncate(false).write(true).open(&path);
        Ok(Self { handle: handle.map_err(StoreError::io(&path))?, path })
    }

    /// Changes with every change of hands: each holder touches it, and writes of its files change
    /// the directory too. That tells a busy queue from one stuck process.
    fn stamp(&self) -> Option<SystemTime> {
        self.handle.metadata().and_then(|m| m.modified()).ok()
    }

    fn is_still_there(&self) -> bool {
        match (self.handle.metadata(), self.path.metadata()) {
            (Ok(held), Ok(named)) => same(&held, &named),
            _ => false,
        }
    }

    fn taken(self) -> Lock {
        hand_over(&self.handle);
        Lock { _handle: self.handle }
    }
}

/// Whether two looks were at one file.
#[cfg(unix)]
pub(super) fn same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub(super) fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Tells those who wait that the lock has a new holder, and lends it to our children: while a git
/// that we started is at work, our death must not let others in.
#[cfg(unix)]
fn hand_over(handle: &File) {
    use rustix::{
        fs::{Timespec, Timestamps, UTIME_NOW, futimens},
        io::{FdFlags, fcntl_setfd},
    };
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    let keep = Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_OMIT };
    // A store that may not be changed has no queue of writers.
    let _ = futimens(handle, &Timestamps { last_access: keep, last_modification: now });
    let _ = fcntl_setfd(handle, FdFlags::empty());
}

#[cfg(not(unix))]
fn hand_over(_: &File) {}
