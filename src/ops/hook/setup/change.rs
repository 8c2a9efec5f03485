//! A file before and after, and the step from one to the other.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::backup;
use crate::{
    ops::{OpError, row::display},
    store::{
        StoreError,
        write::{self, Seen},
    },
    world::World,
};

/// What happens to a file.
pub(super) struct Change {
    pub(super) path: PathBuf,
    pub(super) seen: Seen,
    /// What it holds afterwards; none when it is gone then.
    pub(super) after: Option<String>,
    pub(super) executable: bool,
    /// What an uninstall is to bring back.
    pub(super) undo: Undo,
    /// What the person should know.
    pub(super) note: Option<String>,
}

/// What an uninstall is to bring back.
pub(super) enum Undo {
    /// This text, or no file at all.
    To(Option<String>),
    /// Nothing: the old file is kept for the person alone.
    Nothing,
}

impl Change {
    /// Whether anything changes.
    pub(super) fn is_one(&self) -> bool {
        match &self.after {
            Some(after) => self.seen.stamp.is_none() || *after != self.seen.text,
            None => self.seen.stamp.is_some(),
        }
    }

    /// A file that may not be written is not replaced either, though its folder would allow it.
    pub(super) fn may_be_written(&self) -> Result<(), OpError> {
        let readonly = fs::metadata(&self.path).is_ok_and(|meta| meta.permissions().readonly());
        let denied = || StoreError::io(&self.path)(io::ErrorKind::PermissionDenied.into());
        if readonly { Err(denied().into()) } else { Ok(()) }
    }

    /// The name of the file and its texts.
    pub(super) fn texts(&self) -> (String, String, String) {
        (display(&self.path), self.seen.text.clone(), self.after.clone().unwrap_or_default())
    }

    /// Writes the file whole, or takes it away. The old one is kept where the result says.
    pub(super) fn write(&self, world: &World, agent: &str, root: &Path) -> Result<Option<PathBuf>, OpError> {
        let after = self.after.as_deref().unwrap_or_default();
        let kept = match &self.undo {
            Undo::To(before) => backup::before_install(world, agent, &self.path, before.as_deref(), after)?,
            Undo::Nothing if self.seen.stamp.is_none() => None,
            Undo::Nothing => Some(backup::before_removal(world, agent, &self.path, &self.seen.text)?),
        };
        let Some(after) = &self.after else {
            drop(write::remove(&self.path, &(&self.seen).into())?);
            remove_empty(self.path.parent(), root);
            return Ok(kept);
        };
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir).map_err(StoreError::io(dir))?;
        }
        drop(write::put(&self.path, after, &self.seen)?);
        if self.executable {
            make_executable(&self.path).map_err(StoreError::io(&self.path))?;
        }
        Ok(kept)
    }
}

/// Folders that hold nothing any more, up to `root`.
fn remove_empty(mut dir: Option<&Path>, root: &Path) {
    while let Some(empty) = dir.filter(|dir| *dir != root && dir.starts_with(root)) {
        // One that holds something is not removed, and ends the way.
        if fs::remove_dir(empty).is_err() {
            return;
        }
        dir = empty.parent();
    }
}

#[cfg(unix)]
pub(super) fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode();
    // Whoever may read it may start it.
    fs::set_permissions(path, fs::Permissions::from_mode(mode | (mode & 0o444) >> 2))
}

#[cfg(not(unix))]
pub(super) fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
