//! `mem log`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{cli::complete, ops::log, store::history::Repaired};

/// Show what was done to the memories
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this memory, be it there or removed
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memory: Option<OsString>,
    /// Revisions at most
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Check the history; set a damaged one aside, so that the next change starts a new one
    #[arg(long, conflicts_with_all = ["memory", "limit", "json"])]
    repair: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let store = context.store()?;
    if args.repair {
        let done = match log::repair(&context.world, &store)? {
            Repaired::Sound => "the history is sound\n".to_owned(),
            Repaired::None => "there is no history yet\n".to_owned(),
            Repaired::SetAside(path) => format!("the damaged history is set aside in {}\n", path.display()),
        };
        context.screen.bytes(done.as_bytes())?;
        return Ok(Exit::Done);
    }
    context.screen.show(&log::run(&context.world, &store, args.memory.as_deref(), args.limit)?)?;
    Ok(Exit::Done)
}
