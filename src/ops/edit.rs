//! Puts an edited text in the place of a memory.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    desk::Desk,
    gate::{Gate, Judge},
    replace::see,
    row::display,
};
use crate::{
    model::{
        Kind, Memory,
        header::{self, Header, ProblemKind},
    },
    store::{Store, StoreError, journal::Step, write::Seen},
    world::World,
};

/// `mem.edit/1`: what was changed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Edit {
    /// The store.
    pub dir: String,
    /// The memory's file.
    pub file: String,
    /// Whether its text differs from before.
    pub changed: bool,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Edit {
    const SCHEMA: &'static str = "mem.edit/1";
}

/// A memory taken out to be edited.
pub struct Taken {
    /// Its file.
    pub memory: Memory,
    /// Its text and state when it was taken.
    pub seen: Seen,
}

/// Takes a memory's text out.
///
/// # Errors
/// [`OpError::Store`] when it cannot be read or is not text.
pub fn take(memory: &Memory) -> Result<Taken, OpError> {
    Ok(Taken { seen: see(memory)?, memory: memory.clone() })
}

/// What speaks against putting this text in the place of a memory; `None` when nothing does. What
/// was wrong with it before is no reason to lose an edit.
#[must_use]
pub fn fault(before: &str, after: &str) -> Option<String> {
    let old = faults(before);
    faults(after).into_iter().find(|(kind, _)| !old.iter().any(|(known, _)| known == kind)).map(|(_, why)| why)
}

/// What is wrong with a memory's text: a word for each, and the reason for people.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let header = Header::parse(text);
    if !header.exists() {
        return vec![("header", "it has no header: `---`, then name, description and type, then `---`".into())];
    }
    let mut faults = Vec::new();
    if let Some(problem) = header.problems().iter().find(|p| p.kind == ProblemKind::Malformed) {
        let why = format!("line {}: the header is not valid YAML: {}", problem.line, problem.detail);
        faults.push(("yaml", why));
    }
    let kind = header.get("type").unwrap_or_default();
    if Kind::parse(kind).is_none() {
        faults.push(("type", format!("the type `{kind}` is none of user, feedback, project, reference")));
    }
    for key in ["name", "description"] {
        if header.get(key).is_none_or(|v| v.trim().is_empty()) {
            faults.push((key, format!("the {key} is empty")));
        }
    }
    if header.body(text).trim().is_empty() {
        faults.push(("body", "the body is empty".into()));
    }
    faults
}

/// Puts the text back, unless somebody else changed the file meanwhile.
///
/// # Errors
/// [`OpError::Judged`]; [`OpError::Store`]; in particular its `Moved` when the file is not as it was taken.
pub fn put_back(world: &World, store: &Store, taken: &Taken, text: &str, gate: &Gate) -> Result<Edit, OpError> {
    let mut desk = Desk::open(world, store)?;
    let file = taken.memory.file.clone();
    let text = dated(world, &taken.seen.text, text);
    // By its text: a copy or a `touch` moves the time, and an edit may hide behind the same one.
    let seen = desk.see(&taken.memory)?;
    if seen.text != taken.seen.text {
        return Err(StoreError::Moved(taken.memory.path.clone()).into());
    }
    let mut judge = Judge::new(world, store, gate);
    let whole = |text: &str| super::add::document(file.clone(), taken.memory.path.clone(), text.to_owned());
    judge.judge(&whole(&text), Some(&whole(&seen.text))).passes(&file)?;
    // A person's own edit is done also where no history keeps the old text; they see both.
    desk.secure(&file, &(&seen).into(), true)?;
    desk.announce([Step::Touch(file.clone())]);
    desk.put(&file, &text, &seen)?;
    let new = super::add::document(file.clone(), taken.memory.path.clone(), text).memory;
    for memory in desk.memories.iter_mut().filter(|m| m.file == file) {
        *memory = new.clone();
    }
    desk.index(|index| if index.lists(&file) { index.replace(&taken.memory, &new) } else { index.add(&new) })?;
    desk.commit(&format!("edit: {file}{}", judge.note()));
    Ok(Edit { dir: display(store.dir()), file, changed: true, notices: desk.notices() })
}

/// A `modified` that the person left as it was is the time of the last change, which is now.
fn dated(world: &World, before: &str, after: &str) -> String {
    let modified = |text: &str| Header::parse(text).get("modified").map(str::to_owned);
    let stale = modified(after).filter(|date| Some(date) == modified(before).as_ref());
    let now = super::add::stamp(world.now());
    stale.and_then(|_| header::set(after, "modified", &now).ok()).unwrap_or_else(|| after.to_owned())
}
