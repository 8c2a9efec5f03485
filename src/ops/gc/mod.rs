//! Keeps a store small: proposes what can go, with reasons and evidence, and does it when told to.
//!
//! Nothing goes for its age alone. What takes a judgement is only shown: memories that say nearly the
//! same or the opposite, and notes whose end cannot be told for sure.

mod apply;
pub mod auto;
mod citations;
pub mod consolidate;
mod copies;
mod dates;
mod expired;
mod index;
mod leave;
mod litter;
mod plan;
mod related;
mod superseded;
#[cfg(test)]
mod tests;
pub mod todo;

use schemars::JsonSchema;
use serde::Serialize;

pub use apply::{Request, apply};
use consolidate::Consolidation;
pub(super) use leave::accept;
pub(super) use superseded::successors;

use super::{OpError, Outcome, row::display};
use crate::{lint::secret, model::text, project::Project, store::Store, world::World};

/// `mem.gc/1`: what can go, or what went.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Gc {
    /// The store.
    pub dir: String,
    /// Whether the items were done; else they are a plan.
    pub applied: bool,
    /// What can go by the rules, or went.
    pub items: Vec<Item>,
    /// What a person may want to decide on; never done by the rules.
    pub suggestions: Vec<Item>,
    /// How many memories there are, before anything goes.
    pub memories: usize,
    /// How many of them the items touch.
    pub touched: usize,
    /// Whether that is over a quarter, which takes `--force`.
    pub needs_force: bool,
    /// The command that takes all of it back; `null` when nothing was done that could be.
    pub undo: Option<String>,
    /// What a model proposes; `null` where none was asked.
    pub consolidation: Option<Consolidation>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Gc {
    const SCHEMA: &'static str = "mem.gc/1";
}

/// One thing that can go, or that somebody should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Item {
    /// What is proposed, or was done.
    pub action: Action,
    /// By which rule.
    pub kind: Kind,
    /// The file below the store; a folder's path where it lies outside of it.
    pub file: String,
    /// The memory that stays and says it, or that it is compared with; `null` when there is none.
    pub other: Option<String>,
    /// Why, in a sentence.
    pub reason: String,
    /// What can be read to see that it is so.
    pub evidence: Vec<Evidence>,
}

/// What becomes of the file of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It goes; an index line, where the item is about one.
    Drop,
    /// It stays.
    Keep,
    /// It goes, and what it says is in the other one.
    Merge,
    /// It gets another text.
    Edit,
}

/// Why something is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Another memory has the same text.
    Copy,
    /// What it says was to end on a day that has passed.
    Expired,
    /// It says itself which memory takes its place, or that memory does.
    Superseded,
    /// It says nothing but that it was deleted.
    Tombstone,
    /// An entry of the index leads to a file that is gone.
    DeadLine,
    /// The file is no memory: an editor's backup and the like.
    Litter,
    /// What sessions of agents left that ended long ago.
    SessionState,
    /// What was remembered to save time, long ago.
    Cache,
    /// Another memory says nearly the same.
    Near,
    /// Another memory says the opposite.
    Conflict,
    /// Every file of the project that it cites is gone.
    CitationsGone,
    /// A model has joined what several memories say.
    Consolidated,
}

impl Kind {
    /// Those that memories wait in the inbox for, to be decided on one by one.
    pub(super) const WAITING: [Self; 7] =
        [Self::Copy, Self::Expired, Self::Superseded, Self::Tombstone, Self::Near, Self::Conflict, Self::CitationsGone];

    /// The word used in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Expired => "expired",
            Self::Superseded => "superseded",
            Self::Tombstone => "tombstone",
            Self::DeadLine => "dead_line",
            Self::Litter => "litter",
            Self::SessionState => "session_state",
            Self::Cache => "cache",
            Self::Near => "near",
            Self::Conflict => "conflict",
            Self::CitationsGone => "citations_gone",
            Self::Consolidated => "consolidated",
        }
    }

    /// Whether the item is about a memory's file.
    #[must_use]
    pub const fn is_memory(self) -> bool {
        !matches!(self, Self::DeadLine | Self::Litter | Self::SessionState | Self::Cache)
    }
}

/// Where something can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    /// The file below the store.
    pub file: String,
    /// 1-based, where one line says it.
    pub line: Option<usize>,
    /// What stands there.
    pub text: String,
}

impl Evidence {
    /// What stands in that place, clipped, and without secrets.
    fn new(file: &str, line: Option<usize>, text: &str) -> Self {
        Self { file: file.to_owned(), line, text: text::clip(secret::masked(text).trim(), EVIDENCE) }
    }
}

/// Characters of an evidence's text.
const EVIDENCE: usize = 150;

impl Item {
    /// A proposal that the file goes.
    fn drop(kind: Kind, file: &str, reason: String, evidence: Vec<Evidence>) -> Self {
        Self { action: Action::Drop, kind, file: file.to_owned(), other: None, reason, evidence }
    }

    /// The same, with the memory that it is compared with.
    fn beside(self, other: &str) -> Self {
        Self { other: Some(other.to_owned()), ..self }
    }

    /// The same as a suggestion.
    fn shown(self) -> Self {
        Self { action: Action::Keep, ..self }
    }

    /// Whether both are about the same thing.
    fn is(&self, other: &Self) -> bool {
        (self.kind, &self.file, &self.other) == (other.kind, &other.file, &other.other)
    }
}

/// Of so many memories one may go without `--force`.
const SHARE: usize = 4;

/// Whether so many are over the share that may go unforced.
const fn is_over(touched: usize, memories: usize) -> bool {
    touched * SHARE > memories
}

/// The plan, as far as it goes by rules; nothing is changed. What the memories cite is looked up in
/// the project.
///
/// # Errors
/// [`OpError::Store`] when the store cannot be read.
pub fn run(world: &World, store: &Store, project: Option<&Project>) -> Result<Gc, OpError> {
    let plan = plan::of(world, store, project, None)?;
    Ok(outcome(store, plan))
}

fn outcome(store: &Store, plan: plan::Plan) -> Gc {
    let touched = touched(&plan.items);
    Gc {
        dir: display(store.dir()),
        applied: false,
        needs_force: is_over(touched, plan.memories),
        items: plan.items,
        suggestions: plan.suggestions,
        memories: plan.memories,
        touched,
        undo: None,
        consolidation: None,
        notices: plan.notices,
    }
}

/// How many memories the items touch.
fn touched(items: &[Item]) -> usize {
    let mut files: Vec<&str> =
        items.iter().filter(|i| i.kind.is_memory() && i.action != Action::Keep).map(|i| i.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    files.len()
}
