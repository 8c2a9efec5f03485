//! `mem prompt`

use std::path::PathBuf;

use super::{Context, Error, Exit, agent_parser};
use crate::{
    agents::Agent,
    model::Cap,
    ops::prompt::{self, Action, Prompt, Request, block},
    project::ignored,
    store::locate::{Layout, Place},
};

/// Print what an agent should know about the memory
///
/// The text is for a system prompt or a file of rules: what a memory is, the four types, how to save
/// one, what never to save, how far to trust an old one, and the index. Agents with hooks get it by
/// themselves; for others --write keeps it in a marked block of their file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Name the tools of this agent
    #[arg(long, value_name = "AGENT", value_parser = agent_parser())]
    agent: Option<&'static Agent>,
    /// Characters at most: the index gives way first, then whole sections
    #[arg(long, value_name = "N")]
    max_chars: Option<usize>,
    /// Leave the index out
    #[arg(long)]
    no_index: bool,
    /// Keep the text in a marked block of FILE (AGENTS.md, a file of rules) instead of printing it
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// With --write: take the block out
    #[arg(long, requires = "write")]
    remove: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    let request = Request {
        agent: args.agent,
        program: if args.write.is_some() { "mem".into() } else { context.program(&place) },
        cap: args.max_chars.map(Cap::Chars),
        index: !args.no_index,
        dir: args.write.is_none(),
    };
    let mut made = prompt::run(&context.store_at_once(&place), &request)?;
    if let Some(file) = &args.write {
        let path = context.world.cwd()?.join(file);
        let kept = if args.remove { block::remove(&path) } else { block::write(&path, &made.text) };
        made.kept = Some(kept?);
    }
    context.screen.show(&made)?;
    warn(context, &place, &made);
    Ok(Exit::Done)
}

/// A file of the project may be committed, and the memories of a person with it.
fn warn(context: &Context, place: &Place, made: &Prompt) {
    let Some(kept) = made.kept.as_ref().filter(|kept| kept.action == Action::Written && made.index.lines > 0) else {
        return;
    };
    let (Some(project), false) = (context.project(), place.layout == Layout::Project) else { return };
    let path = PathBuf::from(&kept.file);
    let path = path.canonicalize().unwrap_or(path);
    if project.in_git() && path.starts_with(&project.top) && ignored::by(&project.top, &path).is_none() {
        context.screen.notice(format_args!(
            "{} now holds the index of your memories, and a commit would carry it; --no-index leaves it out",
            kept.file
        ));
    }
}
