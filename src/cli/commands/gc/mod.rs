//! `mem gc`

mod consolidate;

use std::{ffi::OsString, path::Path};

use super::{Context, Error, Exit};
use crate::{
    cli::{editor, judging},
    ops::gc::{self, Gc, auto, todo, todo::Decision},
    output::Format,
    store::{Store, due, locate::Place},
    world::World,
};

/// Say what in the store can go, and why; change nothing unless told to
///
/// Exact copies, project notes whose end has passed, notes that another takes the place of, dead
/// index lines, what editors leave behind, and state that nobody asks for any more. Nothing goes for
/// its age alone; memories that say nearly the same or the opposite are only shown. With --consolidate a
/// model proposes to join fragments on one topic, and what loses nothing is shown as a difference. What is
/// done is one revision of the history, and the command that takes it back is printed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do what the plan says
    #[arg(long, conflicts_with_all = ["interactive", "auto", "consolidate"])]
    apply: bool,
    /// Edit the plan first: keep, drop, merge or edit each memory
    #[arg(short, long, conflicts_with_all = ["auto", "consolidate"])]
    interactive: bool,
    /// For hooks: at most once a day and after five sessions, and then only what loses nothing
    #[arg(long, conflicts_with = "consolidate")]
    auto: bool,
    /// Ask the configured model to write fragments on one topic as one memory
    #[arg(long)]
    consolidate: bool,
    #[command(flatten)]
    asking: consolidate::Asking,
    /// Also touch over a quarter of the memories, or where no history can bring them back
    #[arg(long)]
    force: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    let store = Store::at(&place.dir);
    if args.auto {
        return run_auto(context, &place, &store);
    }
    let store = context.store_at(&place);
    if args.consolidate {
        return consolidate::run(context, &place, &store, &args.asking, args.force);
    }
    if !args.apply && !args.interactive {
        return show(context, &gc::run(&context.world, &store, context.project())?);
    }
    let decisions = match args.interactive {
        true => match decided(context, &store)? {
            Some(decisions) => Some(decisions),
            None => {
                context.screen.notice("nothing was changed");
                return Ok(Exit::Done);
            }
        },
        false => None,
    };
    let request = gc::Request {
        decisions,
        force: args.force,
        program: context.program(&place),
        gate: judging::gate(context, false)?,
        ..gc::Request::default()
    };
    show(context, &gc::apply(&context.world, &store, &request)?)
}

fn show(context: &Context, gc: &Gc) -> Result<Exit, Error> {
    context.screen.show(gc)?;
    context.notices(&gc.notices);
    Ok(Exit::Done)
}

/// Silent, unless a document was asked for.
fn run_auto(context: &Context, place: &Place, store: &Store) -> Result<Exit, Error> {
    due::means(&context.world, context.dir_option(), store);
    let done = auto::run(&context.world, store, context.project(), &context.program(place))?;
    if context.screen.format == Format::Json {
        context.screen.show(&done.unwrap_or_else(|| auto::nothing(store)))?;
    }
    Ok(Exit::Done)
}

/// What the person made of the plan; `None` when nothing is to be done.
fn decided(context: &Context, store: &Store) -> Result<Option<Vec<Decision>>, Error> {
    let plan = gc::run(&context.world, store, context.project())?;
    context.notices(&plan.notices);
    if todo::is_empty(&plan) {
        return Ok(None);
    }
    let Some(list) = editor::edit(context, &todo::compose(&plan), true)? else { return Ok(None) };
    let decisions = todo::parse(&plan, &list.text);
    let decisions = decisions.map_err(|err| kept(Error::from(err), &list.draft))?;
    list.discard();
    let mut wanted = Vec::with_capacity(decisions.len());
    for mut decision in decisions {
        if let Some(draft) = decision.draft(store)? {
            written(context, &mut decision, &draft)?;
        }
        if decision.is_unwritten() {
            context.screen.notice(format_args!("{} is left as it is", decision.item.file));
        } else {
            wanted.push(decision);
        }
    }
    Ok(Some(wanted))
}

/// Lets the person write the text that a decision needs.
fn written(context: &Context, decision: &mut Decision, draft: &str) -> Result<(), Error> {
    let Some(edited) = editor::edit(context, draft, decision.is_merge())? else { return Ok(()) };
    decision.write(edited.text.clone()).map_err(|err| kept(Error::from(err), &edited.draft))?;
    edited.discard();
    Ok(())
}

fn kept(err: Error, draft: &Path) -> Error {
    err.hinting(format!("nothing was changed; the draft is kept in {}", draft.display()))
}

/// Whether the command line is `mem [--dir DIR] gc --auto` and it surely is not time.
pub(super) fn is_idle(world: &World, args: &[OsString]) -> bool {
    let dir = match args.get(1..).unwrap_or_default() {
        [command, option] if command == "gc" && option == "--auto" => None,
        [flag, dir, command, option] if flag == "--dir" && command == "gc" && option == "--auto" => {
            Some(dir.as_os_str())
        }
        _ => return false,
    };
    due::is_surely_not(world, dir)
}
