//! What a session taught: finds in a transcript what is worth remembering, and proposes or saves it.
//!
//! ```text
//! new turns ── a model ──► ideas ──┐            nearest memories ── the model ──┐
//!           └─ words ────► wishes ─┴─► candidate ── known already? ─────────────┴─► skip, update, create
//! ```
//!
//! A turn is looked at once: what is found in it is noted together with the turn, before anything is
//! done about it, so that an end in the middle neither repeats nor loses it. Where the agent wrote to the
//! store itself there is nothing to add: of three writers (the agent, this, gc) never two are at work in
//! one turn. Where a model that is named gives no answer, plain wishes are found all the same, and
//! the turns come again.

mod candidate;
mod decide;
mod model;
mod outcome;
mod run;
mod settle;
mod wish;
mod wrote;

use super::{OpError, gate::Gate, row::display};
use crate::{
    llm::Unusable,
    store::{Store, session::Session},
    transcript::Transcript,
    world::World,
};
use candidate::Candidate;
pub use model::Model;
pub use outcome::{Action, Decision, Done, Extract, Finder};

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
    /// Who looks for them beside plain words: a model, nobody, or a model that cannot be asked.
    pub model: Result<Option<Model>, Unusable>,
    /// Only say what would be done.
    pub dry_run: bool,
    /// What a memory must pass.
    pub gate: Gate,
}

impl Request {
    /// The session, as far as it is known.
    fn session(&self) -> Option<&String> {
        self.session.as_ref().or(self.transcript.session.as_ref())
    }
}

/// Looks at the turns that were not looked at before. `watch` is told what takes its time.
///
/// # Errors
/// [`OpError::Store`] when the session, the store or the inbox cannot be read or written.
pub fn run(world: &World, store: &Store, request: &Request, watch: &mut dyn FnMut(&str)) -> Result<Extract, OpError> {
    let id = request.session();
    let session = id.and_then(|id| Session::new(world, store, id.as_ref()).ok());
    let inbox = store.inbox(world)?;
    let mut run = run::Run::new(world, store, request, session.as_ref(), &inbox, watch)?;
    let new_turns = run.all()?;
    Ok(Extract {
        dir: display(store.dir()),
        session: id.cloned(),
        format: request.transcript.format.to_owned(),
        turns: request.transcript.turns.len(),
        new_turns,
        again: run.again,
        unread: request.transcript.unread,
        finder: if matches!(request.model, Ok(Some(_))) { Finder::Model } else { Finder::Words },
        fallback: run.fallback,
        dry_run: request.dry_run,
        decisions: run.decisions,
        waiting: inbox.waiting().len(),
        notices: run.notices,
    })
}

/// Whether a person plainly asks for something to be remembered.
pub(super) fn has_wish(said: &str) -> bool {
    !wish::wishes(said).is_empty()
}
