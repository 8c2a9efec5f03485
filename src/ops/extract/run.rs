//! One run over a transcript: which turns are new, who looks at them, and that each is noted.

use std::collections::HashMap;

use super::{
    Candidate, Decision, Request,
    decide::{Known, Verdict},
    model::{Failed, Ideas, Model, New, batches, letters, propose},
    wish::{self, Wish},
    wrote,
};
use crate::{
    lint::secret,
    llm::Reason,
    model::digest,
    ops::{OpError, gate::Judge, recall::Fallback},
    select::near,
    store::{
        Store,
        inbox::Inbox,
        session::{Learning, Learnt, Session},
    },
    transcript::Turn,
    world::World,
};

/// Questions of one run about what was said; what is left comes the next time.
const QUESTIONS: usize = 20;

/// One run over a transcript.
pub(super) struct Run<'r> {
    pub(super) world: &'r World,
    pub(super) store: &'r Store,
    pub(super) request: &'r Request,
    pub(super) inbox: &'r Inbox,
    pub(super) known: Known,
    pub(super) judge: Judge<'r>,
    learning: Option<Learning>,
    pub(super) learnt: Learnt,
    pub(super) decisions: Vec<Decision>,
    pub(super) notices: Vec<String>,
    /// Turns that come again.
    pub(super) again: usize,
    pub(super) fallback: Option<Fallback>,
    pub(super) watch: &'r mut dyn FnMut(&str),
}

impl<'r> Run<'r> {
    pub(super) fn new(
        world: &'r World,
        store: &'r Store,
        request: &'r Request,
        session: Option<&Session>,
        inbox: &'r Inbox,
        watch: &'r mut dyn FnMut(&str),
    ) -> Result<Self, OpError> {
        watch("waiting for another extract of this session");
        let learning = session.filter(|_| !request.dry_run).map(|session| session.learn(world)).transpose()?;
        watch("looking at the transcript");
        Ok(Self {
            world,
            store,
            request,
            inbox,
            known: Known::of(store, inbox)?,
            judge: Judge::new(world, store, &request.gate),
            learning,
            learnt: session.map(Session::learnt).unwrap_or_default(),
            decisions: Vec::new(),
            notices: Vec::new(),
            again: 0,
            fallback: None,
            watch,
        })
    }

    /// Looks at the new turns, and says how many there are.
    pub(super) fn all(&mut self) -> Result<usize, OpError> {
        let request = self.request;
        let new = self.new_turns();
        let count = new.len();
        match &request.model {
            Ok(Some(model)) => {
                // What an earlier run has found and could not decide on.
                let answers = self.settle(Some(model))?;
                self.by_model(model, new, answers)?;
            }
            Ok(None) => {
                self.settle(None)?;
                self.by_words(&new, true)?;
            }
            Err(unusable) => {
                let failure = Reason::NoProvider.because(unusable.to_string());
                self.fall_back(&Failed { failure, status: None, attempts: 0 });
                self.by_words(&new, false)?;
            }
        }
        Ok(count)
    }

    fn new_turns(&self) -> Vec<New<'r>> {
        let mut times: HashMap<&str, usize> = HashMap::new();
        let mut new = Vec::new();
        for (at, turn) in self.request.transcript.turns.iter().enumerate() {
            let time = times.entry(&turn.human).or_default();
            let digest = digest::project_hash(format!("{time}\0{}", turn.human).as_bytes());
            *time += 1;
            if !self.learnt.knows(&digest) {
                new.push(New { number: at + 1, turn, digest });
            }
        }
        new
    }

    /// Asks the model, as long as somebody answers and the session may teach more.
    fn by_model(&mut self, model: &Model, new: Vec<New<'r>>, mut answers: bool) -> Result<(), OpError> {
        let (own, open): (Vec<_>, Vec<_>) = new.into_iter().partition(|new| self.wrote(new.turn));
        self.by_words(&own, true)?;
        let batches = batches(open, model.bytes);
        for (at, batch) in batches.iter().enumerate() {
            let room = self.request.limit.saturating_sub(self.learnt.memories);
            if room == 0 || !answers || at == QUESTIONS {
                answers &= at < QUESTIONS;
                self.by_words(batch, room == 0)?;
                continue;
            }
            (self.watch)(&format!("asking the model what was said ({} of {})", at + 1, batches.len()));
            match propose(self.world, model, batch, room) {
                Ok(ideas) => answers = self.take(model, batch, ideas)?,
                Err(failed) => {
                    self.fall_back(&failed);
                    answers = !failed.is_for_all();
                    self.by_words(batch, false)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the plain wishes of these turns, and decides on them by words alone.
    fn by_words(&mut self, turns: &[New<'_>], is_enough: bool) -> Result<(), OpError> {
        for new in turns {
            for wish in wish::wishes(&new.turn.human) {
                self.wish(wish, new)?;
            }
            if is_enough {
                self.learnt.note(new.digest.clone());
            }
        }
        self.again += if is_enough { 0 } else { turns.len() };
        self.keep()
    }

    fn wish(&mut self, wish: Wish, new: &New<'_>) -> Result<(), OpError> {
        let holds_secret = secret::is_in(wish.text.as_bytes());
        let candidate = Candidate::of_wish(&wish.masked(), new.turn, new.number, self.world.now());
        let verdict = match () {
            () if self.wrote(new.turn) => Verdict::skip("the agent wrote to the store in this turn"),
            () if holds_secret => Verdict::skip("it holds a secret"),
            () => self.verdict(&candidate),
        };
        self.carry_out(&candidate, verdict)
    }

    fn wrote(&self, turn: &Turn) -> bool {
        turn.deeds.iter().any(|deed| wrote::to(self.store.dir(), deed))
    }

    /// Takes over what the model has found: noted first together with its turns, then decided on.
    fn take(&mut self, model: &Model, batch: &[New<'_>], mut ideas: Ideas) -> Result<bool, OpError> {
        self.known = Known::of(self.store, self.inbox)?;
        if ideas.left_out > 0 {
            let what = "quote nothing that was said, or are no memories, and are left out";
            self.notices.push(format!("{} of the model's finds {what}", ideas.left_out));
        }
        for new in batch {
            for wish in wish::wishes(&new.turn.human) {
                // A wish that the model has passed over is one all the same.
                if !self.is_met(&wish, new.number, &mut ideas) {
                    self.wish(wish, new)?;
                }
            }
        }
        // What was asked for comes first, since a session teaches only so many.
        ideas.found.sort_by_key(|idea| (!idea.is_wish, idea.turn));
        self.learnt.ideas.extend(ideas.found);
        batch.iter().for_each(|new| self.learnt.note(new.digest.clone()));
        self.keep()?;
        self.settle(Some(model))
    }

    /// Whether the model has found what a wish says, or that waits already; then its finds are marked.
    fn is_met(&self, wish: &Wish, turn: usize, ideas: &mut Ideas) -> bool {
        let words = letters(&wish.text);
        let mut met = false;
        for idea in ideas.found.iter_mut().filter(|idea| idea.turn == turn) {
            let said = letters(&idea.said);
            if said.contains(&words) || words.contains(&said) {
                (idea.is_wish, idea.said, met) = (true, wish.text.clone(), true);
            }
        }
        if met && self.known.waits(&near::gist(&wish.text)) {
            ideas.found.retain(|idea| idea.said != wish.text);
        }
        met
    }

    /// Says once why the model is of no use.
    pub(super) fn fall_back(&mut self, failed: &Failed) {
        if self.fallback.is_none() {
            let (reason, detail) = (failed.failure.reason.as_str(), &failed.failure.detail);
            self.fallback = Some(Fallback { reason, status: failed.status, attempts: failed.attempts });
            self.notices.push(format!(
                "the model gave no answer ({reason}): {detail}; only what was asked for in plain words was found, and what it \
                 was to look at comes again"
            ));
        }
    }

    /// Notes what the session has taught so far.
    pub(super) fn keep(&self) -> Result<(), OpError> {
        self.learning.as_ref().map_or(Ok(()), |learning| Ok(learning.keep(&self.learnt)?))
    }
}
