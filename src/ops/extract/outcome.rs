//! What `mem extract` answers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ops::{Outcome, recall::Fallback};

/// `mem.extract/1`: what a session taught.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Extract {
    /// The store.
    pub dir: String,
    /// The session; `null` where it is not known, and then turns are not remembered.
    pub session: Option<String>,
    /// The format of the transcript.
    pub format: String,
    /// How many turns there are.
    pub turns: usize,
    /// How many of them were looked at for the first time.
    pub new_turns: usize,
    /// How many of these come again, since the model that was to look at them gave no answer.
    pub again: usize,
    /// Lines that could not be read.
    pub unread: usize,
    /// Who looked for what is worth remembering.
    pub finder: Finder,
    /// Why a model that is named was not of use; `null` when it was, or when none is named.
    pub fallback: Option<Fallback>,
    /// Whether nothing was done.
    pub dry_run: bool,
    /// What became of each find: those of each model's answer together, else as they were said.
    pub decisions: Vec<Decision>,
    /// How many proposals wait in the inbox now.
    pub waiting: usize,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Extract {
    const SCHEMA: &'static str = "mem.extract/1";
}

/// Who finds what is worth remembering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finder {
    /// Only what the person plainly asks for is found, by words alone.
    Words,
    /// A model.
    Model,
}

/// What became of one find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decision {
    /// What was decided.
    pub action: Action,
    /// What was done about it.
    pub done: Done,
    /// Why, in a clause.
    pub reason: String,
    /// Who found it.
    pub finder: Finder,
    /// The file that says it already, is changed, or was written.
    pub file: Option<String>,
    /// The proposal in the inbox.
    pub id: Option<String>,
    /// The type of the memory.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its text; of a memory that is changed the new text.
    pub body: String,
    /// Numbers, addresses and paths of the memory that is changed which its new text leaves out.
    pub dropped: Vec<String>,
    /// What was said.
    pub said: String,
    /// In which turn, counted from 1.
    pub turn: usize,
}

/// What was decided about a find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// There is nothing to do.
    Skip,
    /// A memory that is there says something else now.
    Update,
    /// It is new.
    Create,
}

/// What was done about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// Nothing.
    Nothing,
    /// It waits in the inbox.
    Proposed,
    /// It is in the store.
    Saved,
}
