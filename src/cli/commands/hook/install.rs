//! `mem hook install`, `mem hook uninstall`, `mem hook status`

use std::collections::BTreeSet;

use clap::builder::PossibleValue;

use super::{Context, Error, Exit};
use crate::{
    ops::{
        OpError,
        hook::setup::{self, Hooks, Request, Scope, Target, Wired},
    },
    world::WorldError,
};

/// Make agents, or git, run `mem`
///
/// Entries are merged into the agent's own settings: everything else in the file stays as it is, and the
/// difference is shown. What was there before is kept, so that `mem hook uninstall` brings it back to the
/// byte. git, always in this project, then checks memories that are committed, and lists those that come
/// from others; hooks that are there already run first.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which agents
    #[arg(value_name = "AGENT", required = true, value_parser = target_parser())]
    agents: Vec<Target>,
    #[command(flatten)]
    place: Place,
}

/// Make agents, or git, run `mem` no more
///
/// Where nobody has edited the settings since, they are as they were before; else the entries of `mem`
/// go and all else stays.
#[derive(clap::Args)]
pub(crate) struct UninstallArgs {
    /// Which agents
    #[arg(value_name = "AGENT", required = true, value_parser = target_parser())]
    agents: Vec<Target>,
    #[command(flatten)]
    place: Place,
}

/// Say which agents run `mem`
#[derive(clap::Args)]
pub(crate) struct StatusArgs {
    /// Only these
    #[arg(value_name = "AGENT", value_parser = target_parser())]
    agents: Vec<Target>,
}

/// Whose settings.
#[derive(clap::Args)]
struct Place {
    /// In your own settings, for every project (the default)
    #[arg(long, conflicts_with = "project")]
    user: bool,
    /// In the settings of this project
    #[arg(long)]
    project: bool,
    /// Only show what would change
    #[arg(long)]
    dry_run: bool,
    /// git: also where the project's hooks are committed
    #[arg(long)]
    force: bool,
}

pub(super) fn install(context: &Context, args: &Args) -> Result<Exit, Error> {
    change(context, &args.agents, &args.place, setup::install)
}

pub(super) fn uninstall(context: &Context, args: &UninstallArgs) -> Result<Exit, Error> {
    change(context, &args.agents, &args.place, setup::uninstall)
}

pub(super) fn status(context: &Context, args: &StatusArgs) -> Result<Exit, Error> {
    let project = context.project().map(|project| project.top.as_path());
    show(context, setup::status(&context.world, &args.agents, project))
}

/// One of the two changes.
type Change = fn(&crate::world::World, Target, &Request) -> Result<Wired, OpError>;

fn change(context: &Context, targets: &[Target], place: &Place, change: Change) -> Result<Exit, Error> {
    let request = Request {
        scope: if place.project { Scope::Project } else { Scope::User },
        project: context.project().map(|project| project.top.clone()),
        dry_run: place.dry_run,
        force: place.force,
    };
    let mut done = Vec::new();
    for target in targets {
        match change(&context.world, *target, &request) {
            Ok(wired) => done.push(wired),
            Err(err) => {
                // What was done before it is said before it.
                if !done.is_empty() {
                    show(context, done)?;
                }
                return Err(failed(err));
            }
        }
    }
    show(context, done)
}

/// Without a home there is no place for what is kept of the old settings.
fn failed(err: OpError) -> Error {
    let is_homeless = matches!(err, OpError::World(WorldError::Home(_)));
    let hint = "set HOME; with --project XDG_STATE_HOME is enough, where the old file is kept";
    let err = Error::from(err);
    if is_homeless { err.hinting(hint) } else { err }
}

fn show(context: &Context, agents: Vec<Wired>) -> Result<Exit, Error> {
    let hooks = Hooks { agents, behind: setup::switches(context.config_leniently()) };
    context.screen.show(&hooks)?;
    let mut said = BTreeSet::new();
    for note in hooks.agents.iter().flat_map(|wired| &wired.notes).filter(|note| said.insert(*note)) {
        context.screen.notice(note);
    }
    Ok(Exit::Done)
}

/// The name of an agent, or `git`.
pub(in crate::cli::commands) fn target_parser() -> impl clap::builder::TypedValueParser<Value = Target> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(target_names()).try_map(|name| Target::find(&name).ok_or("not an agent"))
}

/// The names that there are.
pub(in crate::cli::commands) fn target_names() -> impl Iterator<Item = PossibleValue> {
    setup::targets().map(|target| PossibleValue::new(target.name()).help(target.title()))
}
