//! Completion of what only the store knows: `COMPLETE=zsh mem`.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

use clap_complete::{
    CompleteEnv,
    engine::{ArgValueCompleter, CompletionCandidate, PathCompleter},
};

use super::{
    Error,
    context::{project_of, roots},
};
use crate::{
    config::{Config, Sources},
    model::text,
    project::Project,
    store::{
        Store,
        locate::{self, Ask},
    },
    world::World,
};

/// Characters of a description beside a name.
const HELP: usize = 60;

/// Shells whose completion can ask us.
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Answers a shell that wants its script or candidates; `None` when none is asking. The variable
/// has a plain name: a value that is no shell belongs to another program.
pub(super) fn answer(world: &World, args: &[OsString]) -> Option<Result<(), Error>> {
    let shell = Path::new(world.var("COMPLETE")?).file_stem()?;
    if args.is_empty() || !SHELLS.iter().any(|known| shell == *known) {
        return None;
    }
    let answered = CompleteEnv::with_factory(super::command).try_complete(args.to_vec(), world.cwd().ok());
    answered.map_err(|err| Error::completion(&err)).map(|asked| asked.then_some(())).transpose()
}

/// Names of directories.
pub(super) fn directories() -> ArgValueCompleter {
    ArgValueCompleter::new(PathCompleter::dir())
}

/// Stems of the memories of the store around the working directory.
pub(super) fn memories() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let typed = typed.to_string_lossy();
        let memories = store().and_then(|store| store.memories().ok()).map(|loaded| loaded.items).unwrap_or_default();
        let fits = memories.into_iter().filter(|m| m.stem().starts_with(typed.as_ref()));
        fits.map(|m| {
            let help = text::clip(&text::one_line(m.description.as_deref().unwrap_or(&m.name)), HELP);
            CompletionCandidate::new(m.stem().to_owned()).help(Some(help.into()))
        })
        .collect()
    })
}

/// The store as far as it can be found without the options of the unfinished command line.
fn store() -> Option<Store> {
    let world = World::real().ok()?;
    let project = project_of(&world);
    let found = project.as_ref().ok();
    let sources =
        Sources { root: found.map(|p| p.root.as_path()), project_dir: found.map(Project::config_dir), flags: &[] };
    let config = Config::load_leniently(&world, &sources);
    let ask = Ask { dir: None, roots: found.map(roots), store_dir: config.store_dir(), layout: config.store_layout() };
    Some(Store::at(locate::locate(&world, &ask).ok()?.dir))
}
