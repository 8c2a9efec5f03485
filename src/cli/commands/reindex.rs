//! `mem reindex`

use super::{Context, Error, Exit};
use crate::{
    ops::{
        meaning::{self, Haste},
        reindex,
    },
    store::{Store, session::step_back},
};

/// Bring MEMORY.md in step with the files
///
/// It merges: lines that lead to a memory keep their text and place, entries of files that are gone
/// go, missing memories come. Headings, prose and everything else stay byte for byte. Then the vectors
/// are made that recall finds by what is meant; they are kept in the cache, never in the store.
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
    /// Leave the vectors to the next recall, which has them made behind it
    #[arg(long)]
    no_vectors: bool,
    /// The process that a recall starts to make the vectors that it missed
    #[arg(long, hide = true, conflicts_with_all = ["check", "dry_run", "rebuild", "no_vectors"])]
    worker: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    if args.worker {
        step_back();
        let store = context.store()?;
        if meaning::waited(&context.world, &store) {
            vectors(context, &store, Haste::Behind)?;
        }
        return Ok(Exit::Done);
    }
    let request = reindex::Request { dry_run: args.dry_run || args.check, rebuild: args.rebuild, force: args.force };
    let store = context.store()?;
    let mut done = reindex::run(&context.world, &store, request)?;
    if !request.dry_run && !args.no_vectors {
        let made = vectors(context, &store, Haste::Now)?;
        done.notices.extend((made > 0).then(|| format!("made the vectors of {made} memories")));
    }
    context.screen.show(&done)?;
    context.notices(&done.notices);
    Ok(if args.check && done.changed { Exit::No } else { Exit::Done })
}

/// Makes the vectors that are missing, where the settings want them. How many memories got some.
fn vectors(context: &Context, store: &Store, haste: Haste) -> Result<usize, Error> {
    if !context.config()?.is_on("recall.meaning") {
        return Ok(0);
    }
    let waiting = context.screen.progress("making the vectors by which recall finds what is meant");
    let made = meaning::make(store, haste)?;
    drop(waiting);
    Ok(made)
}
