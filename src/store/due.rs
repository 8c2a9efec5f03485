//! When a store was last tidied by itself, and whether it is time again.
//!
//! Hooks ask this at the start of every session, so the answer "not yet" must cost next to nothing:
//! a note says which store a command meant the last time, and that is asked for by its hash,
//! without looking for the project, the settings or the store.
//!
//! | file in `$XDG_STATE_HOME/mem/gc` | holds |
//! |---|---|
//! | `STORE.last` | nothing; it is as old as the last run |
//! | `COMMAND.store` | the hash of the store that a command from one directory means |

use std::{
    ffi::OsStr,
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::{Store, locate::create_private, session::old};
use crate::{
    model::digest,
    world::{World, WorldError},
};

/// Between two runs at least.
pub const REST: Duration = Duration::from_secs(24 * 60 * 60);
/// Sessions since the last run at least.
pub const SESSIONS: usize = 5;

/// Variables that decide which store a command means.
const VARIABLES: [&str; 8] = [
    "HOME",
    "MEM_DIR",
    "MEM_HOME",
    "MEM_STORE_LAYOUT",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_CODE_PROJECT_DIR_NAME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// Whether it is time for the store.
#[must_use]
pub fn is_due(world: &World, store: &Store) -> bool {
    folder(world).is_ok_and(|folder| is_due_by(world, &folder, &store.hash()))
}

/// Notes that the store was tidied now.
pub fn done(world: &World, store: &Store) {
    if let Ok(folder) = folder(world) {
        touch(world, &folder, &store.hash());
    }
}

/// Whether there surely is nothing to do for a command with this `--dir`: the store that it meant
/// within the last day is not due.
#[must_use]
pub fn is_surely_not(world: &World, dir: Option<&OsStr>) -> bool {
    let Ok(folder) = folder(world) else { return false };
    let Some(note) = note(world, &folder, dir) else { return false };
    let fresh = age(world, &note).is_some_and(|age| age < REST);
    let hash = fs::read_to_string(&note).ok().filter(|hash| !hash.is_empty() && digest::unhex(hash).is_some());
    fresh && hash.is_some_and(|hash| !is_due_by(world, &folder, &hash))
}

/// Notes which store a command with this `--dir` means.
pub fn means(world: &World, dir: Option<&OsStr>, store: &Store) {
    let Ok(folder) = folder(world) else { return };
    if let (Some(note), Ok(())) = (note(world, &folder, dir), create_private(&folder)) {
        // Without the note the next one takes the longer way.
        let _ = fs::write(note, store.hash());
    }
}

fn is_due_by(world: &World, folder: &Path, hash: &str) -> bool {
    let last = folder.join(format!("{hash}.last"));
    let since = match modified(&last) {
        None => SystemTime::UNIX_EPOCH,
        // The clock was set back: the day is counted from now, else it could last for years.
        Some(time) if time > world.wall() => {
            touch(world, folder, hash);
            return false;
        }
        Some(time) => time,
    };
    let rested = world.wall().duration_since(since).is_ok_and(|time| time >= REST);
    rested && old::used_since_by(world, hash, since) >= SESSIONS
}

fn touch(world: &World, folder: &Path, hash: &str) {
    let made = create_private(folder).and_then(|()| File::create(folder.join(format!("{hash}.last"))));
    // Where nothing can be noted the next run comes early.
    let _ = made.and_then(|file| file.set_modified(world.wall()));
}

fn note(world: &World, folder: &Path, dir: Option<&OsStr>) -> Option<PathBuf> {
    let mut told = world.cwd().ok()?.as_os_str().as_encoded_bytes().to_vec();
    let variables = VARIABLES.map(|name| world.var(name).unwrap_or_default());
    for part in dir.into_iter().chain(variables) {
        told.push(0);
        told.extend(part.as_encoded_bytes());
    }
    Some(folder.join(format!("{}.store", digest::project_hash(&told))))
}

fn age(world: &World, path: &Path) -> Option<Duration> {
    world.wall().duration_since(modified(path)?).ok()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

fn folder(world: &World) -> Result<PathBuf, WorldError> {
    Ok(world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem").join("gc"))
}
