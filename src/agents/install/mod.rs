//! How `mem` becomes part of an agent: which file, and what goes into it.

pub mod entry;
mod program;

use std::path::PathBuf;

use serde_json::Value;

pub use program::Program;

use crate::world::{World, WorldError};

/// How an agent is told to run `mem`.
#[derive(Debug)]
pub struct Install {
    /// The person's own file, or folder where it is files of ours.
    pub user: fn(&World) -> Result<PathBuf, WorldError>,
    /// The same inside a project.
    pub project: &'static str,
    /// What goes there.
    pub form: Form,
    /// What the person still has to do or to know.
    pub notes: &'static [&'static str],
    /// Programs by which the agent is known to be there.
    pub programs: &'static [&'static str],
    /// The same for files and folders below the home directory.
    pub traces: &'static [&'static str],
}

/// What is written.
#[derive(Debug)]
pub enum Form {
    /// Entries in settings that hold other things too.
    Settings {
        /// Keys that the whole needs, where it is made anew.
        base: &'static [(&'static str, Plain)],
        /// An entry for each event: its list is `hooks.EVENT`.
        hooks: fn(&Program) -> Vec<(&'static str, Value)>,
    },
    /// Whole files of ours in a folder.
    Files(fn(&Program) -> Vec<File>),
}

/// A value that a constant can hold.
#[derive(Clone, Copy, Debug)]
pub enum Plain {
    /// A whole number.
    Number(u32),
    /// A text.
    Text(&'static str),
    /// A list of texts.
    Texts(&'static [&'static str]),
}

/// A file that is ours as a whole.
#[derive(Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// The events that it is for.
    pub events: &'static [&'static str],
    /// Its text, which names the command that wrote it.
    pub text: String,
    /// Whether the agent starts it.
    pub executable: bool,
}

impl From<Plain> for Value {
    fn from(plain: Plain) -> Self {
        match plain {
            Plain::Number(number) => number.into(),
            Plain::Text(text) => text.into(),
            Plain::Texts(texts) => texts.into(),
        }
    }
}

/// A folder in the home directory, or the one that a variable names in its place.
pub(super) fn home(world: &World, variable: &str, usual: &str) -> Result<PathBuf, WorldError> {
    match world.var(variable) {
        Some(dir) => Ok(world.home().map(|home| home.join(dir)).unwrap_or_else(|_| dir.into())),
        None => Ok(world.home()?.join(usual)),
    }
}
