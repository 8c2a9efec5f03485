//! What hooks call: nothing unless it is time, and then only what loses nothing.

use super::{Gc, Request, apply::apply_under};
use crate::{
    ops::{OpError, row::display},
    store::{Store, due},
    world::World,
};

/// The answer where it is not time.
#[must_use]
pub fn nothing(store: &Store) -> Gc {
    let (items, suggestions, notices) = (Vec::new(), Vec::new(), Vec::new());
    let dir = display(store.dir());
    Gc { dir, applied: false, items, suggestions, memories: 0, touched: 0, needs_force: false, undo: None, notices }
}

/// Tidies the store when it is time and nobody else is at it; `None` when there was nothing to do.
/// A run that fails is no run.
///
/// # Errors
/// As [`super::apply`].
pub fn run(world: &World, store: &Store, program: &str) -> Result<Option<Gc>, OpError> {
    if !store.dir().is_dir() || !due::is_due(world, store) {
        return Ok(None);
    }
    let Some(lock) = store.try_lock(world)? else { return Ok(None) };
    let request = Request { only_safe: true, program: program.to_owned(), ..Request::default() };
    let done = apply_under(world, store, lock, &request)?;
    due::done(world, store);
    Ok(Some(done))
}
