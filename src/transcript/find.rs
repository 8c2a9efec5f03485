//! The transcript of a session, by the session's id.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::FORMATS;
use crate::world::World;

/// Folders below an agent's own that are looked into: Codex sorts by year, month and day.
const DEPTH: usize = 5;

/// The transcript of that session, where one of the agents keeps it; the newest, where several do.
#[must_use]
pub fn by_session(world: &World, session: &str) -> Option<PathBuf> {
    let is_id = session.len() >= 8 && session.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if !is_id {
        return None;
    }
    let mut found = Vec::new();
    for format in FORMATS {
        if let Some(folder) = (format.folder)(world) {
            below(&folder, DEPTH, &mut |name| (format.is_named)(name, session), &mut found);
        }
    }
    let modified = |path: &PathBuf| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    found.into_iter().max_by_key(|path| (modified(path), path.clone()))
}

/// The regular files below a folder whose names fit. Links are not followed.
fn below(folder: &Path, depth: usize, fits: &mut dyn FnMut(&str) -> bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth > 0 {
            below(&entry.path(), depth - 1, fits, found);
        } else if kind.is_file() && entry.file_name().to_str().is_some_and(&mut *fits) {
            found.push(entry.path());
        }
    }
}
