//! `mem completions`

use clap_complete::Shell;

use super::{Context, Error, Exit};
use crate::output::Format;

/// Print the completion script for a shell
///
/// The script completes commands and options. For names of memories as well, use the dynamic form:
/// `source <(COMPLETE=bash mem)` for bash, zsh and others likewise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    if context.screen.format == Format::Json {
        return Err(Error::usage("a completion script has no JSON form", "leave --json out"));
    }
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::cli::command(), "mem", &mut script);
    context.screen.bytes(&script)?;
    Ok(Exit::Done)
}
