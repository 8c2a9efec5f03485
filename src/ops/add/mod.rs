//! Saves memories: slug → draft → lock → write → index line → unlock.

mod draft;
pub mod import;
mod rival;
mod save;

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    desk::Desk,
    gate::{Gate, Judge},
    lint::Row,
    row::display,
};
use crate::{
    lint::Level,
    model::header::EditError,
    store::{
        Store,
        index::{Index, Size},
        write,
    },
    world::World,
};

pub use draft::Draft;
pub(super) use draft::stamp;
pub(super) use save::document;

/// What to save, and what to do where something is in the way.
#[derive(Clone, Debug)]
pub struct Request {
    /// One or more memories.
    pub drafts: Vec<Draft>,
    /// What to do with a memory of the same name or file.
    pub existing: Existing,
    /// Update also where no history could bring the old text back.
    pub force: bool,
    /// What a draft must pass.
    pub gate: Gate,
}

/// What to do with a memory that has the same name or file and other content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Leave it and refuse.
    #[default]
    Refuse,
    /// Change it.
    Update,
    /// Save another one beside it.
    Beside,
}

/// `mem.add/1`: what became of each draft.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Add {
    /// The store.
    pub dir: String,
    /// In the order of the drafts.
    pub results: Vec<Saved>,
    /// The index afterwards.
    pub index: IndexState,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

/// What became of one draft.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Saved {
    /// The memory's file below the store.
    pub file: String,
    /// Its absolute path.
    pub path: String,
    /// What was done.
    pub action: Action,
    /// Why it was refused; `null` otherwise.
    pub reason: Option<String>,
    /// What lint has to say.
    pub findings: Vec<Row<'static>>,
    /// What to do about a refusal, for the reading form.
    #[serde(skip)]
    pub hint: Option<String>,
    /// Whether a person may save it all the same.
    #[serde(skip)]
    pub overridable: bool,
    /// The memory that says nearly the same, for the reading form.
    #[serde(skip)]
    pub other: Option<String>,
}

/// What was done with a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A new file was written.
    Created,
    /// An existing file was changed.
    Updated,
    /// It was there already; nothing was written.
    Unchanged,
    /// Something was in the way; nothing was written.
    Refused,
}

/// The size of the index against its limits.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct IndexState {
    /// Lines that agents load.
    pub lines: usize,
    /// Bytes that agents load.
    pub bytes: usize,
    /// Whether agents cut it off.
    pub over: bool,
}

impl From<Size> for IndexState {
    fn from(size: Size) -> Self {
        Self { lines: size.lines, bytes: size.bytes, over: size.over() }
    }
}

impl Outcome for Add {
    const SCHEMA: &'static str = "mem.add/1";
}

impl Add {
    /// The files that were written.
    #[must_use]
    pub fn written(&self) -> Vec<&str> {
        written(&self.results)
    }

    /// Whether a draft was refused.
    #[must_use]
    pub fn refused(&self) -> bool {
        self.results.iter().any(|r| r.action == Action::Refused)
    }
}

/// Saves every draft that nothing is in the way of.
///
/// # Errors
/// [`OpError::Store`] when the store cannot be locked, read or written. Drafts saved before
/// that stay saved.
pub fn run(world: &World, store: &Store, request: &Request) -> Result<Add, OpError> {
    run_with(world, store, request, |_| {})
}

/// The same, and does `beside` with the files that were written while git keeps them.
///
/// # Errors
/// As [`run`].
pub fn run_with(
    world: &World,
    store: &Store,
    request: &Request,
    beside: impl FnOnce(&[&str]) + Send,
) -> Result<Add, OpError> {
    if request.drafts.is_empty() {
        return nothing(store);
    }
    store.create()?;
    let mut desk = Desk::open(world, store)?;
    let mut results = Vec::with_capacity(request.drafts.len());
    let judge = Judge::new(world, store, &request.gate);
    let mut saver = save::Saver { desk: &mut desk, force: request.force, judge };
    for draft in &request.drafts {
        let saved = saver.save(draft, request.existing);
        results.push(saver.desk.halfway(saved)?);
    }
    let note = saver.judge.note();
    let written = written(&results);
    desk.commit_and(&format!("{}{note}", subject(&results)), || beside(&written));
    let index = desk.index_size()?;
    let mut notices = notices(index, &results);
    notices.extend(results.iter().flat_map(warnings));
    notices.extend(desk.notices());
    Ok(Add { dir: display(store.dir()), notices, results, index: index.into() })
}

/// The files that were written.
fn written(results: &[Saved]) -> Vec<&str> {
    let wrote = results.iter().filter(|r| matches!(r.action, Action::Created | Action::Updated));
    wrote.map(|r| r.file.as_str()).collect()
}

/// What the history says of it.
fn subject(results: &[Saved]) -> String {
    let of = |action| results.iter().filter(move |r| r.action == action).map(|r| r.file.as_str()).collect::<Vec<_>>();
    match (of(Action::Created).as_slice(), of(Action::Updated).as_slice()) {
        ([file], []) => format!("add: {file}"),
        ([], [file]) => format!("update: {file}"),
        (created, updated) => format!("add: {} created, {} updated", created.len(), updated.len()),
    }
}

/// Without a draft nothing is made, not even the store.
fn nothing(store: &Store) -> Result<Add, OpError> {
    let index = Index::parse(&write::see(&store.index_path())?.text).size().into();
    Ok(Add { dir: display(store.dir()), results: Vec::new(), index, notices: vec!["there was nothing to save".into()] })
}

/// What the index's size calls for.
fn notices(index: Size, results: &[Saved]) -> Vec<String> {
    let wrote = !written(results).is_empty();
    let size = format!("MEMORY.md has {} lines and {} bytes", index.lines, index.bytes);
    match (wrote, index.over(), index.near()) {
        (true, true, _) => {
            vec![format!("{size}; agents load 200 lines or 25,000 bytes of it and drop the rest in silence")]
        }
        (true, false, true) => vec![format!("{size}, near the 200 lines or 25,000 bytes that agents load")],
        _ => Vec::new(),
    }
}

/// What was saved all the same and is better put right, each rule once.
fn warnings(saved: &Saved) -> Vec<String> {
    let is_told = |row: &&Row<'_>| row.level == Level::Warning.as_str() && saved.action != Action::Refused;
    let mut rows: Vec<&Row<'_>> = saved.findings.iter().filter(is_told).collect();
    rows.dedup_by_key(|row| row.code);
    rows.into_iter().map(|row| format!("{}: {} ({}); {}", row.file, row.message, row.code, row.help)).collect()
}

/// Why a header may not be edited, as an error.
pub(super) fn unwritable(path: &Path, why: &EditError) -> OpError {
    OpError::Refused {
        message: format!("{}: {why}", path.display()),
        hint: "repair its header with `mem edit` first; nothing was changed".into(),
    }
}
