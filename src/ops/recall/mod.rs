//! The few memories that help with one prompt.
//!
//! gates → scan → selector → budget → render. Each step may end the way with a named reason;
//! an empty answer is an answer.

mod budget;
mod corpus;
mod reasons;
pub mod render;

use std::fmt::Write as _;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome,
    row::{Row, display},
};
use crate::{
    model::{age, memory::FileFacts},
    select::{self, Counts, Query, Scored, gate},
    store::Store,
};

use corpus::Corpus;
pub use render::Form;

/// What to recall for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The prompt.
    pub query: String,
    /// Memories at most.
    pub limit: usize,
    /// Bytes of the rendered answer at most; `None` leaves only the cap on each body.
    pub budget: Option<usize>,
    /// The form in which the answer is printed, since the budget counts what is printed.
    pub form: Form,
    /// The plain order of all that match: no gates, no threshold, no budget.
    pub rank: bool,
}

/// `mem.recall/1`: the memories for one prompt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recall {
    /// The store.
    pub dir: String,
    /// The prompt.
    pub query: String,
    /// Who chose: `local`.
    pub selector: &'static str,
    /// Why the local selector stood in for a model; `null` when it did not.
    pub fallback: Option<Fallback>,
    /// Why nothing was recalled; `null` when something was.
    pub reason: Option<Reason>,
    /// Memories that the selector chose from.
    pub offered: usize,
    /// Memories in the store; 0 when the prompt was too short to look at them.
    pub total: usize,
    /// Bytes of all `content` together.
    pub bytes: usize,
    /// Best first.
    pub memories: Vec<Recalled>,
    /// How the choice came about, a line a step; empty unless asked for.
    #[serde(skip)]
    pub steps: Vec<String>,
}

/// Why the local selector answered in the place of a model.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fallback {
    /// A stable word: `timeout`, `http`, …
    pub reason: &'static str,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// Requests made.
    pub attempts: u32,
}

/// Why an answer is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The store has none.
    NoMemories,
    /// The prompt does not say enough to search for.
    QueryTooShort,
    /// None of them clearly helps.
    NothingRelevant,
}

impl Reason {
    /// One clause for people.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoMemories => "the store has no memories",
            Self::QueryTooShort => "the prompt is too short to search with",
            Self::NothingRelevant => "nothing in the store clearly helps with this prompt",
        }
    }
}

/// A memory that was recalled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recalled {
    /// What every document says of a memory.
    #[serde(flatten)]
    pub row: Row,
    /// Its body as handed out, or its description where it has no body; `null` when the budget left
    /// room for its name only, or there is nothing to read.
    pub content: Option<String>,
    /// Whether `content` is less than the body.
    pub truncated: bool,
    /// The selector's score; comparable within one answer only.
    pub score: f64,
    /// What spoke for it.
    pub why: String,
}

impl Recalled {
    /// The same without its text.
    fn by_name(&self) -> Self {
        Self { row: self.row.clone(), content: None, truncated: true, score: self.score, why: self.why.clone() }
    }
}

impl Outcome for Recall {
    const SCHEMA: &'static str = "mem.recall/1";
}

/// Recalls for one prompt. A store that does not exist is empty.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub fn run(store: &Store, now: Timestamp, request: &Request) -> Result<Recall, OpError> {
    let query = Query::new(&request.query);
    let mut outcome = Recall::new(store, request);
    if !request.rank && gate::enough(&request.query).is_err() {
        return Ok(outcome.because(Reason::QueryTooShort));
    }
    outcome.steps.push(if request.rank { "gates: none, as --rank asks" } else { "gates: passed" }.into());
    let Corpus { files: memories, counts, skipped } = corpus::of(store, &query)?;
    (outcome.total, outcome.offered) = (memories.len(), memories.len());
    outcome.steps.push(format!("scan: {} memories, all of them offered", memories.len()));
    outcome.steps.extend(skipped.iter().map(|skipped| format!("  {} {}: left out", skipped.file, skipped.why)));
    if memories.is_empty() {
        return Ok(outcome.because(Reason::NoMemories));
    }
    let picks = if request.rank {
        let mut order = select::rank(&query, &counts);
        order.truncate(request.limit);
        order
    } else {
        decide(&query, &counts, request.limit, &mut outcome)
    };
    if picks.is_empty() {
        return Ok(outcome.because(Reason::NothingRelevant));
    }
    fill(&mut outcome, store, picks, &memories, now, request);
    Ok(outcome)
}

/// The local selector with its threshold, explained.
fn decide(query: &Query, counts: &[Counts], limit: usize, outcome: &mut Recall) -> Vec<Scored> {
    let decision = select::decide(query, counts, limit);
    outcome.steps.push(format!(
        "selector: local; evidence {:.2}, threshold {:.2}; {} chosen, {limit} at most",
        decision.evidence,
        decision.threshold,
        decision.picks.len(),
    ));
    decision.picks
}

/// Reads the chosen bodies and cuts them to the budget. One that vanished meanwhile is left out.
fn fill(
    outcome: &mut Recall,
    store: &Store,
    picks: Vec<Scored>,
    memories: &[FileFacts],
    now: Timestamp,
    request: &Request,
) {
    let read = picks.iter().filter_map(|pick| {
        let document = store.document(memories[pick.memory].clone())?;
        let budget::Body { content, truncated } = budget::body(&document, request.form);
        let row = Row::new(&document.memory, now);
        Some((evidence(pick, &row), Recalled { row, content, truncated, score: pick.score, why: why(pick) }))
    });
    let (reasons, recalled): (Vec<_>, Vec<_>) = read.unzip();
    outcome.steps.extend(reasons);
    let fitted = budget::fit(recalled, request);
    outcome.memories = fitted.memories;
    outcome.steps.extend(outcome.memories.iter().filter_map(shortened));
    outcome.steps.extend(fitted.account);
    outcome.bytes = outcome.memories.iter().filter_map(|m| m.content.as_ref()).map(String::len).sum();
    if outcome.memories.is_empty() {
        outcome.reason = Some(Reason::NothingRelevant);
    }
}

/// The words that a memory was chosen for, the heaviest first, with the fields they stand in.
fn why(pick: &Scored) -> String {
    const TERMS: usize = 5;
    let mut terms: Vec<(&str, f64, Vec<&str>)> = Vec::new();
    for found in &pick.why {
        match terms.iter_mut().find(|(term, ..)| *term == found.term) {
            Some((_, weight, fields)) => {
                *weight += found.weight;
                fields.push(found.field.as_str());
            }
            None => terms.push((&found.term, found.weight, vec![found.field.as_str()])),
        }
    }
    terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    let parts: Vec<_> =
        terms.iter().take(TERMS).map(|(term, _, fields)| format!("{term} ({})", fields.join(", "))).collect();
    parts.join("; ")
}

/// Why a memory was chosen, for `--explain`.
fn evidence(pick: &Scored, row: &Row) -> String {
    let mut line =
        format!("  {}: score {:.3}, evidence {:.2}, {}", row.file, pick.score, pick.evidence, age::words(row.age_days));
    let why = why(pick);
    if !why.is_empty() {
        let _ = write!(line, "; {why}");
    }
    line
}

/// What a memory lost on its way into the answer, for `--explain`.
fn shortened(recalled: &Recalled) -> Option<String> {
    let how = match (&recalled.content, recalled.truncated) {
        (None, _) => "given by name",
        (Some(_), true) => "cut",
        (Some(_), false) => return None,
    };
    Some(format!("  {}: {how}", recalled.row.file))
}

impl Recall {
    fn new(store: &Store, request: &Request) -> Self {
        Self {
            dir: display(store.dir()),
            query: request.query.clone(),
            selector: "local",
            fallback: None,
            reason: None,
            offered: 0,
            total: 0,
            bytes: 0,
            memories: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn because(mut self, reason: Reason) -> Self {
        let step = if reason == Reason::QueryTooShort { "gates" } else { "nothing" };
        self.steps.push(format!("{step}: {}", reason.text()));
        self.reason = Some(reason);
        self
    }
}
