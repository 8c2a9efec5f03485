//! Making `mem` part of an agent, and undoing that.

mod backup;
mod change;
mod files;
pub mod git;
mod settings;
mod status;

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use self::change::Change;
pub use self::status::{found, status};
use super::behind;
use crate::{
    agents::{
        AGENTS, Agent,
        install::{Form, Program},
    },
    config::Config,
    ops::{OpError, Outcome, row::display},
    project::ignored,
    world::World,
};

/// `mem.hook/1`: agents and whether they run `mem`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hooks {
    /// An entry for each agent and each of its files.
    pub agents: Vec<Wired>,
    /// What their hooks start behind them.
    pub behind: Vec<Switch>,
}

/// A setting that turns on something that works behind an agent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Switch {
    /// Its name.
    pub key: &'static str,
    /// Whether it is on.
    pub on: bool,
}

/// The switches as they stand.
#[must_use]
pub fn switches(config: &Config) -> Vec<Switch> {
    behind::SWITCHES.into_iter().map(|key| Switch { key, on: config.is_on(key) }).collect()
}

/// What an agent runs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Wired {
    /// Its name.
    pub agent: String,
    /// Whose settings.
    pub scope: Scope,
    /// Whether it runs `mem`.
    pub installed: bool,
    /// The file, or the folder where it is several.
    pub file: String,
    /// The events at which it runs `mem`.
    pub events: Vec<String>,
    /// The program that it runs; `null` when it runs none.
    pub program: Option<String>,
    /// What became of it; `null` when it was only looked at.
    pub action: Option<Action>,
    /// Where the file is kept as it was before; `null` when nothing was there or nothing was changed.
    pub backup: Option<String>,
    /// What the person should know.
    pub notes: Vec<String>,
    /// Files before and after, for the difference.
    #[serde(skip)]
    pub texts: Vec<(String, String, String)>,
    /// Whether nothing was written.
    #[serde(skip)]
    pub dry_run: bool,
}

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The person's own, for every project.
    User,
    /// Those of the project.
    Project,
}

/// What became of an agent's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The agent runs `mem` from now on.
    Installed,
    /// It did already, or it did not anyway.
    Unchanged,
    /// It does not run `mem` any more.
    Removed,
}

impl Outcome for Hooks {
    const SCHEMA: &'static str = "mem.hook/1";
}

/// Where to install, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Whose settings.
    pub scope: Scope,
    /// The project's directory, where there is one.
    pub project: Option<PathBuf>,
    /// Only say what would change.
    pub dry_run: bool,
    /// Also where the hooks of git would be committed.
    pub force: bool,
}

/// What runs `mem`.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// An agent.
    Agent(&'static Agent),
    /// git, in this project.
    Git,
}

/// All of them.
pub fn targets() -> impl Iterator<Item = Target> {
    AGENTS.into_iter().map(Target::Agent).chain([Target::Git])
}

impl Target {
    /// The one of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if name == git::NAME { Some(Self::Git) } else { crate::agents::find(name).map(Self::Agent) }
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Agent(agent) => agent.title,
            Self::Git => "the hooks of git in this project",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Agent(agent) => agent.name,
            Self::Git => git::NAME,
        }
    }
}

impl Request {
    /// The file or folder of an agent.
    fn place(&self, world: &World, agent: &Agent) -> Result<PathBuf, OpError> {
        Ok(match self.scope {
            Scope::User => (agent.install.user)(world)?,
            Scope::Project => self.project()?.join(agent.install.project),
        })
    }

    fn project(&self) -> Result<&Path, OpError> {
        self.project.as_deref().ok_or_else(|| OpError::Usage {
            message: "there is no project here".into(),
            hint: "change into one, or leave --project out".into(),
        })
    }
}

/// Makes an agent, or git, run `mem`.
///
/// # Errors
/// [`OpError::Refused`] when its settings cannot be merged with, [`OpError::Store`] when they cannot
/// be written.
pub fn install(world: &World, target: Target, request: &Request) -> Result<Wired, OpError> {
    let Target::Agent(agent) = target else { return git::install(world, request) };
    let program = program(world)?;
    let place = request.place(world, agent)?;
    let changes = match &agent.install.form {
        Form::Settings { base, hooks } => {
            vec![settings::with_hooks(world, agent.name, &place, base, hooks(&program))?]
        }
        Form::Files(files) => files::with(agent.name, &place, files(&program))?,
    };
    let mut wired = apply(world, agent, request, changes, Action::Installed)?;
    if wired.action == Some(Action::Installed) {
        wired.notes.extend(agent.install.notes.iter().map(|note| (*note).to_owned()));
        wired.notes.extend(committed(request, &place));
    }
    Ok(wired)
}

/// A file that could be committed names a path of this machine.
fn committed(request: &Request, place: &Path) -> Option<String> {
    let project =
        request.project.as_deref().filter(|dir| request.scope == Scope::Project && dir.join(".git").exists())?;
    let open = ignored::by(project, place).is_none();
    open.then(|| format!("{} names a path of this machine: better not commit it", place.display()))
}

/// Makes an agent, or git, run `mem` no more.
///
/// # Errors
/// As [`install`].
pub fn uninstall(world: &World, target: Target, request: &Request) -> Result<Wired, OpError> {
    let Target::Agent(agent) = target else { return git::uninstall(world, request) };
    let place = request.place(world, agent)?;
    let changes = match &agent.install.form {
        Form::Settings { base, .. } => vec![settings::without_hooks(world, agent.name, &place, base)?],
        // The names are what counts.
        Form::Files(files) => files::without(agent.name, &place, files(&program(world)?))?,
    };
    apply(world, agent, request, changes, Action::Removed)
}

/// Writes what changes, and says how things are then.
fn apply(
    world: &World,
    agent: &'static Agent,
    request: &Request,
    changes: Vec<Change>,
    done: Action,
) -> Result<Wired, OpError> {
    let changed: Vec<&Change> = changes.iter().filter(|change| change.is_one()).collect();
    let mut backup = None;
    let root = match request.scope {
        Scope::User => world.home()?,
        Scope::Project => request.project()?,
    };
    for change in &changed {
        change.may_be_written()?;
    }
    for change in changed.iter().filter(|_| !request.dry_run) {
        backup = change.write(world, agent.name, root)?.or(backup);
    }
    let mut wired = status::one(world, agent, request)?;
    wired.action = Some(if changed.is_empty() { Action::Unchanged } else { done });
    wired.backup = backup.as_deref().map(display);
    wired.texts = changed.iter().map(|change| change.texts()).collect();
    wired.dry_run = request.dry_run;
    wired.notes.extend(changes.iter().filter_map(|change| change.note.clone()));
    Ok(wired)
}

/// `mem` as it is to be started: by the name on the PATH where that is this program, since it
/// outlives an update.
///
/// # Errors
/// [`OpError::Refused`] when its path is not UTF-8.
pub fn program(world: &World) -> Result<Program, OpError> {
    let running = world.program().map_err(|err| refused(format!("mem does not know where it is: {err}"), ""))?;
    let real = running.canonicalize().unwrap_or_else(|_| running.clone());
    let is_it = |path: &PathBuf| path.is_absolute() && path.canonicalize().is_ok_and(|path| path == real);
    let on_path = world.path().into_iter().map(|dir| dir.join("mem")).find(is_it);
    let path = on_path.unwrap_or(running);
    match path.to_str() {
        Some(path) => Ok(Program { path: path.to_owned() }),
        None => Err(refused(format!("{}: no settings can name this path", path.display()), "install mem elsewhere")),
    }
}

fn refused(message: String, hint: &str) -> OpError {
    OpError::Refused { message, hint: hint.to_owned() }
}
