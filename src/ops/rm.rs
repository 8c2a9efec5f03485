//! Removes memories, recoverably.

use std::{ffi::OsString, fs};

use schemars::JsonSchema;
use serde::Serialize;

pub use crate::model::text::shell;

use super::{OpError, Outcome, desk::Desk, find, log, replace::retry, row::display, tombstone};
use crate::{
    model::Memory,
    store::{Store, StoreError, journal::Step, scan},
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
    /// How a shell starts `mem` on this store again: the beginning of the undo.
    pub program: String,
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

/// What the arguments mean: memories that are there and, where it is to be forgotten, files that
/// only the history knows.
#[derive(Debug, Default)]
pub struct Doomed {
    /// To be removed.
    pub memories: Vec<Memory>,
    /// Gone already.
    pub gone: Vec<String>,
}

impl Doomed {
    /// The files of all of them.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        self.memories.iter().map(|m| &m.file).chain(&self.gone).cloned().collect()
    }
}

/// Finds what the arguments mean.
///
/// # Errors
/// As [`find::one`], for the first that means nothing.
pub fn doomed(world: &World, store: &Store, arguments: &[OsString], forget: bool) -> Result<Doomed, OpError> {
    let memories = store.memories()?.items;
    let mut doomed = Doomed::default();
    for argument in arguments {
        let missing = match find::one(store, &memories, argument) {
            Ok(memory) if doomed.memories.iter().any(|m| m.file == memory.file) => continue,
            Ok(memory) => {
                doomed.memories.push(memory.clone());
                continue;
            }
            Err(missing @ OpError::NotFound { .. }) if forget => missing,
            Err(other) => return Err(other),
        };
        let file = store.past(world)?.map(|past| log::file_of(store, &past, argument)).ok_or(missing)??;
        if !doomed.gone.contains(&file) {
            doomed.gone.push(file);
        }
    }
    Ok(doomed)
}

/// Removes what the arguments mean; nothing when one of them means nothing.
///
/// # Errors
/// As [`find::one`]; [`OpError::NoHistory`] when it could not be undone; [`OpError::Store`].
pub fn run(world: &World, store: &Store, request: &Request) -> Result<Rm, OpError> {
    // Nothing to remove: say so without making a store, or its history.
    doomed(world, store, &request.arguments, request.forget)?;
    store.create()?;
    let mut desk = Desk::open(world, store)?;
    let doomed = doomed(world, store, &request.arguments, request.forget)?;
    let files = doomed.files();
    if request.forget {
        desk.can_forget(request.force)?;
    } else {
        desk.settle(request.force)?;
    }
    desk.announce(files.iter().cloned().map(Step::Touch));
    let (removed, kept, failed) = remove_all(&mut desk, &doomed.memories, request);
    let left = desk.memories.clone();
    let gone = || files.iter().filter(|file| !is_there(store, file));
    desk.index_if_there(|index| gone().for_each(|file| index.remove(file, &left)))?;
    if request.forget && failed.is_none() {
        desk.forget(&files)?;
        desk.commit(if files.len() == 1 { "rm: a memory, forgotten" } else { "rm: memories, forgotten" });
    } else {
        desk.commit(&format!("rm: {}", removed.join(", ")));
    }
    if let Some(failed) = failed {
        return Err(failed);
    }
    let undo = (kept && !request.forget).then(|| undo(&request.program, &removed, desk.revision()));
    let removed = if request.forget { files } else { removed };
    Ok(Rm { dir: display(store.dir()), removed, undo, notices: desk.notices() })
}

fn is_there(store: &Store, file: &str) -> bool {
    scan::path_of(store.dir(), file).symlink_metadata().is_ok()
}

/// Removes one after the other, up to the first that cannot be: what was removed, whether all of it
/// can be brought back, and why it ended early.
fn remove_all(desk: &mut Desk<'_>, memories: &[Memory], request: &Request) -> (Vec<String>, bool, Option<OpError>) {
    let (mut removed, mut kept) = (Vec::new(), true);
    for memory in memories {
        match remove(desk, memory, request.forget, request.force) {
            Ok(can_come_back) => kept &= can_come_back,
            Err(err) => return (removed, kept, Some(err)),
        }
        desk.memories.retain(|m| m.file != memory.file);
        removed.push(memory.file.clone());
    }
    (removed, kept, None)
}

/// Takes the file away as it is now, which the history must have, unless it is to be forgotten or
/// `force` says otherwise. Whether it has.
pub(super) fn remove(desk: &mut Desk<'_>, memory: &Memory, forget: bool, force: bool) -> Result<bool, OpError> {
    // A name that is not UTF-8 has no place in the history.
    if memory.path != scan::path_of(desk.store.dir(), &memory.file) {
        desk.go_on(OpError::Unkept(memory.file.clone()), force || forget)?;
        return remove_unseen(desk, memory);
    }
    retry(desk.world, || {
        let seen = match desk.see_bytes(&memory.file) {
            // What nobody can read can still be removed by those who insist.
            Err(OpError::Store(StoreError::Io { .. })) if force || forget => {
                return remove_unseen(desk, memory);
            }
            seen => seen?,
        };
        if seen.stamp.is_none() {
            desk.removed(&memory.file);
            return Ok(true);
        }
        let kept = !forget && desk.secure(&memory.file, &seen, force)?;
        desk.put_bytes(&memory.file, None, &seen)?;
        if !forget {
            tombstone::bury_text(desk.world, desk.store, &seen.bytes);
        }
        Ok(kept)
    })
}

fn remove_unseen(desk: &mut Desk<'_>, memory: &Memory) -> Result<bool, OpError> {
    fs::remove_file(&memory.path).map_err(StoreError::io(&memory.path))?;
    desk.removed(&memory.file);
    Ok(false)
}

/// The command that brings them back, as a shell takes it. By file, since a name or a stem may mean
/// another memory by now; by revision where a file name cannot be typed.
fn undo(program: &str, removed: &[String], revision: Option<&str>) -> String {
    let words: Vec<String> = match revision {
        Some(rev) if !removed.iter().all(|file| is_typeable(file)) => vec![format!("@{}", &rev[..12])],
        _ => removed.iter().map(|file| shell(&typed(file))).collect(),
    };
    format!("{program} restore {}", words.join(" "))
}

/// Whether a terminal shows the name as it is, so that it can be copied.
fn is_typeable(file: &str) -> bool {
    let shown = |c: char| c.is_ascii_graphic() || c == ' ' || !c.is_ascii() && c.is_alphanumeric();
    file.chars().all(shown) && !file.contains("  ")
}

/// A file name that is taken neither for an option nor for a revision.
fn typed(file: &str) -> String {
    if file.starts_with(['-', '@']) { format!("./{file}") } else { file.to_owned() }
}
