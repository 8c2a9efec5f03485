//! Lists the memories.

use std::{collections::BTreeMap, path::PathBuf};

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    row::{Row, display},
};
use crate::{
    model::{Kind, Memory, age},
    store::{Store, scan::Skipped},
};

/// What to list, and in which order.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Only these types; empty means all.
    pub kinds: Vec<Kind>,
    /// Only memories that carry the staleness warning.
    pub stale: bool,
    /// The order.
    pub sort: Sort,
    /// Turns the order round.
    pub reverse: bool,
}

/// An order of memories. Ties go by file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// By type, then file.
    #[default]
    Type,
    /// Newest first.
    Age,
    /// By name, without case.
    Name,
    /// Largest first.
    Size,
}

/// `mem.ls/1`: the memories of a store.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ls {
    /// The store.
    pub dir: String,
    /// The memories in the order that was asked for.
    pub memories: Vec<Row>,
    /// How many there are in all, for the reading form.
    #[serde(skip)]
    pub total: usize,
    /// The files whose paths are not text, by their place in that order: names may hold any bytes.
    #[serde(skip)]
    pub odd_paths: BTreeMap<usize, PathBuf>,
    /// Files that were not opened, for the reading form.
    #[serde(skip)]
    pub skipped: Vec<Skipped>,
    /// Files that may not be read as meant, with the reason, for the reading form.
    #[serde(skip)]
    pub faults: Vec<Skipped>,
}

impl Outcome for Ls {
    const SCHEMA: &'static str = "mem.ls/1";
}

/// Lists what `request` asks for.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub fn run(store: &Store, now: Timestamp, request: &Request) -> Result<Ls, OpError> {
    let loaded = store.memories()?;
    let faults = faults(&loaded.items);
    let total = loaded.items.len();
    let mut memories = loaded.items;
    memories.retain(|memory| wanted(memory, now, request));
    // They come sorted by file.
    memories.sort_by(|a, b| order(a, b, request.sort));
    if request.reverse {
        memories.reverse();
    }
    let odd = memories.iter().enumerate().filter(|(_, memory)| memory.path.to_str().is_none());
    Ok(Ls {
        dir: display(store.dir()),
        total,
        odd_paths: odd.map(|(at, memory)| (at, memory.path.clone())).collect(),
        memories: memories.into_iter().map(|memory| Row::of(memory, now)).collect(),
        skipped: loaded.skipped,
        faults,
    })
}

fn wanted(memory: &Memory, now: Timestamp, request: &Request) -> bool {
    let kind = request.kinds.is_empty() || memory.kind.is_some_and(|k| request.kinds.contains(&k));
    kind && (!request.stale || age::is_stale(memory.days(now)))
}

fn order(a: &Memory, b: &Memory, sort: Sort) -> std::cmp::Ordering {
    match sort {
        // Those without a known type come last.
        Sort::Type => a.kind.is_none().cmp(&b.kind.is_none()).then(a.kind.cmp(&b.kind)),
        Sort::Age => b.modified.cmp(&a.modified),
        Sort::Name => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
        Sort::Size => b.stamp.size.cmp(&a.stamp.size),
    }
}

/// The memories that may not be read as their writer meant them.
#[must_use]
pub fn faults(memories: &[Memory]) -> Vec<Skipped> {
    let fault = |m: &Memory| {
        let problem = m.problems.iter().find(|p| p.fault)?;
        Some(Skipped { file: m.file.clone(), why: problem.text.clone() })
    };
    memories.iter().filter_map(fault).collect()
}
