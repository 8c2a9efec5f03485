//! `mem restore`

use super::{Context, Error, Exit};
use crate::ops::restore::{self, Request};

/// Bring back what the history holds
///
/// NAME brings a memory back as it was before its last change or its removal; NAME@REV as it was
/// in a revision; @REV undoes all that a revision did. What is overwritten is in the history first.
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
    let request = match args.memories.as_slice() {
        _ if args.deleted => Request::Deleted,
        [one] if one.starts_with('@') => Request::Undo(one[1..].to_owned()),
        names => Request::Named(names.to_vec()),
    };
    let restored = restore::run(&context.world, &context.store()?, &request, args.dry_run)?;
    context.screen.show(&restored)?;
    context.notices(&restored.notices);
    if restored.restored.is_empty() {
        context.screen.notice("there is nothing to bring back");
    }
    Ok(Exit::Done)
}
