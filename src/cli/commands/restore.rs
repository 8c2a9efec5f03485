//! `mem restore`

use super::{Context, Error, Exit};
use crate::ops::restore::{self, Request};

/// Bring back what the history holds
///
/// NAME brings a memory back as it was before its last change or its removal, so that doing it twice
/// takes it back; NAME@REV as it was in a revision; @REV, alone, undoes all that a revision did.
/// MEMORY.md, the index, is a NAME too. What is overwritten is in the history first.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// NAME, NAME@REV or @REV
    #[arg(value_name = "MEMORY", required_unless_present = "deleted")]
    memories: Vec<String>,
    /// Every memory that was removed and is still gone
    #[arg(long, conflicts_with = "memories")]
    deleted: bool,
    /// Only say what would come back
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let store = context.store()?;
    let request = match args.memories.as_slice() {
        _ if args.deleted => Request::Deleted,
        [one] if one.starts_with('@') => Request::Undo(one[1..].to_owned()),
        several if several.iter().any(|one| one.starts_with('@')) => {
            return Err(Error::usage("@REV undoes a whole revision and stands alone", "one after the other"));
        }
        names => {
            let named = |name: &String| context.named(&store, name.as_ref()).to_string_lossy().into_owned();
            Request::Named(names.iter().map(named).collect())
        }
    };
    let restored = restore::run(&context.world, &store, &request, args.dry_run)?;
    context.screen.show(&restored)?;
    context.notices(&restored.notices);
    if restored.restored.is_empty() && restored.removed.is_empty() {
        context.screen.notice("there is nothing to bring back");
    }
    Ok(Exit::Done)
}
