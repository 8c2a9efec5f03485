//! Decides on memories that wait: list, accept, reject.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    add::{self, Draft, Existing},
    gate::Gate,
    gc,
    row::display,
    tombstone,
};
use crate::{
    lint::secret,
    model::{
        Kind, Memory, digest,
        header::{self, Header},
    },
    store::{
        Store,
        inbox::{Proposal, Removal},
        read,
    },
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

impl Inbox {
    /// What was decided here and in a `later` one, and what waits after it.
    #[must_use]
    pub fn and(mut self, later: Self) -> Self {
        self.decided.extend(later.decided);
        self.notices.extend(later.notices);
        Self { waiting: later.waiting, ..self }
    }
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
    /// The file that would go, where that is what is proposed; `null` for what would be saved.
    pub removes: Option<String>,
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
    /// The memory is gone, as was proposed.
    Removed,
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

/// What is meant, each once, memories that could go behind those that would be saved.
///
/// # Errors
/// [`OpError::NotFound`] for an id that none has, [`OpError::Ambiguous`] for one that several begin with.
pub fn find(world: &World, store: &Store, which: &Which) -> Result<(Vec<Proposal>, Vec<Removal>), OpError> {
    let inbox = store.inbox(world)?;
    let (mut proposals, mut removals) = (inbox.waiting(), inbox.removals());
    let Which::Some(ids) = which else { return Ok((proposals, removals)) };
    let all: Vec<&String> = proposals.iter().map(|p| &p.id).chain(removals.iter().map(|r| &r.id)).collect();
    let mut meant: Vec<String> = Vec::new();
    for id in ids {
        let fits: Vec<&&String> = all.iter().filter(|one| one.starts_with(id.as_str()) && !id.is_empty()).collect();
        match fits.as_slice() {
            [] => {
                let (message, hint) = (format!("nothing waits as `{id}`"), "`mem inbox` lists what waits".into());
                return Err(OpError::Refused { message, hint });
            }
            [one] => meant.push((**one).clone()),
            several => {
                let files = several.iter().map(|id| (**id).clone()).collect();
                return Err(OpError::Ambiguous { name: id.clone(), files });
            }
        }
    }
    proposals.retain(|proposal| meant.contains(&proposal.id));
    removals.retain(|removal| meant.contains(&removal.id));
    Ok((proposals, removals))
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

/// Removes memories that could go, as `gc` does; one of which that is no longer so waits still.
///
/// # Errors
/// As [`accept`].
pub fn accept_removals(world: &World, store: &Store, removals: &[Removal], gate: &Gate) -> Result<Inbox, OpError> {
    let inbox = store.inbox(world)?;
    let (mut decided, mut notices) = (Vec::new(), Vec::new());
    for removal in removals {
        let (action, reason) = match gc::accept(world, store, removal, gate) {
            Ok(done) => {
                inbox.withdraw(removal)?;
                notices.extend(done.notices);
                (Action::Removed, None)
            }
            Err(OpError::Refused { message, .. }) => (Action::Refused, Some(message)),
            Err(other) => return Err(other),
        };
        decided.push(Decided { id: removal.id.clone(), action, file: Some(removal.file.clone()), reason });
    }
    outcome(world, store, decided, notices)
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

/// Rejects memories that could go: they stay, and it is not proposed again while they are as they are.
///
/// # Errors
/// As [`reject`].
pub fn reject_removals(world: &World, store: &Store, removals: &[Removal]) -> Result<Inbox, OpError> {
    let inbox = store.inbox(world)?;
    let mut decided = Vec::new();
    for removal in removals {
        inbox.bury(std::slice::from_ref(&removal.digest))?;
        inbox.withdraw(removal)?;
        decided.push(Decided { id: removal.id.clone(), action: Action::Rejected, file: None, reason: None });
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
    let inbox = store.inbox(world)?;
    let (saves, removals) = (inbox.waiting(), inbox.removals());
    let memories = if removals.is_empty() { Vec::new() } else { store.memories()?.items };
    let mut waiting: Vec<Waiting> = saves.into_iter().map(waiting).collect();
    waiting.extend(removals.into_iter().filter_map(|removal| leaving(&memories, removal)));
    Ok(Inbox { dir: display(store.dir()), waiting, decided, notices })
}

fn waiting(proposal: Proposal) -> Waiting {
    let Proposal { id, changes, kind, name, description, body, said, session, reason, dropped, .. } = proposal;
    Waiting { id, changes, kind, name, description, body, said, session, reason, dropped, removes: None }
}

/// A memory that could go, as it is now; `None` when it is gone already.
fn leaving(memories: &[Memory], removal: Removal) -> Option<Waiting> {
    let document = memories.iter().find(|memory| memory.file == removal.file).and_then(read::again)?;
    let memory = &document.memory;
    Some(Waiting {
        id: removal.id,
        changes: None,
        kind: memory.type_text.clone().unwrap_or_default(),
        name: memory.name.clone(),
        description: memory.description.clone().unwrap_or_default(),
        body: secret::masked(document.body()).into_owned(),
        said: removal.said.join("\n"),
        session: None,
        reason: Some(removal.reason),
        dropped: Vec::new(),
        removes: Some(removal.file),
    })
}
