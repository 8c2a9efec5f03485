//! Decides on memories that wait: list, accept, reject.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    add::{self, Draft, Existing},
    gate::Gate,
    row::display,
    tombstone,
};
use crate::{
    model::{
        Kind, Memory, digest,
        header::{self, Header},
    },
    store::{Store, inbox::Proposal, read},
    world::World,
};

/// `mem.inbox/1`: what waits, and what was decided.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Inbox {
    /// The store.
    pub dir: String,
    /// What waits now.
    pub waiting: Vec<Waiting>,
    /// What was decided just now.
    pub decided: Vec<Decided>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Inbox {
    const SCHEMA: &'static str = "mem.inbox/1";
}

/// A memory that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Waiting {
    /// By which it is decided on.
    pub id: String,
    /// The file that it would change; `null` for a new one.
    pub changes: Option<String>,
    /// The type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The text.
    pub body: String,
    /// What was said that it comes from.
    pub said: String,
    /// The session in which it was said.
    pub session: Option<String>,
    /// Why it waits, where there is more to say.
    pub reason: Option<String>,
    /// Numbers, addresses and paths of the memory that it would change which its text leaves out.
    pub dropped: Vec<String>,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decided {
    /// Which.
    pub id: String,
    /// What became of it.
    pub action: Action,
    /// The memory's file; `null` where none was written.
    pub file: Option<String>,
    /// Why it could not be saved, and waits still; `null` otherwise.
    pub reason: Option<String>,
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It is a memory now.
    Accepted,
    /// It is gone, and is not proposed again.
    Rejected,
    /// Something is in the way; it waits still.
    Refused,
}

/// What to decide on.
#[derive(Clone, Debug)]
pub enum Which {
    /// These, by id or the beginning of one.
    Some(Vec<String>),
    /// All.
    All,
}

/// What waits.
///
/// # Errors
/// [`OpError::World`] when there is no place for an inbox.
pub fn list(world: &World, store: &Store) -> Result<Inbox, OpError> {
    outcome(world, store, Vec::new(), Vec::new())
}

/// The proposals that are meant, each once.
///
/// # Errors
/// [`OpError::NotFound`] for an id that none has, [`OpError::Ambiguous`] for one that several begin with.
pub fn find(world: &World, store: &Store, which: &Which) -> Result<Vec<Proposal>, OpError> {
    let waiting = store.inbox(world)?.waiting();
    let Which::Some(ids) = which else { return Ok(waiting) };
    let mut found: Vec<Proposal> = Vec::new();
    for id in ids {
        let fits: Vec<&Proposal> = waiting.iter().filter(|p| p.id.starts_with(id.as_str()) && !id.is_empty()).collect();
        match fits.as_slice() {
            [] => {
                let (message, hint) = (format!("nothing waits as `{id}`"), "`mem inbox` lists what waits".into());
                return Err(OpError::Refused { message, hint });
            }
            [one] if found.contains(one) => {}
            [one] => found.push((*one).clone()),
            several => {
                let files = several.iter().map(|p| p.id.clone()).collect();
                return Err(OpError::Ambiguous { name: id.clone(), files });
            }
        }
    }
    Ok(found)
}

/// Saves proposals as `add` saves memories; one that something is in the way of waits still.
///
/// # Errors
/// [`OpError::Store`] when the store or the inbox cannot be written.
pub fn accept(world: &World, store: &Store, proposals: &[Proposal], gate: &Gate) -> Result<Inbox, OpError> {
    let inbox = store.inbox(world)?;
    let (mut decided, mut notices) = (Vec::new(), Vec::new());
    for proposal in proposals {
        if let Some(reason) = overtaken(store, proposal)? {
            let (id, file) = (proposal.id.clone(), proposal.changes.clone());
            decided.push(Decided { id, action: Action::Refused, file, reason: Some(reason) });
            continue;
        }
        let saved = save(world, store, proposal, gate.clone())?;
        notices.extend(saved.notices);
        let Some(result) = saved.results.into_iter().next() else { continue };
        let refused = result.action == add::Action::Refused;
        if !refused {
            inbox.remove(proposal)?;
        }
        decided.push(Decided {
            id: proposal.id.clone(),
            action: if refused { Action::Refused } else { Action::Accepted },
            file: Some(result.file),
            reason: result.reason,
        });
    }
    outcome(world, store, decided, notices)
}

/// Why a new text does not fit any more: what it was written over has changed since.
fn overtaken(store: &Store, proposal: &Proposal) -> Result<Option<String>, OpError> {
    let (Some(file), Some(base)) = (&proposal.changes, &proposal.base) else { return Ok(None) };
    let memories = store.memories()?.items;
    let now = memories.iter().find(|memory| memory.file == *file).and_then(read::again);
    let has_changed = now.is_some_and(|now| digest::sha256(now.text.as_bytes()) != *base);
    Ok(has_changed
        .then(|| format!("{file} has changed since; `mem inbox edit {}` saves what you make of it", proposal.id)))
}

fn save(world: &World, store: &Store, proposal: &Proposal, gate: Gate) -> Result<add::Add, OpError> {
    let memories = store.memories()?.items;
    let changed = proposal.changes.as_ref().and_then(|file| memories.iter().find(|m| m.file == *file));
    let draft = draft(proposal, changed)?;
    // A memory that is gone meanwhile is not changed, but made.
    let existing = if changed.is_some() { Existing::Update } else { Existing::Refuse };
    add::run(world, store, &add::Request { drafts: vec![draft], existing, force: false, gate })
}

/// The memory as it would be saved; one that changes another keeps its name and type.
fn draft(proposal: &Proposal, changed: Option<&Memory>) -> Result<Draft, OpError> {
    let kind = Kind::parse(&proposal.kind).unwrap_or(Kind::Project);
    let (kind, name) = changed.map_or((kind, &proposal.name), |memory| (memory.kind.unwrap_or(kind), &memory.name));
    Draft::new(kind, name, &proposal.description, &proposal.body)
}

/// Rejects proposals: they are gone, and not proposed again.
///
/// # Errors
/// [`OpError::Store`] when the inbox cannot be written.
pub fn reject(world: &World, store: &Store, proposals: &[Proposal]) -> Result<Inbox, OpError> {
    let inbox = store.inbox(world)?;
    let mut decided = Vec::new();
    for proposal in proposals {
        tombstone::bury(world, store, &proposal.said, &proposal.body)?;
        tombstone::bury(world, store, &proposal.description, "")?;
        inbox.remove(proposal)?;
        decided.push(Decided { id: proposal.id.clone(), action: Action::Rejected, file: None, reason: None });
    }
    outcome(world, store, decided, Vec::new())
}

/// A proposal as the text of the memory that it would be, for an editor.
#[must_use]
pub fn text(proposal: &Proposal) -> String {
    let Proposal { name, description, kind, body, .. } = proposal;
    header::compose(&[("name", name.as_str()), ("description", description.as_str()), ("type", kind.as_str())], body)
}

/// The proposal with the values of an edited text.
///
/// # Errors
/// [`OpError::Refused`] when the text is no memory.
pub fn edited(proposal: &Proposal, text: &str) -> Result<Proposal, OpError> {
    if let Some(fault) = super::edit::fault(&self::text(proposal), text) {
        return Err(OpError::Refused { message: fault, hint: "nothing was changed; it waits still".into() });
    }
    let header = Header::parse(text);
    let value = |key: &str| header.get(key).unwrap_or_default().to_owned();
    let (kind, name, description) = (value("type"), value("name"), value("description"));
    Ok(Proposal { kind, name, description, body: header.body(text).to_owned(), base: None, ..proposal.clone() })
}

fn outcome(world: &World, store: &Store, decided: Vec<Decided>, notices: Vec<String>) -> Result<Inbox, OpError> {
    let waiting = store.inbox(world)?.waiting().into_iter().map(waiting).collect();
    Ok(Inbox { dir: display(store.dir()), waiting, decided, notices })
}

fn waiting(proposal: Proposal) -> Waiting {
    let Proposal { id, changes, kind, name, description, body, said, session, reason, dropped, .. } = proposal;
    Waiting { id, changes, kind, name, description, body, said, session, reason, dropped }
}
