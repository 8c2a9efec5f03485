//! Removes memories, recoverably.

use std::{ffi::OsString, fs, io};

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, desk::Desk, find, row::display};
use crate::{
    model::{Memory, memory::stem},
    store::{Store, StoreError},
    world::World,
};

/// What to remove.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files, stems or names.
    pub arguments: Vec<OsString>,
    /// Also out of the history.
    pub forget: bool,
    /// Also where no history could bring it back.
    pub force: bool,
}

/// `mem.rm/1`: what was removed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Rm {
    /// The store.
    pub dir: String,
    /// Files below the store.
    pub removed: Vec<String>,
    /// The command that brings them back; `null` when nothing can.
    pub undo: Option<String>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Rm {
    const SCHEMA: &'static str = "mem.rm/1";
}

/// Removes what the arguments mean; nothing when one of them means nothing.
///
/// # Errors
/// As [`find::one`]; [`OpError::NoHistory`] when it could not be undone; [`OpError::Store`].
pub fn run(world: &World, store: &Store, request: &Request) -> Result<Rm, OpError> {
    if !store.dir().is_dir() {
        // Nothing to remove: say so without making a store.
        find::all(store, &store.memories()?.items, &request.arguments)?;
    }
    let mut desk = Desk::open(world, store)?;
    let doomed: Vec<Memory> = find::all(store, &desk.memories, &request.arguments)?.into_iter().cloned().collect();
    let kept = if request.forget { false } else { desk.settle(request.force)? };
    desk.announce(doomed.iter().map(|m| m.file.clone()));
    let mut removed = Vec::new();
    for memory in &doomed {
        match fs::remove_file(&memory.path) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(StoreError::io(&memory.path)(err).into()),
            _ => desk.removed(&memory.file),
        }
        removed.push(memory.file.clone());
    }
    desk.memories.retain(|m| !removed.contains(&m.file));
    let left = desk.memories.clone();
    desk.index_if_there(|index| removed.iter().for_each(|file| index.remove(file, &left)))?;
    if request.forget {
        store.forget(world, &removed)?;
        desk.reopen_history()?;
    }
    desk.commit(&format!("rm: {}", removed.join(", ")));
    let undo = kept
        .then(|| format!("mem restore {}", doomed.iter().map(|m| shell(stem(&m.file))).collect::<Vec<_>>().join(" ")));
    Ok(Rm { dir: display(store.dir()), removed, undo, notices: desk.notices() })
}

/// A word as a shell takes it unchanged.
pub(super) fn shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '+' | ',' | '%');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
