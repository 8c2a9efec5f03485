//! `mem diff`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{cli::complete, ops::diff};

/// Show what others have changed since `mem` last wrote, or what differs between revisions
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these memories
    #[arg(value_name = "MEMORY", add = complete::memories())]
    memories: Vec<OsString>,
    /// Compare with REV, or two revisions with each other: REV..REV
    #[arg(short, long, value_name = "REV")]
    rev: Option<String>,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    context.screen.show(&diff::run(&context.world, &context.store()?, args.rev.as_deref(), &args.memories)?)?;
    Ok(Exit::Done)
}
