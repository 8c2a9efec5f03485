//! When the history itself is in trouble, or must forget.

use std::{fs, path::PathBuf};

use super::{Git, GitError, clear_locks, tip};
use crate::{store::Store, world::World};

/// What a repair did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repaired {
    /// Every object is there and whole.
    Sound,
    /// The repository was set aside here; the next change starts a new one.
    SetAside(PathBuf),
    /// There is no history yet.
    None,
}

impl Store {
    /// Checks the history, and sets it aside when it is damaged. Call it under the lock.
    ///
    /// # Errors
    /// [`GitError`] without git, or when the damaged repository cannot be moved.
    pub fn repair_history(&self, world: &World) -> Result<Repaired, GitError> {
        let git = self.git(world)?;
        if !git.dir.exists() {
            return Ok(Repaired::None);
        }
        clear_locks(&git.dir);
        let sound = git.exists() && tip(&git).is_ok();
        match git.run(&["fsck", "--full", "--no-dangling", "--no-progress"]) {
            Ok(_) if sound => return Ok(Repaired::Sound),
            Err(GitError::Missing) => return Err(GitError::Missing),
            Ok(_) | Err(GitError::Damaged { .. }) => {}
        }
        let aside = free_name(&git);
        fs::rename(&git.dir, &aside).map_err(|e| git.damaged(&e.to_string()))?;
        Ok(Repaired::SetAside(aside))
    }

    /// Writes the history anew without these files, so that no revision and no object holds them.
    /// The index goes out of the past too: its lines quote descriptions.
    ///
    /// # Errors
    /// [`GitError`] when git cannot; the old history is then as it was.
    pub fn forget(&self, world: &World, files: &[String]) -> Result<(), GitError> {
        let git = self.git(world)?;
        if !git.exists() || tip(&git)?.is_none() {
            return Ok(());
        }
        let new = git.at(git.dir.with_extension("new"));
        let old = git.dir.with_extension("old");
        let io = |e: std::io::Error| git.damaged(&e.to_string());
        for leftover in [&new.dir, &old] {
            if leftover.exists() {
                fs::remove_dir_all(leftover).map_err(io)?;
            }
        }
        let mut args: Vec<String> = ["fast-export", "main", "--", "."].map(str::to_owned).into();
        let index = self.index_path().file_name().map(|n| n.to_string_lossy().into_owned());
        args.extend(files.iter().cloned().chain(index).map(|file| format!(":(exclude,literal){file}")));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let stream = git.run_with_pathspecs(&args)?;
        new.init()?;
        new.feed(&["fast-import", "--quiet"], &stream)?;
        fs::rename(&git.dir, &old).map_err(io)?;
        fs::rename(&new.dir, &git.dir).map_err(io)?;
        fs::remove_dir_all(&old).map_err(io)
    }
}

/// Ends a [`Store::forget`] that was killed between its renames: the new history is whole then, and
/// the old one must not stay.
pub(super) fn finish_forgetting(git: &Git) {
    let (new, old) = (git.dir.with_extension("new"), git.dir.with_extension("old"));
    if !old.exists() {
        return;
    }
    if !git.dir.exists() {
        let _ = fs::rename(&new, &git.dir);
    }
    if git.exists() {
        let _ = fs::remove_dir_all(&old);
    }
}

/// `HASH.git.damaged-1`, `-2`, …: the first that is free.
fn free_name(git: &Git) -> PathBuf {
    let name = |n: u32| git.dir.with_extension(format!("git.damaged-{n}"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}
