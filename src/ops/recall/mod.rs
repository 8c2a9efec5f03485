//! The few memories that help with one prompt.
//!
//! gates → scan → selector → budget → render. Each step may end the way with a named reason;
//! an empty answer is an answer. The selector is a model where the person has named one ([`Side`]),
//! else, and whenever that fails, the local one.
//!
//! [`run`] finds the answer. [`session::answer`] also prints it and remembers for the session what
//! was printed; [`prefetch`] finds it ahead of time.

mod budget;
mod corpus;
mod explain;
mod files;
mod linked;
mod local;
mod manifest;
pub mod prefetch;
mod reasons;
pub mod render;
mod room;
pub mod session;
mod side;
mod varied;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    OpError, Outcome,
    meaning::Files as _,
    row::{Row, display},
};
use crate::{
    llm::Deadline,
    select::{
        Query, Scored, Scorer,
        gate::{self, Enough},
    },
    store::{Store, session::State},
    world::World,
};

use corpus::Corpus;
use files::Files;

pub use crate::model::Cap;
pub use render::Form;
use room::Room;
use side::Scene;
pub use side::{Selector, Side};

/// What to recall for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The prompt.
    pub query: String,
    /// Memories at most.
    pub limit: usize,
    /// The rendered answer at most; `None` leaves only the cap on each body.
    pub budget: Option<Cap>,
    /// The form in which the answer is printed, since the budget counts what is printed.
    pub form: Form,
    /// The plain order of all that match: no gates, no threshold, no budget, no session.
    pub rank: bool,
    /// What the session has been shown; `None` where there is none.
    pub session: Option<State>,
    /// A model that may choose; `None` leaves the choice to the local selector.
    pub side: Option<Side>,
    /// Whether what texts mean counts where their words do not settle it.
    pub meaning: bool,
}

/// `mem.recall/1`: the memories for one prompt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recall {
    /// The store.
    pub dir: String,
    /// The prompt.
    pub query: String,
    /// Who chose: `llm`, a model, or `local`; `none` where nobody was to.
    pub selector: &'static str,
    /// Why the local selector stood in for a model; `null` when it did not.
    pub fallback: Option<Fallback>,
    /// Why nothing was recalled; `null` when something was.
    pub reason: Option<Reason>,
    /// Memories that the selector chose from: those that the session has not been shown, and of them
    /// those that a model's list had room for.
    pub offered: usize,
    /// Memories in the store; 0 when the prompt was too short to look at them.
    pub total: usize,
    /// Bytes of all `content` together.
    pub bytes: usize,
    /// Memories that were ranked by their words alone, since their vectors are not made yet.
    pub without_vectors: usize,
    /// Best first.
    pub memories: Vec<Recalled>,
    /// How the choice came about, a line a step; empty unless asked for.
    #[serde(skip)]
    pub steps: Vec<String>,
    /// Why no model chose, for people; only where one should have.
    #[serde(skip)]
    pub notice: Option<String>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The store has none.
    NoMemories,
    /// The prompt does not say enough to search for.
    QueryTooShort,
    /// The session has been shown as much as one session gets.
    SessionBudget,
    /// The session has been shown all that helps.
    AllSurfaced,
    /// None of them clearly helps.
    NothingRelevant,
    /// Nobody was to choose.
    NoSelector,
    /// A prefetch was started and has not ended.
    NotReady,
    /// No prefetch was started, or it was collected, or it ended without an answer.
    NoneStarted,
    /// Nothing was asked: the session was reset.
    Reset,
}

impl Reason {
    /// One clause for people.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoMemories => "the store has no memories",
            Self::QueryTooShort => "the prompt is too short to search with",
            Self::SessionBudget => "the session has been shown as much as one session gets",
            Self::AllSurfaced => "the session has been shown what helps with this prompt",
            Self::NothingRelevant => "nothing in the store clearly helps with this prompt",
            Self::NoSelector => "nobody was to choose, as --selector none asks",
            Self::NotReady => "a prefetch is at work",
            Self::NoneStarted => "no prefetch waits to be collected",
            Self::Reset => "the session was reset",
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
    /// The selector's score; comparable within one answer only. A model's first choice has 1, its second
    /// 1/2, and so on.
    pub score: f64,
    /// What spoke for it.
    pub why: String,
    /// The digest of its file, by which a session knows it again; only within one.
    #[serde(skip)]
    digest: Option<String>,
}

impl Recalled {
    /// The same without its text.
    fn by_name(&self) -> Self {
        let (row, why) = (self.row.clone(), self.why.clone());
        Self { row, content: None, truncated: true, score: self.score, why, digest: self.digest.clone() }
    }
}

impl Outcome for Recall {
    const SCHEMA: &'static str = "mem.recall/1";
}

/// Recalls for one prompt. A store that does not exist is empty.
///
/// # Errors
/// [`OpError::Store`] when the directory cannot be read.
pub fn run(store: &Store, world: &World, request: &Request) -> Result<Recall, OpError> {
    // A model's time runs from here, so that what it leaves is known.
    let deadline = Deadline::after(request.side.as_ref().map(|side| side.timeout).unwrap_or_default());
    let query = Query::new(&request.query);
    let mut outcome = Recall::new(store, &request.query);
    let enough = match gate(request) {
        Ok(enough) => enough,
        Err(reason) => return Ok(outcome.because(reason)),
    };
    outcome.steps.push(passed(request, enough).into());
    outcome.steps.extend(request.seen().map(explain::session));
    let Corpus { files, counts, skipped } = corpus::of(store, &query)?;
    let shown = shown(store, &files, request.seen());
    outcome.total = files.len();
    outcome.offered = shown.iter().filter(|shown| !**shown).count();
    outcome.steps.push(explain::scanned(&outcome));
    outcome.steps.extend(skipped.iter().map(|skipped| format!("  {} {}: left out", skipped.file, skipped.why)));
    if outcome.total == 0 {
        return Ok(outcome.because(Reason::NoMemories));
    }
    if outcome.offered == 0 && !request.rank {
        return Ok(outcome.because(Reason::AllSurfaced));
    }
    let (files, counts, shown, query) = (&files, &counts, &shown, &query);
    let scene =
        Scene { store, world, request, enough, query, files, counts, shown, deadline, read: Default::default() };
    match picks(&scene, &mut outcome) {
        Ok(picks) => fill(&mut outcome, &scene, &picks),
        Err(reason) => outcome.reason_is(reason),
    }
    Ok(outcome)
}

/// A memory that was picked.
struct Pick {
    /// Its position among the files.
    memory: usize,
    score: f64,
    why: String,
    /// What is said of it where each step is explained.
    account: String,
}

/// The memories that help, best first; never none.
fn picks(scene: &Scene<'_>, outcome: &mut Recall) -> Result<Vec<Pick>, Reason> {
    if scene.request.rank {
        return some(local::ranked(scene, outcome), false);
    }
    if scene.request.side.as_ref().is_some_and(|side| side.selector == Selector::None) {
        outcome.selector = "none";
        return Err(Reason::NoSelector);
    }
    match side::choose(scene, outcome) {
        Some(chosen) => {
            // It has seen descriptions alone.
            let picks = chosen.memories.into_iter().enumerate().map(Pick::of_model).collect();
            let varied = varied::varied(scene, picks, scene.request.limit);
            outcome.steps.extend(varied.steps);
            some(varied.picks, chosen.named_shown || varied.were_shown)
        }
        None => {
            let (picks, left_out) = local::decide(scene, outcome);
            some(picks, left_out)
        }
    }
}

/// The picks, or why there are none: nothing helps, or what helps was left out.
fn some(picks: Vec<Pick>, left_out: bool) -> Result<Vec<Pick>, Reason> {
    match picks.is_empty() {
        false => Ok(picks),
        true if left_out => Err(Reason::AllSurfaced),
        true => Err(Reason::NothingRelevant),
    }
}

impl Pick {
    fn local(scored: &Scored, scorer: &Scorer<'_>) -> Self {
        let (why, account) = (explain::why(&scorer.why(scored.memory)), explain::account(scored));
        Self { memory: scored.memory, score: scored.score, why, account }
    }

    /// The model's choice at this place, from 0.
    fn of_model((place, memory): (usize, usize)) -> Self {
        let nth = place + 1;
        let account = format!("choice {nth} of the model");
        Self { memory, score: 1.0 / nth as f64, why: account.clone(), account }
    }
}

/// The gates, in their order: what the prompt is good for, or why nobody is asked.
fn gate(request: &Request) -> Result<Enough, Reason> {
    if request.rank {
        return Ok(Enough::Prompt);
    }
    let enough = gate::enough(&request.query).map_err(|_| Reason::QueryTooShort)?;
    if request.seen().is_some_and(room::is_spent) {
        return Err(Reason::SessionBudget);
    }
    Ok(enough)
}

/// What the gates said.
fn passed(request: &Request, enough: Enough) -> &'static str {
    match enough {
        _ if request.rank => "gates: none, as --rank asks",
        Enough::Prompt => "gates: passed",
        Enough::Identifier => "gates: passed; one identifier, enough for the local selector alone",
    }
}

/// Which of the files the session has in its context as they are now. Only those that it has been
/// shown are read for that.
fn shown(store: &Store, files: &Files, session: Option<&State>) -> Vec<bool> {
    let is_shown = |at: usize, session: &State| {
        session.knows(files.name(at))
            && files
                .facts(store, at)
                .and_then(|facts| store.document(facts))
                .is_some_and(|document| session.has(files.name(at), &document.text))
    };
    (0..files.len()).map(|at| session.is_some_and(|session| is_shown(at, session))).collect()
}

/// Reads the chosen bodies and cuts them to the budgets. One that vanished meanwhile is left out.
fn fill(outcome: &mut Recall, scene: &Scene<'_>, picks: &[Pick]) {
    let now = scene.world.now();
    let mut room = Room::new(scene.request);
    let mut recalled = Vec::with_capacity(picks.len());
    for pick in picks {
        let Some(document) = scene.document(pick.memory) else { continue };
        outcome.steps.push(explain::picked(pick, &Row::new(&document.memory, now)));
        recalled.extend(room.take(&document, now, pick.score, pick.why.clone()));
    }
    outcome.hand_out(recalled, room, scene.request);
}

impl Request {
    /// What the session has been shown, where that counts.
    fn seen(&self) -> Option<&State> {
        self.session.as_ref().filter(|_| !self.rank)
    }
}

impl Recall {
    fn new(store: &Store, query: &str) -> Self {
        Self {
            dir: display(store.dir()),
            query: query.to_owned(),
            selector: "local",
            fallback: None,
            reason: None,
            offered: 0,
            total: 0,
            bytes: 0,
            without_vectors: 0,
            memories: Vec::new(),
            steps: Vec::new(),
            notice: None,
        }
    }

    fn because(mut self, reason: Reason) -> Self {
        self.reason_is(reason);
        self
    }

    fn reason_is(&mut self, reason: Reason) {
        let gate = matches!(reason, Reason::QueryTooShort | Reason::SessionBudget);
        self.steps.push(format!("{}: {}", if gate { "gates" } else { "nothing" }, reason.text()));
        self.reason = Some(reason);
    }

    /// Takes what was chosen as it fits into the caller's budget, and says what became of it.
    fn hand_out(&mut self, recalled: Vec<Recalled>, room: Room, request: &Request) {
        let fitted = budget::fit(recalled, request);
        self.memories = fitted.memories;
        self.steps.extend(self.memories.iter().filter_map(explain::shortened));
        self.steps.extend(room.account());
        self.steps.extend(fitted.account);
        self.count_bytes();
        if self.memories.is_empty() {
            self.reason_is(if room.is_full() { Reason::SessionBudget } else { Reason::NothingRelevant });
        }
    }

    fn count_bytes(&mut self) {
        self.bytes = self.memories.iter().filter_map(|m| m.content.as_ref()).map(String::len).sum();
    }
}
