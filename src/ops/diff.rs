//! What differs between two states of the store.

use std::ffi::OsString;

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, log};
use crate::{
    store::{
        Store,
        history::{Difference, Reader},
    },
    world::World,
};

/// `mem.diff/1`: the files that differ.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Diff {
    /// The revision before; `null` when there is no history yet.
    pub from: Option<String>,
    /// The revision after; `null` means the store as it is.
    pub to: Option<String>,
    /// By path.
    pub files: Vec<Differs>,
}

/// A file that differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Differs {
    /// Path below the store.
    pub file: String,
    /// `added`, `changed` or `removed`.
    pub status: &'static str,
    /// Its text before; `null` when it was not there.
    pub before: Option<String>,
    /// Its text after; `null` when it is not there.
    pub after: Option<String>,
}

impl Outcome for Diff {
    const SCHEMA: &'static str = "mem.diff/1";
}

/// Compares a revision (the last one by default) with another, or with the store as it is.
///
/// # Errors
/// [`OpError::NotFound`] for names and revisions that do not exist; [`OpError::History`].
pub fn run(world: &World, store: &Store, rev: Option<&str>, arguments: &[OsString]) -> Result<Diff, OpError> {
    let Some(past) = store.past(world)? else { return Ok(Diff { from: None, to: None, files: Vec::new() }) };
    let (from, to) = match rev.map(|rev| rev.split_once("..").map_or((rev, None), |(from, to)| (from, Some(to)))) {
        None => (past.tip().to_owned(), None),
        Some((from, to)) => {
            (revision(&past, from)?, to.filter(|t| !t.is_empty()).map(|to| revision(&past, to)).transpose()?)
        }
    };
    let wanted: Vec<String> = arguments.iter().map(|a| log::file_of(store, &past, a)).collect::<Result<_, _>>()?;
    let found = match &to {
        Some(to) => past.between(&from, to)?,
        None => past.since(&from, store, &store.view()?)?,
    };
    let files = found.into_iter().filter(|d| wanted.is_empty() || wanted.contains(&d.file)).map(differs).collect();
    Ok(Diff { from: Some(from), to, files })
}

/// The full id of a revision that a person named.
pub(super) fn revision(past: &Reader, rev: &str) -> Result<String, OpError> {
    past.resolve(rev)?.ok_or_else(|| OpError::NoRevision(rev.to_owned()))
}

fn differs(difference: Difference) -> Differs {
    let status = match (&difference.before, &difference.after) {
        (None, _) => "added",
        (_, None) => "removed",
        _ => "changed",
    };
    let text = |bytes: Option<Vec<u8>>| bytes.map(|b| String::from_utf8_lossy(&b).into_owned());
    Differs { file: difference.file, status, before: text(difference.before), after: text(difference.after) }
}
