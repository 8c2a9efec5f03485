//! Entries in an agent's settings, which hold other things too.

use std::path::Path;

use serde_json::Value;

use super::{
    backup,
    change::{Change, Undo},
    refused,
};
use crate::{
    agents::{
        install::{Plain, entry},
        json::{
            edit::{EditError, append, provide},
            read,
        },
    },
    ops::OpError,
    store::write::{self, Seen},
    world::World,
};

/// The settings with these entries for `mem`, and no others for it.
pub(super) fn with_hooks(
    world: &World,
    agent: &str,
    path: &Path,
    base: &[(&str, Plain)],
    hooks: Vec<(&str, Value)>,
) -> Result<Change, OpError> {
    let seen = write::see(path)?;
    // An entry of another version, or of another mem, gives way.
    let bare = bare(world, agent, path, &seen)?.filter(|bare| seen.stamp.is_some() || !bare.is_empty());
    let edited = base
        .iter()
        .try_fold(bare.clone().unwrap_or_default(), |text, (key, value)| provide(&text, key, &(*value).into()));
    let edited = edited
        .and_then(|text| hooks.iter().try_fold(text, |text, (event, entry)| append(&text, &["hooks", event], entry)));
    let after = Some(edited.map_err(|err| unusable(path, &err))?);
    Ok(Change { path: path.to_owned(), seen, after, executable: false, undo: Undo::To(bare), note: None })
}

/// The settings without entries for `mem`.
pub(super) fn without_hooks(
    world: &World,
    agent: &str,
    path: &Path,
    base: &[(&str, Plain)],
) -> Result<Change, OpError> {
    let seen = write::see(path)?;
    if path.is_symlink() {
        // Whoever has linked the file since keeps the link, and what it leads to.
        let after = entry::remove(&seen.text, agent).map_err(|err| unusable(path, &err))?;
        let after = bare(world, agent, path, &seen)?.or(Some(after)).filter(|_| seen.stamp.is_some());
        return Ok(Change { path: path.to_owned(), seen, after, executable: false, undo: Undo::Nothing, note: None });
    }
    let mut after = bare(world, agent, path, &seen)?.filter(|_| seen.stamp.is_some());
    // A file that mem made, and that holds nothing else by now, goes.
    let is_ours = |text: &String| *text != seen.text && holds_only(text, base) && backup::was_made(world, agent, path);
    after = after.filter(|text| !is_ours(text));
    Ok(Change { path: path.to_owned(), seen, after, executable: false, undo: Undo::Nothing, note: None })
}

/// The text as it was without `mem`: from the backup, as long as nobody has edited it since, else by
/// taking the entries out. None where there was no file.
fn bare(world: &World, agent: &str, path: &Path, seen: &Seen) -> Result<Option<String>, OpError> {
    match backup::before(world, agent, path, seen) {
        Some(before) => Ok(before),
        None => entry::remove(&seen.text, agent).map(Some).map_err(|err| unusable(path, &err)),
    }
}

/// Whether there is nothing in the settings but keys that `mem` has put there.
fn holds_only(text: &str, base: &[(&str, Plain)]) -> bool {
    let Ok(root) = read(text) else { return false };
    match root.value {
        crate::agents::json::Value::Object(members) => {
            members.iter().all(|member| base.iter().any(|(key, _)| *key == member.key))
        }
        _ => false,
    }
}

pub(super) fn unusable(path: &Path, err: &EditError) -> OpError {
    refused(format!("{}: {err}; nothing was changed", path.display()), "mend the file, then run the command again")
}
