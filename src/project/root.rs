//! Where a project begins, seen from the working directory.
//!
//! All work trees and sub-directories of a repository are one project and share one memory.
//! git's variables (`GIT_DIR`, …) take no part: a hook exports them for another repository.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::gitdir::{self, Found};
use crate::world::{World, WorldError};

/// A project, as seen from one of its directories. All paths are physical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// What names the project: the main work tree of its repository, the directory of `.mem.toml`,
    /// or the working directory. For a bare repository, the repository itself.
    pub root: PathBuf,
    /// The work tree around the working directory: `root`, except in a linked worktree. The files
    /// that memories are judged against lie here.
    pub top: PathBuf,
    /// The working directory.
    pub cwd: PathBuf,
    /// What showed where it begins.
    pub marker: Marker,
}

/// What showed where a project begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A git repository or submodule.
    Git,
    /// A linked worktree of a git repository.
    Worktree,
    /// A bare git repository.
    Bare,
    /// A `.mem.toml`.
    MemToml,
    /// Nothing: the working directory is all there is.
    Cwd,
}

/// Why there is no project.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ProjectError {
    /// The working directory is not there.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The working directory is the root of the file system.
    #[error("/ is not a project")]
    FileSystemRoot,
    /// The working directory lies in the memory of a project.
    #[error("this directory holds the memory of a project and is none itself")]
    InStore,
}

impl ProjectError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::World(_) => "change into a directory that exists, or name one with -C",
            Self::FileSystemRoot => "change into a project, or name the memory directory with --dir",
            Self::InStore => "change into the project, or name it with -C",
        }
    }
}

impl Project {
    /// Where the project's `.mem.toml` lies: a bare repository has no files, its work trees do.
    #[must_use]
    pub fn config_dir(&self) -> &Path {
        let bare = self.root != self.top && gitdir::is_repository(&self.root);
        if bare { &self.top } else { &self.root }
    }

    /// The commit that the work tree stands on; `None` before the first, and without git.
    #[must_use]
    pub fn head(&self) -> Option<String> {
        gitdir::head(&self.top)
    }

    /// Whether git knows the project.
    #[must_use]
    pub fn in_git(&self) -> bool {
        !matches!(self.marker, Marker::MemToml | Marker::Cwd)
    }
}

/// The project around the working directory.
///
/// # Errors
/// [`ProjectError`] when the directory is gone, or is `/` and nothing else.
pub fn find(world: &World) -> Result<Project, ProjectError> {
    let cwd = world.cwd()?;
    if cwd.parent().is_none() {
        return Err(ProjectError::FileSystemRoot);
    }
    let project = |root: PathBuf, top: &Path, marker| Project { root, top: top.into(), cwd: cwd.into(), marker };
    let found = in_git(cwd).or_else(|| {
        let dir = below_root(cwd).find(|dir| dir.join(".mem.toml").is_file() && trusted(dir, ".mem.toml", cwd))?;
        Some((dir.to_owned(), dir, Marker::MemToml))
    });
    Ok(match found {
        // A repository at `/` (a versioned /etc) is not a project either.
        Some((root, top, marker)) if root.parent().is_some() => project(root, top, marker),
        _ => project(cwd.to_owned(), cwd, Marker::Cwd),
    })
}

/// The directories from `cwd` up, without `/`.
fn below_root(cwd: &Path) -> impl Iterator<Item = &Path> {
    cwd.ancestors().filter(|dir| dir.parent().is_some())
}

/// The nearest repository. A `.git` file that does not prove itself is passed over; only when
/// nothing lies around it is its directory a project of its own, and never the one it names.
fn in_git(cwd: &Path) -> Option<(PathBuf, &Path, Marker)> {
    let mut unproven = None;
    for dir in below_root(cwd) {
        match gitdir::at(dir).filter(|_| trusted(dir, ".git", cwd)) {
            Some(Found::Repository | Found::Own) => return Some((dir.to_owned(), dir, Marker::Git)),
            Some(Found::Linked(common)) => return Some((gitdir::main_tree(&common), dir, Marker::Worktree)),
            Some(Found::Unproven) => unproven = unproven.or(Some((dir.to_owned(), dir, Marker::Git))),
            None if is_bare(dir) => return Some((gitdir::main_tree(dir), dir, Marker::Bare)),
            None => {}
        }
    }
    unproven
}

/// A repository without work tree around it. A `.git` is found from its parent.
fn is_bare(dir: &Path) -> bool {
    dir.file_name().is_some_and(|name| name != ".git") && gitdir::is_repository(dir)
}

/// In a directory where everybody may write (`/tmp`), a marker that somebody else has put there
/// would choose the memory of all that lies below.
#[cfg(unix)]
fn trusted(dir: &Path, marker: &str, cwd: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    const STICKY_AND_PUBLIC: u32 = 0o1002;
    let owner = |path: &Path| fs::symlink_metadata(path).ok().map(|m| m.uid());
    match fs::metadata(dir) {
        Ok(meta) if meta.mode() & STICKY_AND_PUBLIC == STICKY_AND_PUBLIC => owner(&dir.join(marker)) == owner(cwd),
        _ => true,
    }
}

#[cfg(not(unix))]
fn trusted(_: &Path, _: &str, _: &Path) -> bool {
    true
}
