//! `mem init`

use super::{Context, Error, Exit};
use crate::ops::{
    hook::{
        behind,
        setup::{self, Request, Scope, Target},
    },
    init,
};

/// Set up the memory of this project, and the agents that use it
///
/// Makes the store, or takes the one that an agent keeps here already, and makes agents run `mem`. Those
/// in use are found by their programs and settings; a terminal is asked which, elsewhere --agent names
/// them. Running it again changes nothing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// These agents, or `git`, or `none`; without it, those that are found
    #[arg(long = "agent", value_name = "AGENT", value_delimiter = ',', value_parser = choice_parser())]
    agents: Vec<Choice>,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// Also turn on what hooks start behind the agent: extract.on_stop, extract.on_compact, gc.auto
    #[arg(long)]
    background: bool,
    /// In the settings of this project instead of your own
    #[arg(long)]
    project: bool,
    /// Only show what would change
    #[arg(long)]
    dry_run: bool,
}

/// An agent, or none at all.
type Choice = Option<Target>;

fn choice_parser() -> impl clap::builder::TypedValueParser<Value = Choice> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

    let names = super::hook::target_names().chain([PossibleValue::new("none").help("the store alone")]);
    PossibleValuesParser::new(names).map(|name| Target::find(&name))
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    let project = context.project().map(|project| project.top.clone());
    let scope = if args.project { Scope::Project } else { Scope::User };
    let request = Request { scope, project, dry_run: args.dry_run, force: false };
    let found = setup::found(&context.world, request.project.as_deref()).into_iter().map(Target::Agent).collect();
    let Some(targets) = targets(context, args, found)? else {
        context.screen.notice("nothing was changed");
        return Ok(Exit::No);
    };
    let background = background(context, args, &targets)?;
    let done = init::run(&context.world, &place, &context.store_at(&place), &targets, &background, &request)?;
    context.screen.show(&done)?;
    for wired in &done.agents {
        context.notices(&wired.notes);
    }
    Ok(Exit::Done)
}

/// Which agents; none when the person would rather not.
fn targets(context: &Context, args: &Args, found: Vec<Target>) -> Result<Option<Vec<Target>>, Error> {
    let named: Vec<Target> = args.agents.iter().flatten().copied().collect();
    let chosen = if args.agents.is_empty() { found } else { named };
    if args.yes || args.dry_run {
        return Ok(Some(chosen));
    }
    if !context.screen.can_ask() {
        let names: Vec<_> = chosen.iter().map(|target| target.name()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        return Err(Error::usage("nobody can be asked here", format!("mem init --agent {names} --yes")));
    }
    if args.agents.is_empty() {
        return ask(context, &chosen);
    }
    let names: Vec<_> = chosen.iter().map(|target| target.title()).collect();
    let question = if names.is_empty() { "Set up the store".into() } else { format!("Set up {}", names.join(", ")) };
    Ok(context.screen.confirm(&question)?.then_some(chosen))
}

/// The settings to turn on: none unless the person says so.
fn background(context: &Context, args: &Args, targets: &[Target]) -> Result<Vec<&'static str>, Error> {
    let config = context.config()?;
    let off: Vec<&'static str> = behind::SWITCHES.into_iter().filter(|key| !config.is_on(key)).collect();
    let has_agents = targets.iter().any(|target| matches!(target, Target::Agent(_)));
    let may_ask = has_agents && !off.is_empty() && !args.yes && !args.dry_run && context.screen.can_ask();
    let question = "Also work behind the agent: look for memories when it has answered, keep what a session stands on \
                    over a compaction, tidy once a day";
    let wanted = args.background || may_ask && context.screen.confirm(question)?;
    Ok(if wanted { off } else { Vec::new() })
}

/// Lets the person choose; what was found is marked already.
fn ask(context: &Context, found: &[Target]) -> Result<Option<Vec<Target>>, Error> {
    let all: Vec<Target> = setup::targets().collect();
    let is_found = |target: &Target| found.iter().any(|found| found.name() == target.name());
    let items: Vec<(String, bool)> = all
        .iter()
        .map(|target| {
            let note = if is_found(target) { "  (found here)" } else { "" };
            (format!("{}{note}", target.title()), is_found(target))
        })
        .collect();
    let chosen = context.screen.choose("Which agents are to use the memory", &items)?;
    Ok(chosen.map(|places| places.into_iter().map(|at| all[at]).collect()))
}
