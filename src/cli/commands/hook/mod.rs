//! `mem hook`

mod install;
mod run;

use super::{Context, Error, Exit, agent_parser};
pub(super) use install::target_names;

/// Give agents their memories through hooks
///
/// An agent runs a hook when a session starts and before each prompt; what the hook prints reaches
/// the model.
#[derive(clap::Args)]
#[command(subcommand_required = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Run(run::Args),
    Install(install::Args),
    Uninstall(install::UninstallArgs),
    Status(install::StatusArgs),
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    match &args.action {
        Action::Run(args) => run::run(context, args),
        Action::Install(args) => install::install(context, args),
        Action::Uninstall(args) => install::uninstall(context, args),
        Action::Status(args) => install::status(context, args),
    }
}
