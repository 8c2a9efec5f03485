//! `mem inbox`

use super::{Context, Error, Exit};
use crate::{
    cli::{editor, judging},
    ops::inbox::{self, Action, Inbox, Which},
    store::Store,
};

/// Decide on memories that were proposed
///
/// Without more it lists what waits. What is accepted is saved as `mem add` saves it; what is rejected
/// is not proposed again.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Decide>,
}

#[derive(clap::Subcommand)]
enum Decide {
    /// List what waits
    List,
    /// Save proposals as memories
    Accept(Chosen),
    /// Change a proposal in $VISUAL or $EDITOR, then save it as a memory
    Edit {
        /// Which, by the beginning of its id
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Drop proposals, and do not propose them again
    Reject(Chosen),
}

#[derive(clap::Args)]
struct Chosen {
    /// Which, by the beginning of its id
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<String>,
    /// All that wait
    #[arg(long, conflicts_with = "ids")]
    all: bool,
}

impl Chosen {
    fn which(&self) -> Which {
        if self.all { Which::All } else { Which::Some(self.ids.clone()) }
    }
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let store = context.store()?;
    let world = &context.world;
    let inbox = match &args.action {
        None | Some(Decide::List) => inbox::list(world, &store)?,
        Some(Decide::Accept(chosen)) => accept(context, &store, chosen)?,
        Some(Decide::Reject(chosen)) => {
            let (proposals, removals) = inbox::find(world, &store, &chosen.which())?;
            let saves = inbox::reject(world, &store, &proposals)?;
            saves.and(inbox::reject_removals(world, &store, &removals)?)
        }
        Some(Decide::Edit { id }) => edit(context, &store, id)?,
    };
    context.screen.show(&inbox)?;
    context.notices(&inbox.notices);
    let refused = inbox.decided.iter().any(|decided| decided.action == Action::Refused);
    if refused {
        context.screen.notice("what was refused waits still; `mem inbox edit ID` gives it another name");
    }
    Ok(if refused { Exit::No } else { Exit::Done })
}

/// What would go goes only by its id: nobody looks at what `--all` means.
fn accept(context: &Context, store: &Store, chosen: &Chosen) -> Result<Inbox, Error> {
    let (world, gate) = (&context.world, judging::gate(context, false)?);
    let (proposals, mut removals) = inbox::find(world, store, &chosen.which())?;
    if chosen.all && !removals.is_empty() {
        context.screen.notice("memories that could go wait still; they are decided on one by one");
        removals.clear();
    }
    let saves = inbox::accept(world, store, &proposals, &gate)?;
    Ok(saves.and(inbox::accept_removals(world, store, &removals, &gate)?))
}

fn edit(context: &Context, store: &Store, id: &str) -> Result<Inbox, Error> {
    let (found, _) = inbox::find(&context.world, store, &Which::Some(vec![id.to_owned()]))?;
    let Some(proposal) = found.first() else {
        let hint = "accept it and the memory goes, reject it and the memory stays; `mem edit` changes the memory";
        return Err(Error::usage("what would go has no text to edit", hint));
    };
    let Some(edited) = editor::edit(context, &inbox::text(proposal), true)? else {
        context.screen.notice("nothing was saved; it waits still");
        return Ok(inbox::list(&context.world, store)?);
    };
    let kept = format!("it waits still, and the draft is kept in {}", edited.draft.display());
    let changed = inbox::edited(proposal, &edited.text).map_err(|err| Error::from(err).hinting(kept))?;
    let done = inbox::accept(&context.world, store, &[changed], &judging::gate(context, false)?)?;
    edited.discard();
    Ok(done)
}
