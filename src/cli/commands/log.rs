//! `mem log`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{cli::complete, ops::log};

/// Show what was done to the memories
///
/// With MEMORY, what was done to this one, under the names that it had before too. REV names a
/// revision for `mem diff` and `mem restore`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this memory, be it there or removed
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memory: Option<OsString>,
    /// Revisions at most
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Check the history; heal it, or set a damaged one aside, so that the next change starts anew
    #[arg(long, conflicts_with_all = ["memory", "limit"])]
    repair: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let store = context.store()?;
    if args.repair {
        context.screen.show(&log::repair(&context.world, &store)?)?;
        return Ok(Exit::Done);
    }
    let memory = args.memory.as_ref().map(|memory| context.named(&store, memory));
    let log = log::run(&context.world, &store, memory.as_deref(), args.limit)?;
    context.screen.show(&log)?;
    if log.entries.is_empty() && args.limit != Some(0) {
        context.screen.notice("there is no history yet; it begins with the first change that `mem` makes");
    }
    Ok(Exit::Done)
}
