//! `mem hook run`

use std::{ffi::OsStr, path::Path, time::Duration};

use super::{Context, Error, Exit, agent_parser};
use crate::{
    agents::{
        Agent,
        hook::{Call, Input},
    },
    cli::{behind as worker, patient},
    llm::Deadline,
    ops::{
        hook::{self, Answered, Done, behind, log},
        recall::{Selector, Side},
    },
    store::{
        locate::{Layout, Place},
        session::Session,
    },
};

/// Answer an event of an agent: what an installed hook runs
///
/// Reads the event on standard input and prints what the agent takes, or nothing. The exit code is 0
/// whatever happens; reasons are in $XDG_STATE_HOME/mem/hook.log.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who is calling
    #[arg(value_name = "AGENT", value_parser = agent_parser())]
    agent: &'static Agent,
    /// The event, for agents whose input does not name it
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
}

/// When an answer must be there: hosts give a hook ten seconds, of which the start of `mem` and the
/// way of its answer take a part.
const PATIENCE: Duration = Duration::from_secs(8);

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let deadline = Deadline::after(PATIENCE);
    // Before all else: a host that cannot write takes that for a failure.
    let bytes = if context.world.terminal.stdin { Vec::new() } else { patient::stdin() };
    // Set for agents that mem itself has started.
    if context.world.var("MEM_NO_HOOK").is_some() {
        return Ok(Exit::Done);
    }
    let done = match Input::read(&bytes) {
        Ok(input) => answer(context, args, &input, deadline)?,
        Err(fault) => Done::Silent(format!("standard input is not JSON, {fault}")),
    };
    if let Done::Silent(why) = done {
        let event = args.event.as_deref().map(|event| format!(" {event}")).unwrap_or_default();
        log::note(&context.world, &format!("{}{event}", args.agent.name), &why);
    }
    Ok(Exit::Done)
}

fn answer(context: &Context, args: &Args, input: &Input, deadline: Deadline) -> Result<Done, Error> {
    let agent = args.agent;
    let Some(call) = agent.call(input, args.event.as_deref()) else {
        let event = input.event().or(args.event.as_deref()).unwrap_or("without a name");
        return Ok(Done::Silent(format!("an event {event} is of no interest")));
    };
    if (agent.is_foreign)(&context.world, input) {
        return Ok(Done::Silent("another agent ran this hook".into()));
    }
    let moved = context.for_hook(input.cwd().map(Path::new));
    let context = moved.as_ref().unwrap_or(context);
    respond(context, agent, input, &call, deadline)
}

/// Answers from the store of the directory that the agent works in.
fn respond(
    context: &Context,
    agent: &'static Agent,
    input: &Input,
    call: &Call,
    deadline: Deadline,
) -> Result<Done, Error> {
    let config = context.config_leniently();
    if behind::is_off(config, call) {
        return Ok(Done::Off);
    }
    for warning in &config.warnings {
        log::note(&context.world, agent.name, &warning.to_string());
    }
    let place = context.place()?;
    let store = context.store_at_once(&place);
    let session = input.session().map(|id| Session::new(&context.world, &store, OsStr::new(id))).and_then(Result::ok);
    let side = context.side(config, Selector::Auto);
    let request = hook::Request {
        agent,
        call,
        input,
        program: context.program(&place),
        knows_index: loads_index(agent, &place),
        limit: config.recall_limit(),
        budget: config.recall_budget().and_then(|bytes| usize::try_from(bytes).ok()),
        side: Side { timeout: side.timeout.min(deadline.left()), ..side },
        meaning: config.is_on("recall.meaning"),
        keeps_standing: config.is_on("extract.on_compact"),
    };
    let print = |text: &str| -> Result<(), Error> { Ok(context.screen.bytes(format!("{text}\n").as_bytes())?) };
    let Answered { done, lacks_vectors } = hook::run(&store, &context.world, session.as_ref(), &request, print)?;
    // Once the agent has its answer.
    if lacks_vectors {
        worker::make_vectors(context, &place, &store);
    }
    match behind::command(&context.world, &store, config, (agent, call), input) {
        Some(args) => worker::start(context, &place, args).map(|()| done),
        None => Ok(done),
    }
}

/// Claude Code loads the index of its own memory by itself.
fn loads_index(agent: &Agent, place: &Place) -> bool {
    agent.name == "claude" && place.layout == Layout::Claude
}
