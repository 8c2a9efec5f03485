//! What `mem` answers when something happens to an agent.

pub mod behind;
pub mod log;
pub mod setup;
mod standing;

use std::path::Path;

use super::{
    OpError, prompt,
    recall::{self, Form, Recall, Side},
};
use crate::{
    agents::{
        Agent,
        hook::{Call, Event, Input, gate},
    },
    model::Cap,
    store::{
        Store,
        session::{Once, PATIENCE, Session},
    },
    world::World,
};

/// An event to answer.
#[derive(Debug)]
pub struct Request<'a> {
    /// To whom it has happened.
    pub agent: &'static Agent,
    /// What has happened.
    pub call: &'a Call,
    /// What the agent said about it.
    pub input: &'a Input,
    /// How a shell starts `mem` on this store.
    pub program: String,
    /// Whether the agent has loaded the store's index by itself.
    pub knows_index: bool,
    /// Memories at most.
    pub limit: usize,
    /// Bytes at most, where the settings name fewer than the agent takes.
    pub budget: Option<usize>,
    /// Who chooses among the memories.
    pub side: Side,
    /// Whether what texts mean counts where their words do not settle it.
    pub meaning: bool,
    /// Whether what the session stands on is kept when its context is compacted, and given back.
    pub keeps_standing: bool,
}

/// What came of an event.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    /// What was answered.
    pub done: Done,
    /// Whether memories were found whose vectors are not made yet.
    pub lacks_vectors: bool,
}

impl From<Done> for Answered {
    fn from(done: Done) -> Self {
        Self { done, lacks_vectors: false }
    }
}

/// What was answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Done {
    /// Something was printed.
    Said,
    /// Nothing, for this reason.
    Silent(String),
    /// Nothing, and nobody asks why.
    Off,
}

/// Answers an event; `print` gets what stands on standard output, in the agent's own form.
///
/// # Errors
/// Those of the store and of `print`.
pub fn run<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    request: &Request<'_>,
    print: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Answered, E> {
    match request.call.wire.event {
        Event::Prompt => remind(store, world, session, request, print),
        Event::SessionStart | Event::SubagentStart => explain(store, world, session, request, print).map(Into::into),
        Event::Compact => Ok(compact(world, session, request).into()),
        Event::Stop => Ok(Done::Off.into()),
    }
}

fn silent(why: impl Into<String>) -> Done {
    Done::Silent(why.into())
}

/// The memories for a prompt.
fn remind<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    request: &Request<'_>,
    print: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Answered, E> {
    let Some(shape) = request.call.wire.shape else { return Ok(silent("the agent takes no text at a prompt").into()) };
    if (request.agent.own_recall)(world).is_some_and(|own| own.is_same) {
        return Ok(silent("the agent recalls by itself").into());
    }
    let variable = || request.agent.prompt_variable.and_then(|name| world.text(name));
    let Some(prompt) = (request.agent.prompt)(request.input).map(str::to_owned).or_else(variable) else {
        return Ok(silent("there is no prompt").into());
    };
    if let Some(why) = gate::refusal(&prompt, request.input.source()) {
        return Ok(silent(why).into());
    }
    let opening = request.agent.opening;
    let once = Once::new(world, &["prompt", &prompt]);
    let asked = recall::Request {
        query: prompt,
        limit: request.limit,
        budget: Some(request.cap().beside(opening)),
        form: Form::Text,
        rank: false,
        session: None,
        side: Some(request.side.clone()),
        meaning: request.meaning,
    };
    let delivered = recall::session::answer_once(store, world, session, asked, &once, |recall| {
        let text = recall::render::answer(recall, Form::Text);
        if text.is_empty() { Ok(()) } else { print(&shape(&request.call.name, &format!("{opening}{text}"))) }
    })?;
    for warning in delivered.warning.iter().chain(&delivered.recall.notice) {
        log::note(world, request.agent.name, warning);
    }
    let Recall { reason, without_vectors, .. } = delivered.recall;
    Ok(Answered { done: reason.map_or(Done::Said, |reason| silent(reason.text())), lacks_vectors: without_vectors > 0 })
}

/// What the memory is, at the start of a context.
fn explain<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    request: &Request<'_>,
    print: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Done, E> {
    let source = request.input.source().unwrap_or_default();
    let resumed = source == "resume" || request.call.wire.name == "TaskResume";
    let Some(shape) = request.call.wire.shape.filter(|_| !resumed) else {
        return Ok(silent("a session that goes on has the text already"));
    };
    let is_subagent = request.call.wire.event == Event::SubagentStart;
    let once = Once::new(world, &["start", source, request.input.text(&["agent_id", "agentId"]).unwrap_or_default()]);
    // Without its state a session is answered all the same.
    let mut held = session.and_then(|session| session.hold(world, PATIENCE).ok());
    if held.as_ref().is_some_and(|held| once.was_said(&held.state)) {
        return Ok(silent("another hook has just answered"));
    }
    let stood = session.filter(|_| request.keeps_standing && source == "compact" && !is_subagent);
    let stood = stood.and_then(|session| standing::give(session, request.cap())).unwrap_or_default();
    let asked = prompt::Request {
        agent: Some(request.agent),
        program: request.program.clone(),
        cap: Some(request.cap().beside(&stood)),
        index: is_subagent || !request.knows_index,
        dir: true,
    };
    print(&shape(&request.call.name, &format!("{}{stood}", prompt::run(store, &asked)?.text)))?;
    if let Some(mut held) = held.take() {
        if !is_subagent && matches!(source, "clear" | "compact") {
            held.forget();
        }
        once.say(&mut held.state);
        let _ = held.save();
    }
    Ok(Done::Said)
}

/// The context is about to go: what the session stands on is kept first.
fn compact(world: &World, session: Option<&Session>, request: &Request<'_>) -> Done {
    if request.keeps_standing
        && let (Some(session), Some(path)) = (session, request.input.transcript())
        && let Err(err) = standing::keep(world, session, Path::new(path))
    {
        log::note(world, request.agent.name, &format!("{path}: {err}; what the session stands on was not kept"));
    }
    forget(world, session)
}

/// The context is gone, and what it was shown with it.
fn forget(world: &World, session: Option<&Session>) -> Done {
    let Some(session) = session else { return silent("no session is named, so nothing is to be forgotten") };
    match recall::session::reset(world, session) {
        Ok(()) => silent("the session was reset"),
        Err(err) => silent(format!("{err}; the session could not be reset")),
    }
}

impl Request<'_> {
    /// The most that is said at once.
    fn cap(&self) -> Cap {
        // Never more bytes than the agent takes characters.
        self.budget.filter(|bytes| *bytes < self.agent.cap.most()).map_or(self.agent.cap, Cap::Bytes)
    }
}
