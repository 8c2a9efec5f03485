//! Which agents run `mem`, and which could.

use std::path::Path;

use super::{Request, Scope, Wired, files, program, settings::unusable};
use crate::{
    agents::{
        AGENTS, Agent,
        install::{Form, entry},
    },
    ops::{OpError, row::display},
    store::write,
    world::World,
};

/// How things are, for these agents, in the person's settings and in the project's.
#[must_use]
pub fn status(world: &World, agents: &[&'static Agent], project: Option<&Path>) -> Vec<Wired> {
    let mut found = Vec::new();
    for agent in AGENTS.into_iter().filter(|agent| agents.is_empty() || agents.iter().any(|a| a.name == agent.name)) {
        for scope in [Scope::User, Scope::Project] {
            let request = Request { scope, project: project.map(Path::to_owned), dry_run: true };
            if scope == Scope::Project && project.is_none() {
                continue;
            }
            found.push(one(world, agent, &request).unwrap_or_else(|err| broken(agent, scope, &err)));
        }
    }
    found
}

/// An agent whose settings cannot be read.
fn broken(agent: &Agent, scope: Scope, err: &OpError) -> Wired {
    Wired { notes: vec![err.to_string()], ..unknown(agent, scope) }
}

fn unknown(agent: &Agent, scope: Scope) -> Wired {
    Wired {
        agent: agent.name.to_owned(),
        scope,
        installed: false,
        file: String::new(),
        events: Vec::new(),
        program: None,
        action: None,
        backup: None,
        notes: Vec::new(),
        texts: Vec::new(),
        dry_run: false,
    }
}

/// How things are for one agent.
pub(super) fn one(world: &World, agent: &'static Agent, request: &Request) -> Result<Wired, OpError> {
    let place = request.place(world, agent)?;
    let mut wired = Wired { file: display(&place), ..unknown(agent, request.scope) };
    match &agent.install.form {
        Form::Settings { .. } => {
            let text = write::see(&place)?.text;
            let entries = entry::entries(&text, agent.name).map_err(|err| unusable(&place, &err))?;
            wired.program = entries.first().map(|entry| entry.program.clone());
            wired.events = entries.into_iter().map(|entry| entry.event).collect();
        }
        Form::Files(files) => {
            let program = program(world)?;
            for file in files(&program) {
                let text = write::see(&place.join(file.name))?.text;
                if files::is_ours(&text, agent.name) {
                    wired.events.extend(file.events.iter().map(|event| (*event).to_owned()));
                    wired.program = entry::started(&text);
                }
            }
        }
    }
    wired.installed = !wired.events.is_empty();
    wired.notes.extend(stale(world, &wired));
    Ok(wired)
}

/// Whether what the agent runs is gone, or is not this program.
fn stale(world: &World, wired: &Wired) -> Option<String> {
    let runs = wired.program.as_ref()?;
    let ours = program(world).ok()?.path;
    if *runs == ours {
        return None;
    }
    let gone = Path::new(runs).is_absolute() && !Path::new(runs).exists();
    let state = if gone { "is gone" } else { "is not this mem" };
    Some(format!("{runs} {state}; `mem hook install {}` puts {ours} in its place", wired.agent))
}
