//! Brings back what a revision holds.

mod index;
mod plan;

use std::fs;

use schemars::JsonSchema;
use serde::Serialize;

use self::plan::{Plan, Plans};
use super::{
    OpError, Outcome,
    desk::Desk,
    replace::{inside, retry},
    row::display,
};
use crate::{
    store::{Store, StoreError, history::MOVED, journal::Step, scan},
    world::World,
};

/// What to bring back.
#[derive(Clone, Debug)]
pub enum Request {
    /// Memories, each as `NAME` (as it was before its last change) or `NAME@REV`.
    Named(Vec<String>),
    /// Everything that a revision changed, as it was before it.
    Undo(String),
    /// Every memory that was removed and is still gone.
    Deleted,
}

/// `mem.restore/1`: what was brought back.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Restore {
    /// The store.
    pub dir: String,
    /// Files below the store that came back, or got an earlier content.
    pub restored: Vec<String>,
    /// Files that were taken away, since they were not there before.
    pub removed: Vec<String>,
    /// For each of `restored`, in the same order: the revision whose content it has now.
    pub revisions: Vec<String>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Restore {
    const SCHEMA: &'static str = "mem.restore/1";
}

/// Brings back what `request` asks for. What is overwritten is in the history first.
///
/// # Errors
/// [`OpError::NotFound`] and [`OpError::NoRevision`] for what the history does not hold;
/// [`OpError::History`]; [`OpError::Store`].
pub fn run(world: &World, store: &Store, request: &Request, dry_run: bool) -> Result<Restore, OpError> {
    let past = store.past(world)?.ok_or_else(|| OpError::Refused {
        message: format!("{} has no history", display(store.dir())),
        hint: "it begins with the first change that `mem` makes".into(),
    })?;
    if dry_run {
        let plans = plan::plan(store, &past, request)?;
        return Ok(outcome(store, &plans, Vec::new()));
    }
    store.create()?;
    let mut desk = Desk::open(world, store)?;
    desk.settle(false).map_err(|err| match err {
        OpError::NoHistory(why) => OpError::History(why),
        other => other,
    })?;
    // What was settled may be what is asked for.
    let past = store.past(world)?.unwrap_or(past);
    let plans = plan::plan(store, &past, request)?;
    if plans.files.is_empty() {
        return Ok(outcome(store, &plans, Vec::new()));
    }
    desk.announce(plans.files.iter().map(|p| Step::Touch(p.file.clone())));
    let before = desk.memories.clone();
    for plan in &plans.files {
        let done = apply(&mut desk, plan);
        desk.halfway(done)?;
    }
    desk.reread()?;
    index::follow(&mut desk, &past, &plans, &before)?;
    desk.commit(&subject(&plans));
    let notices = desk.notices();
    Ok(outcome(store, &plans, notices))
}

fn outcome(store: &Store, plans: &Plans, notices: Vec<String>) -> Restore {
    let (back, away): (Vec<&Plan>, Vec<&Plan>) = plans.files.iter().partition(|p| p.bytes.is_some());
    Restore {
        dir: display(store.dir()),
        restored: back.iter().map(|p| p.file.clone()).collect(),
        removed: away.iter().map(|p| p.file.clone()).collect(),
        revisions: back.iter().filter_map(|p| p.rev.clone()).collect(),
        notices: plans.notices.iter().cloned().chain(notices).collect(),
    }
}

/// A rename that is taken back is a rename: the name that goes was not removed.
fn subject(plans: &Plans) -> String {
    match plans.undone.as_ref().map(|e| (e.subject.starts_with(MOVED), e.renames())) {
        Some((true, renames)) if renames.len() == 1 => format!("{MOVED}{} back to {}", renames[0].1, renames[0].0),
        _ => format!("restore: {}", plans.files.iter().map(|p| p.file.as_str()).collect::<Vec<_>>().join(", ")),
    }
}

fn apply(desk: &mut Desk<'_>, plan: &Plan) -> Result<(), OpError> {
    let path = scan::path_of(desk.store.dir(), &plan.file);
    if let (Some(_), Some(parent)) = (&plan.bytes, path.parent()) {
        fs::create_dir_all(parent).map_err(StoreError::io(parent))?;
        if let Some((folder, _)) = plan.file.rsplit_once('/') {
            inside(folder, parent)?;
        }
    }
    replace(desk, &plan.file, plan.bytes.as_deref())
}

/// Puts these bytes in the place of the file, or takes it away; the history has it first.
fn replace(desk: &mut Desk<'_>, file: &str, bytes: Option<&[u8]>) -> Result<(), OpError> {
    retry(desk.world, || {
        let seen = desk.see_bytes(file)?;
        if seen.stamp.is_some() {
            desk.secure(file, &seen, false)?;
        }
        if bytes.is_some() || seen.stamp.is_some() {
            desk.put_bytes(file, bytes, &seen)?;
        }
        Ok(())
    })
}
