//! What hooks call: nothing unless it is time, and then only what loses nothing. The rest waits in the
//! inbox.

use super::{Gc, Request, apply::apply_under, leave};
use crate::{
    ops::{OpError, gate::Gate, row::display},
    project::Project,
    store::{Store, due},
    world::World,
};

/// The answer where it is not time.
#[must_use]
pub fn nothing(store: &Store) -> Gc {
    let (items, suggestions, notices) = (Vec::new(), Vec::new(), Vec::new());
    let dir = display(store.dir());
    let (undo, consolidation) = (None, None);
    Gc {
        dir,
        applied: false,
        items,
        suggestions,
        memories: 0,
        touched: 0,
        needs_force: false,
        undo,
        consolidation,
        notices,
    }
}

/// Tidies the store when it is time and nobody else is at it; `None` when there was nothing to do.
/// A run that fails is no run.
///
/// # Errors
/// As [`super::apply`].
pub fn run(world: &World, store: &Store, project: Option<&Project>, program: &str) -> Result<Option<Gc>, OpError> {
    if !store.dir().is_dir() || !due::is_due(world, store) {
        return Ok(None);
    }
    let Some(lock) = store.try_lock(world)? else { return Ok(None) };
    let gate = Gate { project: project.cloned(), ..Gate::default() };
    let request = Request { only_safe: true, program: program.to_owned(), gate, ..Request::default() };
    let done = apply_under(world, store, lock, &request)?;
    leave::wait(world, store, &done.suggestions)?;
    due::done(world, store);
    Ok(Some(done))
}
