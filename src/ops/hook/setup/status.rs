//! Which agents run `mem`, and which could.

use std::path::Path;

use super::{Request, Scope, Target, Wired, files, git, program, settings::unusable};
use crate::{
    agents::{
        AGENTS, Agent,
        install::{Form, entry},
    },
    ops::{OpError, row::display},
    store::write,
    world::World,
};

/// How things are, for these or for all, in the person's settings and in the project's.
#[must_use]
pub fn status(world: &World, targets: &[Target], project: Option<&Path>) -> Vec<Wired> {
    let mut found = Vec::new();
    let wanted = |name: &str| targets.is_empty() || targets.iter().any(|target| target.name() == name);
    for agent in AGENTS.into_iter().filter(|agent| wanted(agent.name)) {
        for scope in [Scope::User, Scope::Project] {
            let request = Request { scope, project: project.map(Path::to_owned), dry_run: true, force: false };
            if scope == Scope::Project && project.is_none() {
                continue;
            }
            found.push(one(world, agent, &request).unwrap_or_else(|err| broken(agent, scope, &err)));
        }
    }
    // A project without git has no hooks of git.
    found.extend(project.filter(|_| wanted(git::NAME)).and_then(|top| git::status(world, top).ok()));
    found
}

/// The agents that this person, or this project, uses: their programs are on the PATH, or they have
/// left files.
#[must_use]
pub fn found(world: &World, project: Option<&Path>) -> Vec<&'static Agent> {
    let path = world.path();
    let home = world.home().ok();
    let is_used = |agent: &&Agent| {
        let install = &agent.install;
        let program = install.programs.iter().any(|name| path.iter().any(|dir| dir.join(name).is_file()));
        let trace = install.traces.iter().any(|trace| home.is_some_and(|home| home.join(trace).exists()));
        let place = project.map(|dir| dir.join(install.project));
        program || trace || place.is_some_and(|place| place.exists())
    };
    AGENTS.into_iter().filter(is_used).collect()
}

/// An agent whose settings cannot be read.
fn broken(agent: &Agent, scope: Scope, err: &OpError) -> Wired {
    Wired { notes: vec![err.to_string()], ..unknown(agent.name, scope) }
}

/// Nothing is known yet of an agent.
pub(super) fn unknown(agent: &str, scope: Scope) -> Wired {
    Wired {
        agent: agent.to_owned(),
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
    let mut wired = Wired { file: display(&place), ..unknown(agent.name, request.scope) };
    match &agent.install.form {
        Form::Settings { hooks, .. } => {
            let text = write::see(&place)?.text;
            let entries = entry::entries(&text, agent.name).map_err(|err| unusable(&place, &err))?;
            wired.program = entries.first().map(|entry| entry.program.clone());
            wired.events = entries.into_iter().map(|entry| entry.event).collect();
            wired.notes.extend(missing(agent.name, &wired.events, hooks(&program(world)?)));
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
    let own = (agent.own_recall)(world).filter(|_| wired.installed);
    wired.notes.extend(own.map(|own| own.note.to_owned()));
    Ok(wired)
}

/// What an entry of an older version does not know yet.
fn missing(agent: &str, events: &[String], hooks: Vec<(&str, serde_json::Value)>) -> Option<String> {
    let wanted = hooks.iter().map(|(event, _)| *event);
    let new: Vec<&str> = wanted.filter(|event| !events.iter().any(|known| known == event)).collect();
    let told = !events.is_empty() && !new.is_empty();
    told.then(|| format!("{agent} does not run mem at {}; `mem hook install {agent}` adds that", new.join(", ")))
}

/// Whether what the agent runs is gone, or is not this program.
pub(super) fn stale(world: &World, wired: &Wired) -> Option<String> {
    let runs = wired.program.as_ref()?;
    let ours = program(world).ok()?.path;
    if *runs == ours {
        return None;
    }
    let gone = Path::new(runs).is_absolute() && !Path::new(runs).exists();
    let state = if gone { "is gone" } else { "is not this mem" };
    Some(format!("{runs} {state}; `mem hook install {}` puts {ours} in its place", wired.agent))
}
