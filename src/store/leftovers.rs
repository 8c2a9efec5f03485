//! What `mem` itself keeps outside of the stores and nobody will ask for again.

use std::{
    fs::{self, DirEntry},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use super::{session::old, temp};
use crate::world::World;

/// What was remembered to save time and not renewed for so long is not worth its place.
const CACHE_KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Files that can go, all in one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How many bytes they take.
    pub bytes: u64,
}

/// What sessions left that ended long ago.
#[must_use]
pub fn sessions(world: &World) -> Leftovers {
    Leftovers::of(old::ended(world))
}

/// What was remembered of stores between commands, long ago.
#[must_use]
pub fn caches(world: &World) -> Leftovers {
    let before = world.wall().checked_sub(CACHE_KEPT).unwrap_or(SystemTime::UNIX_EPOCH);
    let old = |entry: &DirEntry| {
        entry.metadata().is_ok_and(|meta| meta.is_file() && meta.modified().is_ok_and(|time| time < before))
    };
    let Ok(folder) = world.xdg("XDG_CACHE_HOME", ".cache") else { return Leftovers::default() };
    let entries = fs::read_dir(folder.join("mem")).into_iter().flatten().flatten();
    Leftovers::of(entries.filter(old).map(|entry| entry.path()).collect())
}

impl Leftovers {
    fn of(mut files: Vec<PathBuf>) -> Self {
        files.sort();
        let bytes = files.iter().filter_map(|file| fs::symlink_metadata(file).ok()).map(|meta| meta.len()).sum();
        Self { files, bytes }
    }

    /// Removes them; one that cannot be removed stays, and is proposed again.
    pub fn discard(&self) {
        self.files.iter().for_each(temp::discard);
    }
}
