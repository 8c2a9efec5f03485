//! What a session taught: finds in a transcript what is worth remembering, and proposes or saves it.
//!
//! A turn is looked at once. Where the agent wrote to the store itself there is nothing to add: of
//! three writers (the agent, this, gc) never two are at work in one turn. What comes of a wish is decided
//! against what is there: said already, said differently, or new.

mod candidate;
mod decide;
mod wish;
mod wrote;

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome, add,
    gate::{Gate, Judge},
    row::display,
};
use crate::{
    lint::secret,
    model::digest,
    store::{
        Store,
        inbox::{Inbox, Proposal},
        session::{Held, LONG_PATIENCE, Learnt, Session},
    },
    transcript::{Transcript, Turn},
    world::World,
};
use candidate::Candidate;
use decide::{Known, Verdict};

/// What to look at, and how far to go.
#[derive(Clone, Debug)]
pub struct Request {
    /// What was said.
    pub transcript: Transcript,
    /// The session, where the transcript does not name it.
    pub session: Option<String>,
    /// Save what is new at once; else it waits in the inbox.
    pub write: bool,
    /// Memories that one session may teach at most.
    pub limit: usize,
    /// Only say what would be done.
    pub dry_run: bool,
    /// What a memory must pass.
    pub gate: Gate,
}

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
    /// Lines that could not be read.
    pub unread: usize,
    /// Whether nothing was done.
    pub dry_run: bool,
    /// What became of each wish, in the order in which they were said.
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

/// What became of one wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decision {
    /// What was decided.
    pub action: Action,
    /// What was done about it.
    pub done: Done,
    /// Why, in a clause.
    pub reason: String,
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
    /// Its text.
    pub body: String,
    /// What was said.
    pub said: String,
    /// In which turn, counted from 1.
    pub turn: usize,
}

/// What was decided about a wish.
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

/// Looks at the turns that were not looked at before.
///
/// # Errors
/// [`OpError::Store`] when the session, the store or the inbox cannot be read or written.
pub fn run(world: &World, store: &Store, request: &Request) -> Result<Extract, OpError> {
    let id = request.session.clone().or_else(|| request.transcript.session.clone());
    let session = id.as_ref().and_then(|id| Session::new(world, store, id.as_ref()).ok());
    let held = match &session {
        Some(session) if !request.dry_run => Some(session.hold(world, LONG_PATIENCE)?),
        _ => None,
    };
    let learnt = session.as_ref().map(Session::learnt).unwrap_or_default();
    let inbox = store.inbox(world)?;
    let mut run = Run {
        world,
        store,
        request,
        inbox: &inbox,
        known: Known::of(store, &inbox)?,
        judge: Judge::new(world, store, &request.gate),
        learnt,
        decisions: Vec::new(),
        notices: Vec::new(),
    };
    let new_turns = run.turns()?;
    let (learnt, decisions, notices) = (run.learnt, run.decisions, run.notices);
    finish(held, &learnt)?;
    Ok(Extract {
        dir: display(store.dir()),
        session: id,
        format: request.transcript.format.to_owned(),
        turns: request.transcript.turns.len(),
        new_turns,
        unread: request.transcript.unread,
        dry_run: request.dry_run,
        decisions,
        waiting: inbox.waiting().len(),
        notices,
    })
}

/// Whether a person plainly asks for something to be remembered.
pub(super) fn has_wish(said: &str) -> bool {
    !wish::wishes(said).is_empty()
}

fn finish(held: Option<Held>, learnt: &Learnt) -> Result<(), OpError> {
    held.map_or(Ok(()), |held| Ok(held.keep_learnt(learnt)?))
}

/// One run over a transcript.
struct Run<'r> {
    world: &'r World,
    store: &'r Store,
    request: &'r Request,
    inbox: &'r Inbox,
    known: Known,
    judge: Judge<'r>,
    learnt: Learnt,
    decisions: Vec<Decision>,
    notices: Vec<String>,
}

impl Run<'_> {
    /// Looks at the new turns, and says how many there are.
    fn turns(&mut self) -> Result<usize, OpError> {
        let mut times: HashMap<&str, usize> = HashMap::new();
        let mut new = 0;
        for (at, turn) in self.request.transcript.turns.iter().enumerate() {
            let time = times.entry(&turn.human).or_default();
            let digest = digest::project_hash(format!("{time}\0{}", turn.human).as_bytes());
            *time += 1;
            if self.learnt.knows(&digest) {
                continue;
            }
            new += 1;
            self.turn(turn, at + 1)?;
            self.learnt.note(digest);
        }
        Ok(new)
    }

    fn turn(&mut self, turn: &Turn, number: usize) -> Result<(), OpError> {
        let wrote = turn.deeds.iter().any(|deed| wrote::to(self.store.dir(), deed));
        for wish in wish::wishes(&turn.human) {
            let secret = secret::is_in(wish.text.as_bytes());
            let candidate = Candidate::new(&wish.masked(), turn, self.world.now());
            let verdict = match () {
                () if wrote => Verdict::skip("the agent wrote to the store in this turn"),
                () if secret => Verdict::skip("it holds a secret"),
                () => self.verdict(&candidate),
            };
            self.carry_out(candidate, verdict, number)?;
        }
        Ok(())
    }

    fn verdict(&mut self, candidate: &Candidate) -> Verdict {
        let verdict = self.known.judge(candidate);
        if verdict.action == Action::Skip {
            return verdict;
        }
        if self.learnt.memories >= self.request.limit {
            return Verdict::skip(format!("this session has taught {} memories", self.request.limit));
        }
        match self.judge.judge(&candidate.document(self.store, self.world.now()), None).refusal {
            Some(refusal) => Verdict::skip(refusal.reason),
            None => verdict,
        }
    }

    fn carry_out(&mut self, candidate: Candidate, verdict: Verdict, turn: usize) -> Result<(), OpError> {
        let mut decision = candidate.decision(&verdict, turn);
        if verdict.action != Action::Skip {
            self.learnt.memories += 1;
            self.known.add(&candidate);
            if !self.request.dry_run {
                self.keep(&candidate, &mut decision)?;
            }
        }
        self.decisions.push(decision);
        Ok(())
    }

    /// Saves a new memory where that is wanted; anything else, and what is refused, waits.
    fn keep(&mut self, candidate: &Candidate, decision: &mut Decision) -> Result<(), OpError> {
        let mut why = None;
        if self.request.write && decision.action == Action::Create {
            let (drafts, gate) = (vec![candidate.draft.clone()], self.request.gate.clone());
            let request = add::Request { drafts, existing: add::Existing::Refuse, force: false, gate };
            let added = add::run(self.world, self.store, &request)?;
            self.notices.extend(added.notices);
            if let Some(saved) = added.results.into_iter().next() {
                decision.file = Some(saved.file);
                if saved.action != add::Action::Refused {
                    decision.done = Done::Saved;
                    return Ok(());
                }
                why = saved.reason;
            }
        }
        let proposal = Proposal { reason: why, ..candidate.proposal(decision, self.session()) };
        self.inbox.put(&proposal)?;
        (decision.done, decision.id) = (Done::Proposed, Some(proposal.id));
        Ok(())
    }

    fn session(&self) -> Option<String> {
        self.request.session.clone().or_else(|| self.request.transcript.session.clone())
    }
}
