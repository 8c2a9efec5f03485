//! One file an operation: a plain request and a store in, an outcome out.
//!
//! An outcome is the JSON contract: its public fields are the keys. Operations print nothing and
//! know no command line.

pub mod add;
pub mod config;
mod desk;
pub mod diff;
pub mod dir;
pub mod edit;
pub mod extract;
pub mod find;
mod forget;
pub mod gate;
pub mod gc;
pub mod hook;
pub mod inbox;
pub mod init;
mod interrupted;
pub mod lint;
pub mod log;
pub mod ls;
pub mod meaning;
pub mod mv;
pub mod prompt;
pub mod recall;
pub mod reindex;
pub mod related;
mod replace;
pub mod restore;
pub mod rm;
pub mod row;
pub mod schema;
pub mod show;
mod tombstone;

use std::path::PathBuf;

use serde::Serialize;

use crate::{
    project::ProjectError,
    store::{StoreError, history::GitError, locate::LocateError},
    world::WorldError,
};

/// What an operation hands back: a document with a name and a version.
pub trait Outcome: Serialize + schemars::JsonSchema {
    /// The document's name and version, as in `mem.ls/1`.
    const SCHEMA: &'static str;
}

/// Why an operation could not give its answer.
#[derive(Debug, thiserror::Error)]
pub enum OpError {
    /// Nothing in the store answers to this name.
    #[error("no memory `{name}` in {}", dir.display())]
    NotFound {
        /// What was asked for.
        name: String,
        /// The store.
        dir: PathBuf,
        /// Names that are nearly the same.
        near: Vec<String>,
    },
    /// No revision of the history answers to this name.
    #[error("there is no revision `{0}`")]
    NoRevision(String),
    /// More than one memory answers to this name.
    #[error("`{name}` could be {}", files.join(", "))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The files that answer to it.
        files: Vec<String>,
    },
    /// The argument names something that is no memory: the index, a path outside, a folder.
    #[error("`{0}` is not a memory")]
    NotAMemory(String),
    /// What was asked makes no sense.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do.
        hint: String,
    },
    /// It can be done, and should not be done like this.
    #[error("{message}")]
    Refused {
        /// What is in the way.
        message: String,
        /// What to do.
        hint: String,
    },
    /// The rules are against saving it.
    #[error("{message}")]
    Judged {
        /// What they say.
        message: String,
        /// What to do.
        hint: String,
        /// Whether a person may save it all the same.
        overridable: bool,
    },
    /// A file that would be destroyed holds a secret, so that no history holds the file.
    #[error("{0} holds a secret, and so the history does not hold it")]
    Secret(String),
    /// Something would be destroyed that no history could bring back.
    #[error("{0}")]
    NoHistory(GitError),
    /// The history cannot hold a file that would be destroyed.
    #[error("no history holds {0}")]
    Unkept(String),
    /// Something cannot be taken out of the history.
    #[error("{0}; nothing was removed")]
    Unforgotten(GitError),
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] GitError),
    /// Some of it was done, and then no more.
    #[error("{done}, but then: {source}")]
    Halfway {
        /// What was done: "a.md is saved".
        done: String,
        /// What happened then.
        source: StoreError,
    },
    /// The store or the system failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store cannot be found.
    #[error(transparent)]
    Locate(#[from] LocateError),
    /// The project cannot be found.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// The surroundings are not usable.
    #[error(transparent)]
    World(#[from] WorldError),
}
