//! Removes memories, recoverably.

use std::{ffi::OsString, fs};

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, desk::Desk, find, replace::retry, row::display};
use crate::{
    model::{Memory, memory::stem},
    store::{Store, StoreError, journal::Step},
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
    desk.announce(doomed.iter().map(|m| Step::Touch(m.file.clone())));
    let mut removed = Vec::new();
    for memory in &doomed {
        let done = remove(&mut desk, memory, request);
        desk.halfway(done)?;
        removed.push(memory.file.clone());
    }
    desk.memories.retain(|m| !removed.contains(&m.file));
    desk.index_if_there(|index| removed.iter().for_each(|file| index.remove(file)))?;
    if request.forget {
        desk.forget(&removed)?;
    }
    desk.commit(&format!("rm: {}", removed.join(", ")));
    let undo = kept
        .then(|| format!("mem restore {}", doomed.iter().map(|m| shell(stem(&m.file))).collect::<Vec<_>>().join(" ")));
    Ok(Rm { dir: display(store.dir()), removed, undo, notices: desk.notices() })
}

/// Takes the file away as it is now, which the history must have.
fn remove(desk: &mut Desk<'_>, memory: &Memory, request: &Request) -> Result<(), OpError> {
    retry(desk.world, || {
        let seen = match desk.see_bytes(&memory.file) {
            // What nobody can read can still be removed by those who insist.
            Err(OpError::Store(StoreError::Io { .. })) if request.force || request.forget => {
                fs::remove_file(&memory.path).map_err(StoreError::io(&memory.path))?;
                desk.removed(&memory.file);
                return Ok(());
            }
            seen => seen?,
        };
        if seen.stamp.is_some() {
            if !request.forget {
                desk.secure(&memory.file, &seen, request.force)?;
            }
            desk.put_bytes(&memory.file, None, &seen)?;
        } else {
            desk.removed(&memory.file);
        }
        Ok(())
    })
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
