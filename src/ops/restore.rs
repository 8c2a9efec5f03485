//! Brings back what a revision holds.

use std::{ffi::OsStr, fs};

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    desk::Desk,
    diff, log,
    replace::{inside, retry},
    row::display,
};
use crate::{
    store::{Store, StoreError, history::Reader, journal::Step, scan, write},
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
    /// Files below the store, each as it was in the revision.
    pub restored: Vec<Restored>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

/// A file that was brought back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Restored {
    /// Path below the store.
    pub file: String,
    /// The revision whose content it has now; `null` when it was taken away, as it was then.
    pub rev: Option<String>,
}

impl Outcome for Restore {
    const SCHEMA: &'static str = "mem.restore/1";
}

/// A file and what it shall hold; `None` means that it shall not be there.
struct Plan {
    file: String,
    rev: Option<String>,
    bytes: Option<Vec<u8>>,
}

/// Brings back what `request` asks for. What is overwritten is in the history first.
///
/// # Errors
/// [`OpError::NotFound`] for what no revision holds; [`OpError::History`]; [`OpError::Store`].
pub fn run(world: &World, store: &Store, request: &Request, dry_run: bool) -> Result<Restore, OpError> {
    let past = store.past(world)?.ok_or_else(|| OpError::Refused {
        message: format!("{} has no history", display(store.dir())),
        hint: "it begins with the first change that `mem` makes".into(),
    })?;
    if dry_run {
        let plans = plan(store, &past, request)?;
        return Ok(outcome(store, plans.iter().map(Plan::restored).collect(), Vec::new()));
    }
    store.create()?;
    let mut desk = Desk::open(world, store)?;
    desk.settle(false)?;
    let plans = plan(store, &past, request)?;
    desk.announce(plans.iter().map(|p| Step::Touch(p.file.clone())));
    for plan in &plans {
        let done = apply(&mut desk, plan);
        desk.halfway(done)?;
    }
    desk.reread()?;
    let files: Vec<String> = plans.iter().map(|p| p.file.clone()).collect();
    desk.index_follow(&files)?;
    desk.commit(&format!("restore: {}", files.join(", ")));
    Ok(outcome(store, plans.iter().map(Plan::restored).collect(), desk.notices()))
}

fn outcome(store: &Store, restored: Vec<Restored>, notices: Vec<String>) -> Restore {
    Restore { dir: display(store.dir()), restored, notices }
}

impl Plan {
    fn restored(&self) -> Restored {
        Restored { file: self.file.clone(), rev: self.rev.clone() }
    }
}

fn plan(store: &Store, past: &Reader, request: &Request) -> Result<Vec<Plan>, OpError> {
    match request {
        Request::Named(names) => names.iter().map(|name| named(store, past, name)).collect(),
        Request::Undo(rev) => undo(store, past, rev),
        Request::Deleted => {
            let index = |file: &str| scan::is_index(file.rsplit('/').next().unwrap_or(file));
            let gone = past.removed()?.into_iter().filter(|f| !index(f) && !scan::path_of(store.dir(), f).exists());
            gone.map(|file| before_last_change(store, past, file)).collect()
        }
    }
}

/// `NAME@REV`, or `NAME` as it was before its last change.
fn named(store: &Store, past: &Reader, name: &str) -> Result<Plan, OpError> {
    // A name may hold an `@` itself: the last one counts, and only before a revision.
    if let Some((name, rev)) = name.rsplit_once('@').filter(|(name, rev)| !name.is_empty() && !rev.is_empty())
        && let Some(rev) = past.resolve(rev)?
    {
        let file = log::file_of(store, past, OsStr::new(name))?;
        let bytes = past.file(&rev, &file)?.ok_or_else(|| missing(store, &format!("{file}@{}", &rev[..12])))?;
        return Ok(Plan { file, rev: Some(rev), bytes: Some(bytes) });
    }
    let file = log::file_of(store, past, OsStr::new(name))?;
    before_last_change(store, past, file)
}

/// The newest version that differs from what is there now.
fn before_last_change(store: &Store, past: &Reader, file: String) -> Result<Plan, OpError> {
    let seen = write::see_bytes(&scan::path_of(store.dir(), &file))?;
    let now = seen.stamp.map(|_| seen.bytes);
    for entry in past.entries(Some(&file), None)? {
        let bytes = past.file(&entry.rev, &file)?;
        if bytes.is_some() && bytes != now {
            return Ok(Plan { file, rev: Some(entry.rev), bytes });
        }
    }
    Err(missing(store, &format!("an earlier version of {file}")))
}

/// Every file that the revision changed, as it was before.
fn undo(store: &Store, past: &Reader, rev: &str) -> Result<Vec<Plan>, OpError> {
    let rev = diff::revision(past, store, rev)?;
    let parent = past.resolve(&format!("{rev}^"))?;
    let before = parent.as_deref();
    let entry = past.entries(None, None)?.into_iter().find(|e| e.rev == rev);
    let files = entry.into_iter().flat_map(|e| e.files).map(|t| t.file);
    let index = |file: &String| scan::is_index(file);
    let plan = |file: String| {
        let bytes = before.map(|parent| past.file(parent, &file)).transpose()?.flatten();
        Ok(Plan { rev: parent.clone().filter(|_| bytes.is_some()), file, bytes })
    };
    // The index follows from the files.
    files.filter(|f| !index(f)).map(plan).collect()
}

fn missing(store: &Store, what: &str) -> OpError {
    OpError::NotFound { name: what.to_owned(), dir: store.dir().to_owned(), near: Vec::new() }
}

fn apply(desk: &mut Desk<'_>, plan: &Plan) -> Result<(), OpError> {
    let path = scan::path_of(desk.store.dir(), &plan.file);
    if let (Some(_), Some(parent)) = (&plan.bytes, path.parent()) {
        fs::create_dir_all(parent).map_err(StoreError::io(parent))?;
        if let Some((folder, _)) = plan.file.rsplit_once('/') {
            inside(folder, parent)?;
        }
    }
    retry(desk.world, || {
        let seen = desk.see_bytes(&plan.file)?;
        desk.secure(&plan.file, &seen, false)?;
        if plan.bytes.is_some() || seen.stamp.is_some() {
            desk.put_bytes(&plan.file, plan.bytes.as_deref(), &seen)?;
        }
        Ok(())
    })
}
