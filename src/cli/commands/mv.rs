//! `mem mv`

use std::ffi::OsString;

use super::{Context, Error, Exit, kind_parser};
use crate::{
    cli::{behind, complete, judging},
    model::Kind,
    ops::mv,
};

/// Give a memory another name or type
///
/// Its file, its line in the index, and the links of other memories to it follow.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which memory
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memory: OsString,
    /// Its new name
    #[arg(value_name = "NAME", required_unless_present = "kind")]
    name: Option<String>,
    /// Its new type
    #[arg(short = 't', long = "type", value_name = "TYPE", value_parser = kind_parser(), ignore_case = true)]
    kind: Option<Kind>,
    /// Save also what the rules are against; the history says so (never a secret)
    #[arg(long)]
    no_verify: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let gate = judging::gate(context, args.no_verify)?;
    let place = context.place()?;
    let store = context.store_at(&place);
    let argument = context.named(&store, &args.memory);
    let request = mv::Request { argument: &argument, name: args.name.as_deref(), kind: args.kind, gate };
    let moved = mv::run(&context.world, &store, &request).map_err(|err| judging::refusal(context, err))?;
    context.screen.show(&moved)?;
    context.notices(&moved.notices);
    let written: Vec<&str> = moved.relinked.iter().chain([&moved.to]).map(String::as_str).collect();
    behind::vectors_of(context, &place, &store, &written)?;
    Ok(Exit::Done)
}
