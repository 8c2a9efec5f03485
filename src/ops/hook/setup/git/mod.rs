//! The hooks of git: a commit is checked, and what comes from others gets its lines in the index.
//!
//! A hook that is there already keeps its bytes and its mode under a name beside ours, and runs first.

mod place;
mod script;

use std::{
    fs,
    path::{Path, PathBuf},
};

use self::{
    place::Folder,
    script::{BEFORE, NAMES},
};
use super::{
    Action, Request, Scope, Wired, backup,
    change::make_executable,
    program, refused,
    status::{stale, unknown},
};
use crate::{
    ops::{OpError, row::display},
    store::{
        StoreError,
        write::{self, Seen, SeenBytes},
    },
    world::World,
};

/// Its name among the agents.
pub const NAME: &str = "git";

/// A hook on the disk.
struct Hook {
    name: &'static str,
    path: PathBuf,
    /// Where one that was there before is kept.
    before: PathBuf,
    seen: SeenBytes,
}

impl Hook {
    fn all(folder: &Folder) -> Result<Vec<Self>, OpError> {
        let hook = |name: &'static str| {
            let path = folder.dir.join(name);
            let before = folder.dir.join(format!("{name}{BEFORE}"));
            Ok(Self { name, seen: write::see_bytes(&path)?, path, before })
        };
        NAMES.into_iter().map(hook).collect()
    }

    /// Its text, where it is one of ours.
    fn ours(&self) -> Option<String> {
        let there = self.seen.stamp.is_some() && script::is_ours(&self.seen.bytes);
        there.then(|| String::from_utf8_lossy(&self.seen.bytes).into_owned())
    }

    fn is_chained(&self) -> bool {
        self.before.symlink_metadata().is_ok()
    }
}

/// Writes the hooks.
///
/// # Errors
/// [`OpError::Refused`] when they would be committed, or something is in the way.
pub fn install(world: &World, request: &Request) -> Result<Wired, OpError> {
    let folder = place::find(world, request.project()?)?;
    let program = program(world)?;
    if folder.is_committed && !request.force {
        let hint = "add `mem lint --staged` and `mem reindex` to its hooks yourself, or --force writes there";
        let dir = folder.dir.display();
        return Err(refused(format!("{dir} is part of the project: a hook there is committed for everybody"), hint));
    }
    let hooks = Hook::all(&folder)?;
    if let Some(hook) =
        hooks.iter().find(|hook| hook.is_chained() && hook.ours().is_none() && hook.seen.stamp.is_some())
    {
        return Err(refused(
            format!("{} and {} are there already", hook.path.display(), hook.before.display()),
            "another tool has written the first since; keep one of the two",
        ));
    }
    let mut texts = Vec::new();
    for hook in &hooks {
        let text = script::script(hook.name, &program);
        let old = hook.ours();
        if old.as_ref() == Some(&text) {
            continue;
        }
        if !request.dry_run {
            put(hook, old.as_deref(), &text)?;
        }
        texts.push((display(&hook.path), old.unwrap_or_default(), text));
    }
    finish(world, &folder, request, texts, Action::Installed)
}

/// Puts a hook in its place, and one that is there beside it.
fn put(hook: &Hook, old: Option<&str>, text: &str) -> Result<(), OpError> {
    if let Some(dir) = hook.path.parent() {
        fs::create_dir_all(dir).map_err(StoreError::io(dir))?;
    }
    let moved = old.is_none() && hook.path.symlink_metadata().is_ok();
    if moved {
        write::rename(&hook.path, &hook.before)?;
    }
    let seen = match old {
        Some(_) => Seen { text: String::from_utf8_lossy(&hook.seen.bytes).into_owned(), stamp: hook.seen.stamp },
        None => Seen::nothing(),
    };
    let done = write::put(&hook.path, text, &seen);
    if let Err(err) = done.map(drop) {
        if moved {
            let _ = write::rename(&hook.before, &hook.path);
        }
        return Err(err.into());
    }
    make_executable(&hook.path).map_err(StoreError::io(&hook.path))?;
    Ok(())
}

/// Takes the hooks out; those that were there before are back, to the byte.
///
/// # Errors
/// [`OpError::Store`] when they cannot be removed.
pub fn uninstall(world: &World, request: &Request) -> Result<Wired, OpError> {
    let folder = place::find(world, request.project()?)?;
    let (mut texts, mut notes, mut kept) = (Vec::new(), Vec::new(), None);
    for hook in Hook::all(&folder)? {
        let Some(text) = hook.ours() else {
            if hook.seen.stamp.is_some() && hook.is_chained() {
                let (path, before) = (hook.path.display(), hook.before.display());
                notes.push(format!("another tool has written {path} since; what was there first is in {before}"));
            }
            continue;
        };
        let usual = script::script(hook.name, &program(world)?);
        if script::shape(&text) != script::shape(&usual) {
            notes.push(format!("{} had been edited; the backup holds that", hook.path.display()));
            if !request.dry_run {
                kept = Some(backup::before_removal(world, NAME, &hook.path, &text)?);
            }
        }
        if !request.dry_run {
            drop(write::remove(&hook.path, &hook.seen)?);
            if hook.is_chained() {
                write::rename(&hook.before, &hook.path)?;
            }
        }
        texts.push((display(&hook.path), text, String::new()));
    }
    let mut wired = finish(world, &folder, request, texts, Action::Removed)?;
    wired.backup = kept.as_deref().map(display);
    wired.notes.extend(notes);
    Ok(wired)
}

fn finish(
    world: &World,
    folder: &Folder,
    request: &Request,
    texts: Vec<(String, String, String)>,
    done: Action,
) -> Result<Wired, OpError> {
    let mut wired = state(world, folder)?;
    if folder.is_shared && done == Action::Installed {
        let dir = folder.dir.display();
        wired.notes.push(format!("core.hooksPath leads to {dir}: the hooks run in every repository that uses it"));
    }
    wired.action = Some(if texts.is_empty() { Action::Unchanged } else { done });
    (wired.texts, wired.dry_run) = (texts, request.dry_run);
    Ok(wired)
}

/// How things are.
///
/// # Errors
/// [`OpError::Refused`] where there is no repository.
pub(super) fn status(world: &World, top: &Path) -> Result<Wired, OpError> {
    state(world, &place::find(world, top)?)
}

fn state(world: &World, folder: &Folder) -> Result<Wired, OpError> {
    let mut wired = Wired { file: display(&folder.dir), ..unknown(NAME, Scope::Project) };
    for hook in Hook::all(folder)? {
        if let Some(text) = hook.ours() {
            wired.events.push(hook.name.to_owned());
            wired.program = script::started(&text);
        }
    }
    wired.installed = !wired.events.is_empty();
    wired.notes.extend(stale(world, &wired));
    Ok(wired)
}
