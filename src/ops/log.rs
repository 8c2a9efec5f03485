//! The history of the store, or of one memory.

use std::ffi::OsStr;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, find, row};
use crate::{
    store::{
        Store,
        history::{Reader, Repaired, Touched},
    },
    world::World,
};

/// `mem.log/1`: the revisions, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Log {
    /// The revisions.
    pub entries: Vec<LogEntry>,
}

/// One revision.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LogEntry {
    /// Its id, as `mem restore NAME@REV` takes it.
    pub rev: String,
    /// RFC 3339, UTC.
    #[serde(serialize_with = "row::rfc3339")]
    #[schemars(with = "String")]
    pub time: Timestamp,
    /// What was done.
    pub subject: String,
    /// The files that it changed.
    pub files: Vec<String>,
    /// The same with what happened to each, for the reading form.
    #[serde(skip)]
    pub touched: Vec<Touched>,
    /// Whole days ago.
    #[serde(skip)]
    pub days: i64,
}

impl Outcome for Log {
    const SCHEMA: &'static str = "mem.log/1";
}

/// Reads the history of the store, or of the one memory that `argument` means, be it there or gone.
///
/// # Errors
/// [`OpError::NotFound`] when no revision knows it; [`OpError::History`].
pub fn run(world: &World, store: &Store, argument: Option<&OsStr>, limit: Option<usize>) -> Result<Log, OpError> {
    let Some(past) = store.past(world)? else {
        // A memory that does not exist is said to be missing also where there is no history.
        if let Some(argument) = argument {
            find::one(store, &store.memories()?.items, argument)?;
        }
        return Ok(Log { entries: Vec::new() });
    };
    let file = argument.map(|argument| file_of(store, &past, argument)).transpose()?;
    let entries = past.entries(file.as_deref(), limit)?;
    let entry = |entry: crate::store::history::Entry| LogEntry {
        rev: entry.rev,
        time: entry.time,
        subject: entry.subject,
        files: entry.files.iter().map(|t| t.file.clone()).collect(),
        days: crate::model::age::days(entry.time, world.now()),
        touched: entry.files,
    };
    Ok(Log { entries: entries.into_iter().map(entry).collect() })
}

/// The file that an argument means: of a memory that is there, else of one that the history knows.
pub(super) fn file_of(store: &Store, past: &Reader, argument: &OsStr) -> Result<String, OpError> {
    let memories = store.memories()?.items;
    let missing = match find::one(store, &memories, argument) {
        Ok(memory) => return Ok(memory.file.clone()),
        Err(OpError::NotFound { name, dir, near }) => OpError::NotFound { name, dir, near },
        Err(other) => return Err(other),
    };
    let wanted = argument.to_string_lossy();
    let gone = past.removed()?;
    let stem_of = crate::model::memory::stem;
    let exact = gone.iter().find(|f| **f == *wanted || stem_of(f) == wanted);
    let slug = crate::model::slug::slug(&wanted);
    let by_slug = || gone.iter().find(|f| stem_of(f).split_once('_').is_some_and(|(_, s)| s == slug));
    exact.or_else(by_slug).cloned().ok_or(missing)
}

/// Checks the history and sets a damaged one aside.
///
/// # Errors
/// [`OpError::Store`] when the store is locked; [`OpError::History`].
pub fn repair(world: &World, store: &Store) -> Result<Repaired, OpError> {
    if !store.dir().is_dir() {
        return Ok(Repaired::None);
    }
    let _lock = store.lock(world)?;
    Ok(store.repair_history(world)?)
}
