//! Work that nobody waits for: `mem` on the same store, started and left alone.

use std::{ffi::OsString, path::Path, process::Command};

use super::{Error, context::Context};
use crate::{
    ops::{hook::log, meaning},
    store::{Store, locate::Place, session::detach},
};

/// As many memories get their vectors before a command ends; of more, a worker makes them.
const AT_ONCE: usize = 3;

/// Starts `mem` on this store, for which nobody waits.
pub(super) fn start(context: &Context, place: &Place, args: Vec<OsString>) -> Result<(), Error> {
    let program = context.world.program().map_err(|e| Error::file_io(Path::new("mem"), &e))?;
    let mut worker = Command::new(program);
    worker.current_dir(context.world.cwd().unwrap_or(Path::new("/")));
    worker.arg("--quiet").arg("--dir").arg(&place.dir).args(args);
    detach(&mut worker, log::for_worker(&context.world)).map_err(|e| Error::file_io(Path::new("mem"), &e))
}

/// Has the vectors made that a recall missed, unless somebody is at it.
pub(super) fn make_vectors(context: &Context, place: &Place, store: &Store) {
    if meaning::is_worth_starting(store) {
        // Without them the next recall goes by words, too.
        let _ = start(context, place, vec!["reindex".into(), "--worker".into()]);
    }
}

/// The vectors of memories that are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectors {
    /// Whether they are wanted.
    on: bool,
}

impl Vectors {
    /// As the settings have it.
    pub(super) fn of(context: &Context) -> Result<Self, Error> {
        Ok(Self { on: context.config()?.is_on("recall.meaning") })
    }

    /// Makes those of a few memories.
    pub(super) fn of_few(self, store: &Store, files: &[&str]) {
        if self.on && (1..=AT_ONCE).contains(&files.len()) {
            meaning::make_for(store, files.iter().copied());
        }
    }

    /// Has those of many made. Not under the store's lock, which a worker would hold on to.
    pub(super) fn of_many(self, context: &Context, place: &Place, store: &Store, files: &[&str]) {
        if self.on && files.len() > AT_ONCE {
            make_vectors(context, place, store);
        }
    }
}

/// Makes the vectors of memories that were just written.
pub(super) fn vectors_of(context: &Context, place: &Place, store: &Store, files: &[&str]) -> Result<(), Error> {
    let vectors = Vectors::of(context)?;
    vectors.of_few(store, files);
    vectors.of_many(context, place, store, files);
    Ok(())
}
