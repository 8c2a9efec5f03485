//! `mem rm`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{cli::complete, ops::rm, store::Store};

/// Remove memories, recoverably
///
/// A memory is found as `mem show` finds it. Its own line goes out of the index, and the command
/// that brings it back is printed. A terminal is asked first; elsewhere removing several needs -y.
/// With --forget nothing brings it back; that works for a memory that is removed already, too.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which memories
    #[arg(value_name = "MEMORY", required = true, add = complete::memories())]
    memories: Vec<OsString>,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// Take it out of the history too, so that no revision holds it (a leaked secret)
    #[arg(long)]
    forget: bool,
    /// Remove also where no history can bring it back
    #[arg(long)]
    force: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    let store = Store::at(&place.dir);
    let memories = context.all_named(&store, &args.memories);
    if !args.yes {
        let files = rm::doomed(&context.world, &store, &memories, args.forget)?.files();
        if context.screen.can_ask() {
            let what = if args.forget { "Remove for good, out of the history too" } else { "Remove" };
            if !context.screen.confirm(&format!("{what}: {}", files.join(", ")))? {
                context.screen.notice("nothing was removed");
                return Ok(Exit::No);
            }
        } else if files.len() > 1 {
            let message = format!("this would remove {} memories: {}", files.len(), files.join(", "));
            return Err(Error::new(Exit::No, "refused", message).hinting("-y removes them"));
        }
    }
    let request =
        rm::Request { arguments: memories, forget: args.forget, force: args.force, program: context.program(&place) };
    let removed = rm::run(&context.world, &store, &request)?;
    context.screen.show(&removed)?;
    context.notices(&removed.notices);
    if args.forget {
        context.screen.notice("whoever saw a secret still knows it: change it where it is used");
    }
    Ok(Exit::Done)
}
