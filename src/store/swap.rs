//! Putting one file in the place of another so that nothing that a third party writes meanwhile is
//! lost: the two change places in one step, and what came out is looked at before it goes.
//!
//! An agent writes to the same files with its own tools and knows nothing of our lock. A look
//! before the rename leaves a gap between the two; an exchange has none.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, TempPath};

use super::{StoreError, read};

/// An exchange is given back at most so often; each time somebody wrote within microseconds.
const GIVE_BACKS: usize = 16;

/// A file that was put out of the way. Somebody who had it open may still write to it: so it stays
/// until the change is done, and is then looked at once more.
#[derive(Debug)]
#[must_use]
pub struct Displaced(Option<Out>);

#[derive(Debug)]
struct Out {
    temp: TempPath,
    target: PathBuf,
    /// What it held when it was put out of the way.
    old: Vec<u8>,
    /// What stands in its place; `None` when nothing does.
    new: Option<Vec<u8>>,
}

impl Displaced {
    /// Nothing was in the way.
    pub(super) fn nothing() -> Self {
        Self(None)
    }

    /// Puts the file back, since the change failed after all.
    pub(super) fn undo(self) {
        let Some(out) = self.0 else { return };
        let _ = match &out.new {
            Some(new) if holds(&out.target, new) => exchange(&out.temp, &out.target),
            Some(_) => Ok(()),
            None => rename_new(&out.temp, &out.target),
        };
    }

    /// Whether somebody wrote to the file after all. Then theirs is the last word: it is back in
    /// its place, unless they have put something newer there.
    pub fn written_late(self) -> bool {
        let Some(out) = self.0.filter(|out| !holds(&out.temp, &out.old)) else { return false };
        // Gone altogether, as by somebody's sweep, is not written.
        if out.temp.symlink_metadata().is_err() {
            return false;
        }
        match &out.new {
            Some(new) => holds(&out.target, new) && exchange(&out.temp, &out.target).is_ok(),
            None => rename_new(&out.temp, &out.target).is_ok(),
        }
    }
}

/// Puts `temp`, which holds `new`, in the place of `target`, which holds `old`.
///
/// # Errors
/// [`StoreError::Moved`] when it holds something else by now; that is then in its place.
pub(super) fn put(temp: NamedTempFile, target: &Path, old: &[u8], new: &[u8]) -> Result<Displaced, StoreError> {
    let temp = temp.into_temp_path();
    let moved = || StoreError::Moved(target.to_owned());
    match exchange(&temp, target) {
        Ok(()) if holds(&temp, old) => {
            let (target, old, new) = (target.to_owned(), old.to_vec(), Some(new.to_vec()));
            Ok(Displaced(Some(Out { temp, target, old, new })))
        }
        Ok(()) => {
            give_back(&temp, target, new);
            Err(moved())
        }
        // Either of them was taken away.
        Err(err) if err.kind() == io::ErrorKind::NotFound => Err(moved()),
        Err(err) if lacks_flags(&err) => {
            if !holds(target, old) {
                return Err(moved());
            }
            temp.persist(target).map_err(|e| StoreError::io(target)(e.error))?;
            Ok(Displaced::nothing())
        }
        Err(err) => Err(StoreError::io(target)(err)),
    }
}

/// Takes `target`, which holds `old`, out of the way to the name of `temp`.
///
/// # Errors
/// [`StoreError::Moved`] when it holds something else by now; that is then in its place.
pub(super) fn take(temp: NamedTempFile, target: &Path, old: &[u8]) -> Result<Displaced, StoreError> {
    let temp = temp.into_temp_path();
    match fs::rename(target, &temp) {
        Ok(()) => {}
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Err(StoreError::Moved(target.to_owned())),
        Err(err) => return Err(StoreError::io(target)(err)),
    }
    if holds(&temp, old) {
        return Ok(Displaced(Some(Out { temp, target: target.to_owned(), old: old.to_vec(), new: None })));
    }
    // When there is a new one already, theirs is the newer.
    let _ = rename_new(&temp, target);
    Err(StoreError::Moved(target.to_owned()))
}

/// Undoes an exchange. What comes out must be ours: else somebody wrote between the two, and that
/// is newer than what went in.
fn give_back(temp: &Path, target: &Path, ours: &[u8]) {
    for _ in 0..GIVE_BACKS {
        if exchange(temp, target).is_err() {
            // The target was taken away meanwhile, which is newer than all.
            return;
        }
        if holds(temp, ours) {
            return;
        }
    }
}

/// Whether a file holds exactly this.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    read::file(path).is_ok_and(|(found, _)| found == bytes)
}

/// Gives a file a name that nothing has.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] when something has it.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match rename_with(from, to, Flag::New) {
        Err(err) if lacks_flags(&err) => {
            if to.symlink_metadata().is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            fs::rename(from, to)
        }
        done => done,
    }
}

fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    rename_with(a, b, Flag::Exchange)
}

/// Whether the file system (or this kernel) knows no such rename.
fn lacks_flags(err: &io::Error) -> bool {
    matches!(err.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

/// What a rename does about the other name.
#[derive(Clone, Copy)]
enum Flag {
    Exchange,
    New,
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_with(from: &Path, to: &Path, flag: Flag) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let flag = match flag {
        Flag::Exchange => RenameFlags::EXCHANGE,
        Flag::New => RenameFlags::NOREPLACE,
    };
    Ok(renameat_with(CWD, from, CWD, to, flag)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_with(_: &Path, _: &Path, _: Flag) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
