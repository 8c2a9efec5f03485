//! The subcommands: one file each, one line each.

mod add;
mod completions;
mod config;
mod diff;
mod dir;
mod edit;
mod extract;
mod gc;
mod hook;
mod inbox;
mod init;
mod lint;
mod log;
mod ls;
mod mv;
mod prompt;
mod recall;
mod reindex;
mod restore;
mod rm;
mod schema;
mod show;

use std::ffi::OsString;

use clap::{ArgMatches, Args as _, FromArgMatches as _};

use super::{Error, Exit, context::Context};
use crate::world::World;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    Add(add::Args),
    Ls(ls::Args),
    Show(show::Args),
    Rm(rm::Args),
    Edit(edit::Args),
    Mv(mv::Args),
    Recall(recall::Args),
    Prompt(prompt::Args),
    Hook(hook::Args),
    Init(init::Args),
    Reindex(reindex::Args),
    Gc(gc::Args),
    Extract(extract::Args),
    Inbox(inbox::Args),
    Lint(lint::Args),
    Log(log::Args),
    Diff(diff::Args),
    Restore(restore::Args),
    Dir(dir::Args),
    Config(config::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

/// A command by itself: its name, what makes its options and what reads them.
pub(super) type One =
    (&'static str, fn(clap::Command) -> clap::Command, fn(&mut ArgMatches) -> Result<Command, clap::Error>);

macro_rules! one {
    ($name:literal, $module:ident, $variant:ident) => {
        ($name, $module::Args::augment_args, |matches| {
            $module::Args::from_arg_matches_mut(matches).map(Command::$variant)
        })
    };
}

/// Each command by itself, since to make the options of all of them takes longer than most answers.
pub(super) const ALL: [One; 22] = [
    one!("add", add, Add),
    one!("ls", ls, Ls),
    one!("show", show, Show),
    one!("rm", rm, Rm),
    one!("edit", edit, Edit),
    one!("mv", mv, Mv),
    one!("recall", recall, Recall),
    one!("prompt", prompt, Prompt),
    one!("hook", hook, Hook),
    one!("init", init, Init),
    one!("reindex", reindex, Reindex),
    one!("gc", gc, Gc),
    one!("extract", extract, Extract),
    one!("inbox", inbox, Inbox),
    one!("lint", lint, Lint),
    one!("log", log, Log),
    one!("diff", diff, Diff),
    one!("restore", restore, Restore),
    one!("dir", dir, Dir),
    one!("config", config, Config),
    one!("schema", schema, Schema),
    one!("completions", completions, Completions),
];

/// Whether the command line is one that hooks run often and that surely has nothing to do: making
/// the whole command line for it would cost more than all the rest of the process.
pub(super) fn is_idle(world: &World, args: &[OsString]) -> bool {
    gc::is_idle(world, args)
}

impl Command {
    /// Whether the command's own options ask for a JSON document.
    pub(super) fn is_json(&self) -> bool {
        match self {
            Self::Recall(args) => args.is_json(),
            Self::Lint(args) => args.is_json(),
            _ => false,
        }
    }

    pub(super) fn run(&self, context: &Context) -> Result<Exit, Error> {
        match self {
            Self::Add(args) => add::run(context, args),
            Self::Ls(args) => ls::run(context, args),
            Self::Show(args) => show::run(context, args),
            Self::Rm(args) => rm::run(context, args),
            Self::Edit(args) => edit::run(context, args),
            Self::Mv(args) => mv::run(context, args),
            Self::Recall(args) => recall::run(context, args),
            Self::Prompt(args) => prompt::run(context, args),
            Self::Hook(args) => hook::run(context, args),
            Self::Init(args) => init::run(context, args),
            Self::Reindex(args) => reindex::run(context, args),
            Self::Gc(args) => gc::run(context, args),
            Self::Extract(args) => extract::run(context, args),
            Self::Inbox(args) => inbox::run(context, args),
            Self::Lint(args) => lint::run(context, args),
            Self::Log(args) => log::run(context, args),
            Self::Diff(args) => diff::run(context, args),
            Self::Restore(args) => restore::run(context, args),
            Self::Dir(args) => dir::run(context, args),
            Self::Config(args) => config::run(context, args),
            Self::Schema(args) => schema::run(context, args),
            Self::Completions(args) => completions::run(context, args),
        }
    }
}

/// `-t TYPE`: one of the four, in any case.
fn kind_parser() -> impl clap::builder::TypedValueParser<Value = crate::model::Kind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

    use crate::model::Kind;
    let values = Kind::ALL.map(|kind| PossibleValue::new(kind.as_str()).help(kind.question()));
    PossibleValuesParser::new(values).try_map(|word| Kind::parse(&word).ok_or("not a type"))
}

/// The name of an agent.
fn agent_parser() -> impl clap::builder::TypedValueParser<Value = &'static crate::agents::Agent> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

    use crate::agents::{AGENTS, find};
    let values = AGENTS.map(|agent| PossibleValue::new(agent.name).help(agent.title));
    PossibleValuesParser::new(values).try_map(|name| find(&name).ok_or("not an agent"))
}

#[cfg(test)]
mod tests {
    use clap::Subcommand as _;

    use super::{ALL, Command};

    #[test]
    fn every_command_can_be_made_by_itself() {
        let all = Command::augment_subcommands(clap::Command::new("mem"));
        let names: Vec<_> = all.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(ALL.map(|(name, ..)| name).to_vec(), names);
    }
}
