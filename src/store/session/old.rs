//! Sessions over time: how many there were, and the removal of those that have ended.

use std::{
    fs::{self, DirEntry, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::{JOB, STATE, ending, folder, job};
use crate::{
    store::{Store, temp},
    world::World,
};

/// A session that was not used for so long is not resumed any more.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The sessions of a store that were used after a moment, as far as their state is kept.
#[must_use]
pub fn used_since(world: &World, store: &Store, since: SystemTime) -> usize {
    used_since_by(world, &store.hash(), since)
}

/// The same of the store that has this hash.
pub(in crate::store) fn used_since_by(world: &World, hash: &str, since: SystemTime) -> usize {
    let start = format!("{hash}-");
    let is_one = |entry: &DirEntry| {
        let name = entry.file_name();
        name.to_str().is_some_and(|name| name.starts_with(&start) && name.ends_with(STATE))
            && modified(entry).is_some_and(|time| time > since)
    };
    folder(world).map_or(0, |folder| entries(&folder).filter(is_one).count())
}

/// What sessions of any store left that ended long ago, and the jobs of workers that were killed.
#[must_use]
pub fn ended(world: &World) -> Vec<PathBuf> {
    folder(world).map_or_else(|_| Vec::new(), |folder| ended_in(world, &folder))
}

/// Removes it from the folder.
pub(super) fn sweep(world: &World, folder: &Path) {
    ended_in(world, folder).iter().for_each(temp::discard);
}

fn ended_in(world: &World, folder: &Path) -> Vec<PathBuf> {
    let before = world.wall().checked_sub(KEPT).unwrap_or(SystemTime::UNIX_EPOCH);
    let over = |entry: &DirEntry| {
        let path = entry.path();
        let ours = ending(&path).is_some() || temp::is_temp(&entry.file_name());
        let ended = modified(entry).is_some_and(|time| time < before);
        let dead = ending(&path) == Some(JOB) && File::open(&path).is_ok_and(|job| !job::is_worked_on(&job));
        ours && ended || dead
    };
    entries(folder).filter(over).map(|entry| entry.path()).collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

fn modified(entry: &DirEntry) -> Option<SystemTime> {
    entry.metadata().ok()?.modified().ok()
}
