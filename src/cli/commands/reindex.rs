//! `mem reindex`

use super::{Context, Error, Exit};
use crate::ops::reindex;

/// Bring MEMORY.md in step with the files
///
/// It merges: lines that lead to a memory keep their text and place, entries of files that are gone
/// go, missing memories come. Headings, prose and everything else stay byte for byte.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; exit with 1 and print the difference when it is out of step
    #[arg(long)]
    check: bool,
    /// Write nothing; print the difference
    #[arg(long)]
    dry_run: bool,
    /// Write it anew; what it was stays in the history
    #[arg(long)]
    rebuild: bool,
    /// Go on when every file that it lists is gone, or when no history keeps the old index
    #[arg(long)]
    force: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let request = reindex::Request { dry_run: args.dry_run || args.check, rebuild: args.rebuild, force: args.force };
    let done = reindex::run(&context.world, &context.store()?, request)?;
    context.screen.show(&done)?;
    context.notices(&done.notices);
    Ok(if args.check && done.changed { Exit::No } else { Exit::Done })
}
