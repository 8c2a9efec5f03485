//! Lets a model rewrite memories about one thing into fewer, truer ones.
//!
//! ```text
//! memories ── cluster ──► Cluster ── ask (answers are kept) ──► actions ── check ──► Change | Refused
//!                                                                              │
//!                                          a person, or --yes ── apply ◄───────┘
//! ```
//!
//! The model only proposes. What it says is data: a change is made only if the checker finds that it
//! loses nothing that is not named, says nothing new, and names no file that it was not shown.

mod actions;
mod apply;
mod ask;
mod check;
mod cluster;
mod facts;
mod names;

use std::{collections::BTreeSet, time::Duration};

use schemars::JsonSchema;
use serde::Serialize;

pub use apply::apply;

use super::Gc;
use crate::{
    llm::{Failure, Target},
    ops::{OpError, diff::Differs, gate::Gate},
    project::Project,
    store::Store,
    world::World,
};

/// What to ask, and what a text must pass.
#[derive(Clone, Debug)]
pub struct Request {
    /// The model, or why none can be asked.
    pub target: Result<Target, Failure>,
    /// Requests on one day.
    pub daily_calls: u64,
    /// For each answer.
    pub timeout: Duration,
    /// Tokens that all questions and answers of this run may take together.
    pub tokens: u64,
    /// What a new text must pass.
    pub gate: Gate,
}

/// What a model proposes for memories about one thing, and what came of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Consolidation {
    /// Who was asked; `null` when nobody could be.
    pub model: Option<String>,
    /// Groups of memories about one thing, and single ones with dates to make absolute.
    pub groups: usize,
    /// Of which the model was asked about so many now …
    pub asked: usize,
    /// … and had been asked about so many before.
    pub known: usize,
    /// How many wait for another run: for tokens, or since the model gave no answer.
    pub left: usize,
    /// Tokens that this run took; estimated where the server does not count them.
    pub tokens: u64,
    /// Why the model gave no answer; `null` when it did.
    pub failure: Option<Unanswered>,
    /// What passed the checks.
    pub changes: Vec<Change>,
    /// What did not.
    pub refused: Vec<Refused>,
}

/// Why a model gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unanswered {
    /// A stable word.
    pub reason: &'static str,
    /// The same in a clause.
    pub detail: String,
}

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Several memories become one.
    Merge,
    /// One gets another text.
    Update,
    /// One goes, since others say it.
    Delete,
}

/// A change that passed the checks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Change {
    /// What it does.
    pub action: Deed,
    /// The memory that stays; `null` when none gets another text.
    pub into: Option<String>,
    /// Every file that it touches, the one that stays first.
    pub files: Vec<Differs>,
    /// What the sources say and nothing says any more.
    pub dropped: Vec<String>,
    /// Why, in the model's words; `null` when it gave none.
    pub reason: Option<String>,
}

/// A change that did not pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// The files that it names, or those that were asked about.
    pub files: Vec<String>,
    /// What is wrong with it.
    pub reason: String,
}

/// Asks the model about every group of memories, and checks what it proposes. Nothing is changed.
/// `watch` hears before each question which one of how many it is.
///
/// # Errors
/// [`OpError::Store`] when the store or the answers cannot be read or written.
pub fn propose(
    world: &World,
    store: &Store,
    project: Option<&Project>,
    request: &Request,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Gc, OpError> {
    let mut plan = super::run(world, store, project)?;
    let goes: BTreeSet<&str> = plan.items.iter().map(|item| item.file.as_str()).collect();
    let (clusters, notices) = cluster::find(world, store, &goes)?;
    plan.notices.extend(notices);
    let asked = ask::all(world, store, request, &clusters, watch)?;
    let mut checker = check::Checker::new(world, store, &request.gate);
    let (mut changes, mut refused) = (Vec::new(), Vec::new());
    for (cluster, answer) in clusters.iter().zip(asked.answers) {
        if let Some(answer) = answer {
            let checked = checker.check(cluster, &answer);
            changes.extend(checked.changes);
            refused.extend(checked.refused);
        }
    }
    plan.consolidation = Some(Consolidation {
        model: request.target.as_ref().ok().map(Target::who),
        groups: clusters.len(),
        asked: asked.asked,
        known: asked.known,
        left: asked.left,
        tokens: asked.tokens,
        failure: asked.failure.map(|failure| Unanswered { reason: failure.reason.as_str(), detail: failure.detail }),
        changes,
        refused,
    });
    Ok(plan)
}
