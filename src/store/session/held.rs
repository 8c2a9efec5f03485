//! A session that one command has to itself while it looks at its state, prints and notes down
//! what it has printed. So two commands at once show nothing twice and stay within the bytes.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read as _, Write as _},
    path::Path,
    time::{Duration, Instant},
};

use super::{STATE, Session, State, old};
use crate::{
    store::{StoreError, locate::create_private, lock, temp},
    world::World,
};

/// How long a person's command waits for another that is printing: that takes a moment, unless its
/// reader has gone to sleep.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// How long a worker waits, for whom nobody waits.
pub const LONG_PATIENCE: Duration = Duration::from_secs(30);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(2);

/// The session, locked as long as this lives.
#[derive(Debug)]
pub struct Held {
    pub(super) session: Session,
    /// What it has been shown; another command cannot change it now.
    pub state: State,
    _locked: File,
}

impl Session {
    /// Waits for the session, so long at most.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another command keeps it, [`StoreError::Io`] when its state
    /// cannot be opened or made.
    pub fn hold(&self, world: &World, patience: Duration) -> Result<Held, StoreError> {
        self.hold_within(world, patience)?.ok_or_else(|| StoreError::Locked(self.path(STATE)))
    }

    /// The session, unless another command is at it.
    ///
    /// # Errors
    /// [`StoreError::Io`] as [`Session::hold`].
    pub fn try_hold(&self, world: &World) -> Result<Option<Held>, StoreError> {
        self.hold_within(world, Duration::ZERO)
    }

    fn hold_within(&self, world: &World, patience: Duration) -> Result<Option<Held>, StoreError> {
        let held = self.locked(world, STATE, patience)?.map(|file| self.held(world, file));
        held.transpose().map_err(StoreError::io(&self.path(STATE)))
    }

    /// One of the session's files, made where it is missing, locked for us; `None` when another command
    /// keeps it longer than so.
    pub(super) fn locked(&self, world: &World, end: &str, patience: Duration) -> Result<Option<File>, StoreError> {
        let path = self.path(end);
        create_private(&self.folder).map_err(StoreError::io(&self.folder))?;
        let start = Instant::now();
        loop {
            let file = open(&path).map_err(StoreError::io(&path))?;
            match file.try_lock() {
                Ok(()) if is_named(&file, &path) => return Ok(Some(file)),
                // It was replaced between the two: the new one is the one to lock.
                Ok(()) => {}
                Err(TryLockError::Error(err)) if err.kind() == io::ErrorKind::Interrupted => {}
                Err(TryLockError::Error(err)) => return Err(StoreError::io(&path)(err)),
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => return Ok(None),
                Err(TryLockError::WouldBlock) => world.pause(PAUSE),
            }
        }
    }

    /// Gives one of its files these bytes.
    pub(super) fn put(&self, end: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(end);
        let written = temp::empty(&self.folder, true).and_then(|mut new| {
            new.write_all(bytes)?;
            new.persist(&path).map_err(|e| e.error)
        });
        written.map(drop).map_err(StoreError::io(&path))
    }

    fn held(&self, world: &World, mut file: File) -> io::Result<Held> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            // Its first command, which also looks after those that have ended.
            file.write_all(&State::default().write())?;
            old::sweep(world, &self.folder);
        } else {
            // Sessions are counted, and grow old, by when they were last used.
            let _ = file.set_modified(world.wall());
        }
        Ok(Held { session: self.clone(), state: State::read(&bytes), _locked: file })
    }
}

impl Held {
    /// Empties the state and drops a prefetch: the session's context is gone.
    pub fn forget(&mut self) {
        self.drop_ahead();
        self.state = State::default();
    }

    /// Writes the state down, whole or not at all, and lets the session go. Its loss costs a
    /// repetition, not truth, so it is not synced.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses.
    pub fn save(self) -> Result<(), StoreError> {
        self.put(STATE, &self.state.write())
    }

    /// Gives one of the session's files these bytes.
    pub(super) fn put(&self, end: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.session.put(end, bytes)
    }

    /// Takes one of the session's files away, if it is there.
    pub(super) fn remove(&self, end: &str) {
        // Whoever cannot remove it cannot write the state either, and says so.
        let _ = fs::remove_file(self.session.path(end));
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Whether the open file still is the one of that name.
pub(super) fn is_named(file: &File, path: &Path) -> bool {
    matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(named)) if lock::same(&open, &named))
}
