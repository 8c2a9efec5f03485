//! One writer at a time: an OS lock on the store directory itself.
//!
//! It creates nothing, dies with its process, and every home and container that mounts the store
//! sees the same one. A file that merely exists never locks anything.

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use super::{Store, StoreError};
use crate::{model::digest, world::World};

/// Waiting ends this long after the lock last changed hands (a holder's write changes the
/// directory's mtime, which tells a busy queue from one stuck process) …
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
        let (handle, path) = self.lock_handle(world)?;
        let start = Instant::now();
        let (mut last_change, mut seen) = (start, self.changed());
        loop {
            match handle.try_lock() {
                Ok(()) => return Ok(Lock { _handle: handle }),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(source)) => return Err(StoreError::Io { path, source }),
            }
            let now = self.changed();
            if now != seen {
                (last_change, seen) = (Instant::now(), now);
            }
            if last_change.elapsed() >= PATIENCE || start.elapsed() >= LIMIT {
                return Err(StoreError::Locked(path));
            }
            world.pause(PAUSE);
        }
    }

    fn changed(&self) -> Option<SystemTime> {
        self.dir.metadata().and_then(|m| m.modified()).ok()
    }

    /// The directory, or a file that stands for it where directories cannot be opened or locked.
    fn lock_handle(&self, world: &World) -> Result<(File, PathBuf), StoreError> {
        let dir = File::open(&self.dir).map_err(StoreError::io(&self.dir));
        match dir {
            Ok(handle) if !unsupported(&handle) => Ok((handle, self.dir.clone())),
            Err(err) if cfg!(unix) => Err(err),
            _ => stand_in(world, &self.dir),
        }
    }
}

/// Whether this kind of handle cannot be locked at all.
fn unsupported(handle: &File) -> bool {
    match handle.try_lock_shared() {
        Ok(()) => handle.unlock().is_err(),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

fn stand_in(world: &World, store: &Path) -> Result<(File, PathBuf), StoreError> {
    let no_home = |e: crate::world::WorldError| StoreError::Io { path: store.to_owned(), source: io::Error::other(e) };
    let locks = world.xdg("XDG_STATE_HOME", ".local/state").map_err(no_home)?.join("mem/locks");
    std::fs::create_dir_all(&locks).map_err(StoreError::io(&locks))?;
    let physical = store.canonicalize().map_err(StoreError::io(store))?;
    let path = locks.join(digest::project_hash(physical.as_os_str().as_encoded_bytes()));
    let handle = File::options().create(true).truncate(false).write(true).open(&path).map_err(StoreError::io(&path))?;
    Ok((handle, path))
}
