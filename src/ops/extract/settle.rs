//! Deciding on finds, and doing what was decided.

use super::{
    Action, Candidate, Done, Finder,
    decide::{Change, Known, Verdict},
    model::{Model, Weighed, weigh},
    run::Run,
};
use crate::{
    model::Document,
    ops::{OpError, add},
    store::{read, session::Idea},
};

impl Run<'_> {
    /// Decides on what a model has found, one by one. Whether the model answers: if not, what it is
    /// needed for stays for the next run.
    pub(super) fn settle(&mut self, model: Option<&Model>) -> Result<bool, OpError> {
        let (mut at, mut answers) = (0, true);
        while let Some(idea) = self.learnt.ideas.get(at).cloned() {
            if self.decide(&idea, model, &mut answers)? {
                self.learnt.ideas.remove(at);
                self.keep()?;
            } else {
                at += 1;
            }
        }
        Ok(answers)
    }

    /// Decides on one; `false` when only a model could have, and none answers.
    fn decide(&mut self, idea: &Idea, model: Option<&Model>, answers: &mut bool) -> Result<bool, OpError> {
        // What cannot be a memory was found by a version that took it for one.
        let Ok(candidate) = Candidate::of_idea(idea) else { return Ok(true) };
        let mut verdict = self.verdict(&candidate);
        if let Some(model) = model.filter(|_| verdict.action != Action::Skip) {
            if !*answers && !candidate.is_wish {
                return Ok(false);
            }
            match self.asked(&candidate, model, answers)? {
                Some(Weighed::Verdict(weighed)) => verdict = weighed,
                Some(Weighed::Unusable(why)) if candidate.is_wish => self.notices.push(why),
                Some(Weighed::Unusable(why)) => verdict = Verdict::skip(why),
                None if *answers || candidate.is_wish => {}
                None => return Ok(false),
            }
        }
        self.carry_out(&candidate, verdict)?;
        Ok(true)
    }

    /// What the model says of a candidate; `None` where there is nothing to ask, or no answer.
    fn asked(&mut self, candidate: &Candidate, model: &Model, answers: &mut bool) -> Result<Option<Weighed>, OpError> {
        let nearest = self.known.nearest(candidate);
        if nearest.is_empty() || !*answers {
            return Ok(None);
        }
        (self.watch)(&format!("asking the model what to do about “{}”", candidate.draft.name));
        match weigh(self.world, model, candidate, &nearest) {
            Ok(weighed) => {
                // Minutes may have passed.
                self.known = Known::of(self.store, self.inbox)?;
                Ok(Some(self.checked(candidate, weighed)))
            }
            Err(failed) => {
                *answers = false;
                self.fall_back(&failed);
                Ok(None)
            }
        }
    }

    /// A model's decision against what is known by now, and against the rules.
    fn checked(&mut self, candidate: &Candidate, weighed: Weighed) -> Weighed {
        let Weighed::Verdict(verdict) = weighed else { return weighed };
        let local = self.known.judge(candidate);
        if local.action == Action::Skip {
            return Weighed::Verdict(local);
        }
        let (Some(change), Some(file)) = (&verdict.change, &verdict.file) else { return Weighed::Verdict(verdict) };
        let Some(old) = self.known.find(file).filter(|old| Change::fits(&change.base, old)) else {
            return Weighed::Unusable(format!("{file} has changed while the model was asked"));
        };
        let (path, text) = (old.memory.path.clone(), change.draft.compose(self.world.now()));
        match self.judge.judge(&add::document(file.clone(), path, text), Some(old)).refusal {
            Some(refusal) => Weighed::Unusable(refusal.reason),
            None => Weighed::Verdict(verdict),
        }
    }

    /// What words alone say of a candidate.
    pub(super) fn verdict(&mut self, candidate: &Candidate) -> Verdict {
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

    pub(super) fn carry_out(&mut self, candidate: &Candidate, verdict: Verdict) -> Result<(), OpError> {
        let mut decision = candidate.decision(&verdict);
        if verdict.action != Action::Skip {
            self.learnt.memories += 1;
            self.known.add(candidate);
            if !self.request.dry_run {
                let why = if self.request.write { self.save(candidate, &verdict)? } else { Saved::Waits(None) };
                match why {
                    Saved::As(file) => (decision.done, decision.file) = (Done::Saved, Some(file)),
                    Saved::Waits(why) => {
                        let proposal = candidate.proposal(&verdict, self.request.session().cloned(), why);
                        self.inbox.put(&proposal)?;
                        (decision.done, decision.id) = (Done::Proposed, Some(proposal.id));
                    }
                }
            }
        }
        self.decisions.push(decision);
        Ok(())
    }

    /// Saves what is new, and what a model has written anew without loss; anything else waits for a
    /// person.
    fn save(&mut self, candidate: &Candidate, verdict: &Verdict) -> Result<Saved, OpError> {
        let (draft, existing) = match (&verdict.change, candidate.finder) {
            (None, _) => (&candidate.draft, add::Existing::Refuse),
            (Some(_), Finder::Words) => return Ok(Saved::Waits(None)),
            (Some(change), _) if !change.dropped.is_empty() => {
                return Ok(Saved::Waits(Some(format!("it leaves out {}", change.dropped.join(", ")))));
            }
            (Some(change), Finder::Model) => {
                let now = verdict.file.as_deref().and_then(|file| self.known.find(file)).and_then(again);
                if !now.is_some_and(|now| Change::fits(&change.base, &now)) {
                    return Ok(Saved::Waits(Some("the memory has changed meanwhile".to_owned())));
                }
                (&change.draft, add::Existing::Update)
            }
        };
        let (drafts, gate) = (vec![draft.clone()], self.request.gate.clone());
        let request = add::Request { drafts, existing, force: false, gate };
        let added = add::run(self.world, self.store, &request)?;
        self.notices.extend(added.notices);
        let saved = added.results.into_iter().next();
        Ok(match saved {
            Some(saved) if saved.action != add::Action::Refused => Saved::As(saved.file),
            saved => Saved::Waits(saved.and_then(|saved| saved.reason)),
        })
    }
}

/// What became of a candidate.
enum Saved {
    /// It is in this file.
    As(String),
    /// It waits, perhaps for a reason.
    Waits(Option<String>),
}

fn again(document: &Document) -> Option<Document> {
    read::again(&document.memory)
}
