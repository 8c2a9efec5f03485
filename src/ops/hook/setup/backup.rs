//! Files as they were before `mem` wrote them: to bring them back to the byte as long as nobody else
//! has edited them, and for the person to look at.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    model::digest::project_hash,
    ops::OpError,
    store::{
        StoreError,
        locate::create_private,
        write::{self, Seen},
    },
    world::World,
};

/// How a backup ends: one that holds the old file …
const FILE: &str = "before";
/// … one that says that there was none …
const NONE: &str = "new";
/// … and one that is for the person alone.
const REMOVED: &str = "removed";

fn folder(world: &World) -> Result<PathBuf, OpError> {
    Ok(world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem/backups"))
}

/// The name of a backup: whose file it is, and what that was made into.
fn name(agent: &str, path: &Path, after: &str) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{agent}-{file}-{}-{}", project_hash(path.as_os_str().as_encoded_bytes()), project_hash(after.as_bytes()))
}

/// Keeps what a file held before `mem` was put into it, to bring it back; where that is, if it was
/// anything.
pub(super) fn before_install(
    world: &World,
    agent: &str,
    path: &Path,
    before: Option<&str>,
    after: &str,
) -> Result<Option<PathBuf>, OpError> {
    let name = folder(world)?.join(name(agent, path, after));
    let (file, none) = (name.with_added_extension(FILE), name.with_added_extension(NONE));
    let (kept, stale) = if before.is_some() { (file, none) } else { (none, file) };
    let _ = fs::remove_file(stale);
    keep(&kept, before.unwrap_or_default())?;
    Ok(before.is_some().then_some(kept))
}

/// Keeps what a file held before `mem` was taken out of it; where that is.
pub(super) fn before_removal(world: &World, agent: &str, path: &Path, text: &str) -> Result<PathBuf, OpError> {
    let kept = folder(world)?.join(name(agent, path, text)).with_added_extension(REMOVED);
    keep(&kept, text)?;
    Ok(kept)
}

fn keep(path: &Path, text: &str) -> Result<(), OpError> {
    if let Some(folder) = path.parent() {
        create_private(folder).map_err(StoreError::io(folder))?;
    }
    let seen = write::see(path)?;
    if seen.stamp.is_none() || seen.text != text {
        drop(write::put(path, text, &seen)?);
    }
    Ok(())
}

/// What the file held before it was made into what it is; none when that is not known, and nothing in
/// it when there was no file.
pub(super) fn before(world: &World, agent: &str, path: &Path, now: &Seen) -> Option<Option<String>> {
    now.stamp?;
    let name = name(agent, path, &now.text);
    let folder = folder(world).ok()?;
    if folder.join(format!("{name}.{NONE}")).exists() {
        return Some(None);
    }
    fs::read_to_string(folder.join(format!("{name}.{FILE}"))).ok().map(Some)
}

/// Whether `mem` made the file, whatever has become of it since.
pub(super) fn was_made(world: &World, agent: &str, path: &Path) -> bool {
    let name = name(agent, path, "");
    let start = name.rsplit_once('-').map_or(name.as_str(), |(start, _)| start);
    let entries = folder(world).and_then(|folder| Ok(fs::read_dir(&folder).map_err(StoreError::io(&folder))?));
    let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| name.to_str().is_some_and(|name| name.starts_with(start) && name.ends_with(NONE)))
}
