//! `mem show`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{cli::complete, ops::show, store::read};

/// Show memories with their age and text
///
/// A memory is found by its file, its stem, its name, or a prefix that no other has. Without one,
/// a terminal offers a list to pick from.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which memories
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memories: Vec<OsString>,
    /// Print the files' bytes as they are
    #[arg(long, conflicts_with_all = ["json", "path"])]
    raw: bool,
    /// Print the files' paths
    #[arg(long, conflicts_with = "json")]
    path: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let store = context.store()?;
    let wanted = match args.memories.as_slice() {
        [] => match pick(context, &store)? {
            Some(picked) => vec![picked],
            None => return Ok(Exit::No),
        },
        memories => context.all_named(&store, memories),
    };
    if args.raw || args.path {
        let mut bytes = Vec::new();
        for memory in show::resolve(&store, &wanted)? {
            if args.raw {
                bytes.extend(read::whole(&memory)?);
            } else {
                bytes.extend_from_slice(crate::output::clean(&memory.path.to_string_lossy()).as_bytes());
                bytes.push(b'\n');
            }
        }
        context.screen.bytes(&bytes)?;
        return Ok(Exit::Done);
    }
    let shown = show::run(&store, context.world.now(), &wanted)?;
    context.screen.show(&shown)?;
    Ok(Exit::Done)
}

/// Lets the person choose; `None` when they would rather not or there is nothing.
fn pick(context: &Context, store: &crate::store::Store) -> Result<Option<OsString>, Error> {
    if !context.screen.can_ask() {
        return Err(Error::usage("no memory is named", "mem show NAME; `mem ls` lists them"));
    }
    let memories = store.memories()?.items;
    if memories.is_empty() {
        context.screen.notice(format_args!("no memories in {}", store.dir().display()));
        return Ok(None);
    }
    let labels: Vec<_> = memories
        .iter()
        .map(|m| {
            crate::output::clean(&format!("{} — {}", m.stem(), m.description.as_deref().unwrap_or(&m.name)))
                .into_owned()
        })
        .collect();
    let picked = context.screen.search("Which memory", &labels)?;
    Ok(picked.map(|at| memories[at].file.clone().into()))
}
