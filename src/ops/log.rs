//! The history of the store, or of one memory.

use std::ffi::OsStr;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, find, row};
use crate::{
    model::{age, header::Header, memory::stem, slug, text},
    store::{
        Store,
        history::{Entry, Reader, Repaired, Touched, lineage},
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
    let entries = match argument {
        None => past.entries(limit)?,
        Some(argument) => of_memory(past.entries(None)?, &file_of(store, &past, argument)?, limit),
    };
    Ok(Log { entries: entries.into_iter().map(|entry| row(entry, world)).collect() })
}

/// The revisions that changed this memory, under all the file names that it has had.
fn of_memory(entries: Vec<Entry>, file: &str, limit: Option<usize>) -> Vec<Entry> {
    let wanted: Vec<usize> = lineage(&entries, file).into_iter().map(|(at, _)| at).collect();
    let entries = entries.into_iter().enumerate().filter(|(at, _)| wanted.contains(at)).map(|(_, entry)| entry);
    entries.take(limit.unwrap_or(usize::MAX)).collect()
}

fn row(entry: Entry, world: &World) -> LogEntry {
    LogEntry {
        rev: entry.rev,
        time: entry.time,
        subject: entry.subject,
        files: entry.files.iter().map(|t| t.file.clone()).collect(),
        days: age::days(entry.time, world.now()),
        touched: entry.files,
    }
}

/// The file that an argument means: of a memory that is there, else of one that the history knows.
/// What was removed under just this name comes before what only begins with it.
pub(super) fn file_of(store: &Store, past: &Reader, argument: &OsStr) -> Result<String, OpError> {
    let memories = store.memories()?.items;
    if let Some(memory) = find::exact(store, &memories, argument)? {
        return Ok(memory.file.clone());
    }
    let wanted = find::text_of(store, argument)?;
    let gone = past.gone(store)?;
    if let Some(file) = only(&gone, &wanted, |f| f == wanted)?.or(only(&gone, &wanted, |f| stem(f) == wanted)?) {
        return Ok(file);
    }
    let missing = match find::one(store, &memories, argument) {
        Ok(memory) => return Ok(memory.file.clone()),
        Err(missing @ OpError::NotFound { .. }) => missing,
        Err(other) => return Err(other),
    };
    let slug = slug::slug(&wanted);
    let by_slug = only(&gone, &wanted, |f| stem(f).split_once('_').is_some_and(|(_, s)| s == slug))?;
    by_slug.map_or_else(|| named(past, &gone, &wanted), |file| Ok(Some(file)))?.ok_or(missing)
}

/// The one of the files that fits.
fn only(files: &[String], wanted: &str, fits: impl Fn(&str) -> bool) -> Result<Option<String>, OpError> {
    let found: Vec<&String> = files.iter().filter(|f| fits(f)).collect();
    match found.as_slice() {
        [] => Ok(None),
        [file] => Ok(Some((*file).clone())),
        several => {
            Err(OpError::Ambiguous { name: wanted.to_owned(), files: several.iter().map(|f| (*f).clone()).collect() })
        }
    }
}

/// The removed file whose header had this name.
fn named(past: &Reader, gone: &[String], wanted: &str) -> Result<Option<String>, OpError> {
    let wanted = text::one_line(wanted).to_lowercase();
    for (file, bytes) in past.last_versions(gone)? {
        let header = Header::parse(&String::from_utf8_lossy(&bytes));
        if header.uncut("name").is_some_and(|name| text::one_line(name).to_lowercase() == wanted) {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// `mem.repair/1`: what became of the history.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Repair {
    /// The store.
    pub dir: String,
    /// `none` when there is no history yet, `sound`, `healed`, or `set_aside`: the next change
    /// starts a new one.
    pub history: &'static str,
    /// Where the damaged one is now; `null` otherwise.
    pub aside: Option<String>,
}

impl Outcome for Repair {
    const SCHEMA: &'static str = "mem.repair/1";
}

/// Checks the history, heals it, or sets a damaged one aside.
///
/// # Errors
/// [`OpError::Store`] when the store is locked; [`OpError::History`].
pub fn repair(world: &World, store: &Store) -> Result<Repair, OpError> {
    let done = if store.dir().is_dir() {
        let _lock = store.lock(world)?;
        store.repair_history(world)?
    } else {
        Repaired::None
    };
    let (history, aside) = match done {
        Repaired::None => ("none", None),
        Repaired::Sound => ("sound", None),
        Repaired::Healed => ("healed", None),
        Repaired::SetAside(path) => ("set_aside", Some(row::display(&path))),
    };
    Ok(Repair { dir: row::display(store.dir()), history, aside })
}
