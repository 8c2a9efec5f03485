//! Replacing files that others write to as well: what they wrote meanwhile is seen, kept or started
//! over for.

use std::{io, path::Path, time::Duration};

use super::{OpError, desk::Desk};
use crate::{
    lint::secret,
    model::Memory,
    store::{
        Store, StoreError, read, scan,
        swap::Displaced,
        view::{AsKept, View},
        write::{self, Seen, SeenBytes, stamp_of},
    },
    world::World,
};

/// Times that another program may change a file under our hands before we give up.
const TRIES: usize = 5;
/// Between two tries: whoever writes in bursts is then done, mostly.
const BETWEEN: Duration = Duration::from_millis(2);
/// An empty file that was just changed is one whose writer has emptied it and not filled it yet:
/// it gets so many looks.
const LOOKS: usize = 100;

impl Desk<'_> {
    /// As [`Desk::settle`], and that it can bring back this state of the file, which may be younger
    /// than the desk. Nothing but git itself can tell.
    pub(super) fn secure(&mut self, file: &str, seen: &SeenBytes, force: bool) -> Result<bool, OpError> {
        self.take_up(file, seen);
        if !self.settle(force)? {
            return Ok(false);
        }
        match self.history.as_ref().map(|history| history.keeps(file, &seen.bytes)) {
            Some(Ok(true)) => Ok(true),
            Some(Err(why)) => self.go_on(OpError::NoHistory(why), force),
            _ if secret::is_in(&seen.bytes) => self.go_on(OpError::Secret(file.to_owned()), force),
            _ => self.go_on(OpError::Unkept(file.to_owned()), force),
        }
    }

    fn take_up(&mut self, file: &str, seen: &SeenBytes) {
        if self.ours.get(file) == Some(&seen.bytes) {
            return;
        }
        if let (Some(history), Some(stamp)) = (&mut self.history, &seen.stamp) {
            history.take_up(file, stamp, &seen.bytes);
        }
    }

    /// A file was given another name: what it holds is nobody's edit of the new one.
    pub(super) fn same_text(&mut self, from: &str, to: &str, seen: &SeenBytes) {
        self.take_up(from, seen);
        self.ours.insert(to.to_owned(), seen.bytes.clone());
    }

    /// Reads a memory's file that is going to be rewritten.
    pub(super) fn see(&self, memory: &Memory) -> Result<Seen, OpError> {
        self.steady(|| see(memory))
    }

    /// Reads any file below the store that is going to be replaced, whatever it holds.
    pub(super) fn see_bytes(&self, file: &str) -> Result<SeenBytes, OpError> {
        let path = scan::path_of(self.store.dir(), file);
        // The index may be a link to anywhere.
        if !scan::is_index(file) {
            inside(file, &path)?;
        }
        Ok(write::see_bytes(&path)?)
    }

    /// Looks again while a file seems to be emptied by somebody who is about to fill it.
    pub(super) fn steady(&self, look: impl Fn() -> Result<Seen, StoreError>) -> Result<Seen, OpError> {
        let mut seen = look()?;
        for _ in 0..LOOKS {
            let emptied = seen.text.is_empty() && seen.stamp.as_ref().is_some_and(|s| s.is_racy(self.world.wall()));
            if !emptied {
                break;
            }
            self.world.pause(BETWEEN);
            seen = look()?;
        }
        Ok(seen)
    }

    /// Writes a text file that was `seen`.
    pub(super) fn put(&mut self, file: &str, text: &str, seen: &Seen) -> Result<(), OpError> {
        self.take_up(file, &seen.into());
        let displaced = write::put(&scan::path_of(self.store.dir(), file), text, seen)?;
        self.done(file, Some(text.as_bytes()), displaced);
        Ok(())
    }

    /// Writes any file that was `seen`; without `bytes` it is taken away.
    pub(super) fn put_bytes(&mut self, file: &str, bytes: Option<&[u8]>, seen: &SeenBytes) -> Result<(), OpError> {
        self.take_up(file, seen);
        let path = scan::path_of(self.store.dir(), file);
        let displaced = match bytes {
            Some(bytes) => write::put_bytes(&path, bytes, seen)?,
            None => write::remove(&path, seen)?,
        };
        self.done(file, bytes, displaced);
        Ok(())
    }

    fn done(&mut self, file: &str, bytes: Option<&[u8]>, displaced: Displaced) {
        self.touched.push(file.to_owned());
        self.ours.insert(file.to_owned(), bytes.unwrap_or_default().to_vec());
        self.displaced.retain(|(other, _)| other != file);
        self.displaced.push((file.to_owned(), displaced));
    }
}

/// The memories of a store that is going to be changed; one that somebody is just filling is waited
/// for, since its line in the index would be written anew without its words.
pub(super) fn memories(world: &World, store: &Store, view: &View, as_kept: AsKept) -> Vec<Memory> {
    let mut memories = view.memories(store, as_kept).items;
    for memory in memories.iter_mut().filter(|m| m.stamp.size == 0) {
        let fresh = |path: &Path| matches!(stamp_of(path), Ok(Some(stamp)) if stamp.is_racy(world.wall()));
        for _ in 0..LOOKS {
            if !fresh(&memory.path) {
                break;
            }
            world.pause(BETWEEN);
            if let Some(document) = read::again(memory).filter(|d| d.memory.stamp.size > 0) {
                *memory = document.memory;
                break;
            }
        }
    }
    memories
}

/// Reads a memory's file that is going to be rewritten.
pub(super) fn see(memory: &Memory) -> Result<Seen, StoreError> {
    inside(&memory.file, &memory.path)?;
    let seen = write::see(&memory.path)?;
    // What is gone is not made anew by those who came to change it.
    if seen.stamp.is_some() { Ok(seen) } else { Err(StoreError::Moved(memory.path.clone())) }
}

/// Since the scan a link may have taken the file's place: nothing is read or written through one
/// that leads out of the store.
pub(super) fn inside(file: &str, path: &Path) -> Result<(), StoreError> {
    match read::beneath(file, path) {
        Err(err) if err.kind() == io::ErrorKind::Other => Err(StoreError::Outside(path.to_owned())),
        // Whoever reads it says what else is wrong with it.
        _ => Ok(()),
    }
}

/// Starts over when another program changed the file between our read and our write.
pub(super) fn retry<T>(world: &World, mut attempt: impl FnMut() -> Result<T, OpError>) -> Result<T, OpError> {
    for _ in 1..TRIES {
        match attempt() {
            Err(OpError::Store(StoreError::Moved(_))) => world.pause(BETWEEN),
            done => return done,
        }
    }
    attempt()
}
