//! When the history itself is in trouble.

use std::{fs, path::PathBuf};

use super::{Git, GitError, REF, State, clear_locks, forget, tip};
use crate::{store::Store, world::World};

/// What a repair did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repaired {
    /// Every object is there and whole.
    Sound,
    /// It is sound now; nothing of it was lost.
    Healed,
    /// The repository was set aside here; the next change starts a new one.
    SetAside(PathBuf),
    /// There is no history yet.
    None,
}

impl Store {
    /// Checks the history, heals what can be healed, and sets it aside when it is damaged. Call it
    /// under the lock.
    ///
    /// # Errors
    /// [`GitError`] without git, or when the damaged repository cannot be moved.
    pub fn repair_history(&self, world: &World) -> Result<Repaired, GitError> {
        let git = self.git(world)?;
        git.available()?;
        forget::finish(&git);
        if git.dir.symlink_metadata().is_err() {
            return Ok(Repaired::None);
        }
        clear_locks(&git.dir);
        if is_sound(&git) {
            return Ok(Repaired::Sound);
        }
        heal(&git);
        if is_sound(&git) {
            return Ok(Repaired::Healed);
        }
        let aside = free_name(&git);
        fs::rename(&git.dir, &aside).map_err(|e| git.damaged(&e.to_string()))?;
        Ok(Repaired::SetAside(aside))
    }
}

fn is_sound(git: &Git) -> bool {
    let tip = tip(git);
    let lost = matches!(tip, Ok(None)) && State::last_commit(&git.dir).is_some();
    tip.is_ok() && !lost && git.run(&["fsck", "--full", "--no-dangling", "--no-progress"]).is_ok()
}

/// Puts back what `mem` knows without the repository: its settings, its one branch, and the
/// branch's last commit from the note of stamps. Whether that helped is for git to say.
fn heal(git: &Git) {
    if git.run(&["config", "--list", "--local"]).is_err() {
        let _ = fs::remove_file(git.dir.join("config"));
    }
    let _ = fs::remove_file(git.dir.join("HEAD"));
    let _ = git.init();
    let is_there = |id: &str| git.run(&["cat-file", "-e", &format!("{id}^{{tree}}")]).is_ok();
    if !matches!(tip(git), Ok(Some(tip)) if is_there(&tip))
        && let Some(last) = State::last_commit(&git.dir).filter(|last| is_there(last))
    {
        let _ = fs::write(git.dir.join(REF), format!("{last}\n"));
    }
}

/// `HASH.git.damaged-1`, `-2`, …: the first that is free.
fn free_name(git: &Git) -> PathBuf {
    let name = |n: u32| git.dir.with_extension(format!("git.damaged-{n}"));
    (1..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| name(0))
}
