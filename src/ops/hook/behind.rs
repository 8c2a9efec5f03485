//! What an event starts behind the agent's back, where the user has turned it on. Nobody waits for it,
//! and an agent is never slower for it.

use std::ffi::OsString;

use crate::{
    agents::{
        Agent,
        hook::{Call, Event, Input},
    },
    config::Config,
    store::{Store, due},
    transcript,
    world::World,
};

/// The settings that turn on what works behind the agent.
pub const SWITCHES: [&str; 3] = ["extract.on_compact", "extract.on_stop", "gc.auto"];

/// Whether an event is of no interest, since the user has turned on nothing that it could start.
#[must_use]
pub fn is_off(config: &Config, call: &Call) -> bool {
    call.wire.event == Event::Stop && !config.is_on("extract.on_stop")
}

/// The arguments of the command to start, if there is one to start.
#[must_use]
pub fn command(
    world: &World,
    store: &Store,
    config: &Config,
    (agent, call): (&Agent, &Call),
    input: &Input,
) -> Option<Vec<OsString>> {
    match call.wire.event {
        Event::Stop if !is_off(config, call) => extract(agent, input),
        Event::SessionStart if config.is_on("gc.auto") && due::is_due(world, store) => {
            Some(["gc", "--auto"].map(OsString::from).into())
        }
        _ => None,
    }
}

/// Looks at the session's transcript, where the agent says which or keeps one that can be found.
fn extract(agent: &Agent, input: &Input) -> Option<Vec<OsString>> {
    let (session, path) = (input.session(), input.transcript());
    let is_kept = transcript::FORMATS.iter().any(|format| format.name == agent.name);
    if path.is_none() && !(is_kept && session.is_some()) {
        return None;
    }
    let mut args = vec![OsString::from("extract")];
    args.extend(session.map(|id| format!("--session={id}").into()));
    args.extend(path.into_iter().flat_map(|path| ["--".into(), path.into()]));
    Some(args)
}
