//! `mem dir`

use super::{Context, Error, Exit};
use crate::ops;

/// Print the memory directory of this project
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Say which rule chose it, and which other stores this project has
    #[arg(long)]
    explain: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let place = context.place()?;
    context.screen.show(&ops::dir::run(&context.world, &place, args.explain))?;
    Ok(Exit::Done)
}
