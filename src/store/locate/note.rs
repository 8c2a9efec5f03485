//! What the user should hear about the choice, and why there is none.

use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};

use crate::world::WorldError;

/// Something about the chosen store, or one that was passed over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The directory that our slug names is another project's.
    #[error("{} is not used: it belongs to {}, whose name Claude Code cannot tell from {}", .dir.display(), .theirs.display(), .ours.display())]
    Foreign {
        /// The directory.
        dir: PathBuf,
        /// Our root.
        ours: PathBuf,
        /// The project that it belongs to.
        theirs: PathBuf,
    },
    /// Claude Code itself has put two projects into one directory.
    #[error("{} holds the memory of two projects, {} and {}: Claude Code cannot tell their names apart", .dir.display(), .ours.display(), .theirs.display())]
    Mixed {
        /// The directory.
        dir: PathBuf,
        /// Our root.
        ours: PathBuf,
        /// The other project.
        theirs: PathBuf,
    },
    /// The name fits another project as well, and nothing says whose it is.
    #[error("{} is not used: it may be {}'s, Claude Code cannot tell the names apart", .dir.display(), .other.as_deref().unwrap_or(Path::new("another project")).display())]
    Unproven {
        /// The directory.
        dir: PathBuf,
        /// The other project, when it is known.
        other: Option<PathBuf>,
    },
    /// A directory that the project names leads outside of it.
    #[error("{} is not used: it leads out of the project, to {}", .dir.display(), .target.display())]
    Escapes {
        /// The directory as named.
        dir: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// The recorded choice cannot be read.
    #[error("{} is ignored: {why}", .file.display())]
    BadRecord {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A store whose project is gone and may be this one under its old name.
    #[error("no memory here yet, but {} had one and is gone: if this project is the same, its memory is in {}", .old.display(), .dir.display())]
    Moved {
        /// The root that is gone.
        old: PathBuf,
        /// Its store.
        dir: PathBuf,
        /// Where this project's store would be.
        new: PathBuf,
    },
}

impl Note {
    /// Whether the directory that it is about is passed over.
    #[must_use]
    pub fn refuses(&self) -> bool {
        matches!(self, Self::Foreign { .. } | Self::Unproven { .. } | Self::Escapes { .. })
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Foreign { dir, .. } | Self::Mixed { dir, .. } | Self::Unproven { dir, .. } => {
                format!("to look at it: mem --dir {} ls", shell(dir))
            }
            Self::Escapes { .. } => "name a directory inside the project, or use --dir".into(),
            Self::BadRecord { file, .. } => format!("delete it, the next write makes it anew: rm {}", shell(file)),
            Self::Moved { dir, new, .. } => {
                let parent = shell(new.parent().unwrap_or(new)).into_owned();
                let (dir, new) = (shell(dir), shell(new));
                format!("look at it with `mem --dir {dir} ls`; to keep it: mkdir -p {parent} && mv {dir} {new}")
            }
        }
    }
}

/// Why no directory could be chosen.
#[derive(Debug, thiserror::Error)]
pub enum LocateError {
    /// A home or working directory is needed and not there.
    #[error(transparent)]
    World(#[from] WorldError),
    /// Neither `--dir` nor a project.
    #[error("there is no project here")]
    NoProject,
    /// `--dir ''`.
    #[error("--dir is empty")]
    Empty,
    /// A file has the place of the directory, or of one above it.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// A link without target has its place.
    #[error("{} is a link to a directory that does not exist", .0.display())]
    Dangling(PathBuf),
    /// The system does not let us see.
    #[error("{}: {source}", .dir.display())]
    Io {
        /// The directory.
        dir: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// mem's folder for this project is another project's.
    #[error("{} belongs to {}, not to {}", .file.display(), .theirs.display(), .ours.display())]
    Collision {
        /// The record.
        file: PathBuf,
        /// Our root.
        ours: PathBuf,
        /// The project in the record.
        theirs: PathBuf,
    },
}

impl LocateError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::World(WorldError::Home(_)) => {
                "set HOME (or MEM_HOME) to an absolute path, or name the memory directory with --dir"
            }
            Self::World(_) | Self::NoProject => "change into a project, or name the memory directory with --dir",
            Self::Empty => "name a directory, or leave --dir out",
            Self::NotADirectory(_) | Self::Dangling(_) => "move it away, or name another directory with --dir",
            Self::Io { .. } => "make it accessible, or name another directory with --dir",
            Self::Collision { .. } => {
                "delete the file to give the folder to this project, or name another directory with --dir"
            }
        }
    }

    /// The file or directory that it is about.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::NotADirectory(path) | Self::Dangling(path) => Some(path),
            Self::Io { dir: path, .. } | Self::Collision { file: path, .. } => Some(path),
            Self::World(_) | Self::NoProject | Self::Empty => None,
        }
    }
}

/// A path as a shell takes it.
fn shell(path: &Path) -> Cow<'_, str> {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")).into() }
}
