//! `mem edit`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{
    cli::{behind, complete, editor, judging},
    ops::{
        edit::{self, Edit},
        find,
        row::display,
    },
};

/// Edit a memory in $VISUAL or $EDITOR
///
/// The editor works on a copy. What it saves is checked before it takes the memory's place; a
/// cancelled or broken edit changes nothing, and the draft is kept.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which memory
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memory: OsString,
    /// Save also what the rules are against; the history says so (never a secret)
    #[arg(long)]
    no_verify: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    let store = context.store_at(&place);
    let memories = store.memories()?.items;
    let taken = edit::take(find::one(&store, &memories, &context.named(&store, &args.memory))?)?;
    let Some(edited) = editor::edit(context, &taken.seen.text, false)? else {
        let file = taken.memory.file;
        context.screen.show(&Edit { dir: display(store.dir()), file, changed: false, notices: Vec::new() })?;
        return Ok(Exit::Done);
    };
    let kept = format!("the draft is kept in {}", edited.draft.display());
    if let Some(fault) = edit::fault(&taken.seen.text, &edited.text) {
        let message = format!("{}: {fault}; nothing was changed", taken.memory.file);
        return Err(Error::new(Exit::No, "refused", message).hinting(kept));
    }
    let gate = judging::gate(context, args.no_verify)?;
    let done = edit::put_back(&context.world, &store, &taken, &edited.text, &gate).map_err(|err| {
        let err = judging::refusal(context, err);
        let hint = err.hint().map_or_else(|| kept.clone(), |hint| format!("{hint}; {kept}"));
        err.hinting(hint)
    })?;
    edited.discard();
    context.screen.show(&done)?;
    context.notices(&done.notices);
    behind::vectors_of(context, &place, &store, &[done.file.as_str()])?;
    Ok(Exit::Done)
}
