//! Gives a memory another name or type; its file, its index line and the links to it follow.

mod links;

use std::{ffi::OsStr, fs, path::Path};

use schemars::JsonSchema;
use serde::Serialize;

use self::links::Renaming;
use super::{
    OpError, Outcome,
    add::unwritable,
    desk::Desk,
    find,
    gate::{Gate, Judge},
    replace::retry,
    row::display,
};
use crate::{
    model::{Document, Kind, Memory, header, slug, text},
    store::{Store, StoreError, history::MOVED, journal::Step, scan, write},
    world::World,
};

/// What to change.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Which memory.
    pub argument: &'a OsStr,
    /// Its new name.
    pub name: Option<&'a str>,
    /// Its new type.
    pub kind: Option<Kind>,
    /// What it must pass under its new name.
    pub gate: Gate,
}

/// `mem.mv/1`: what was renamed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mv {
    /// The store.
    pub dir: String,
    /// The file before.
    pub from: String,
    /// The file now.
    pub to: String,
    /// Other memories whose links were changed.
    pub relinked: Vec<String>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl Outcome for Mv {
    const SCHEMA: &'static str = "mem.mv/1";
}

/// Renames a memory.
///
/// # Errors
/// As [`find::one`]; [`OpError::Refused`] when the new file is taken or the header cannot be
/// edited; [`OpError::Store`].
pub fn run(world: &World, store: &Store, request: &Request<'_>) -> Result<Mv, OpError> {
    // A name that means nothing makes no store.
    find::one(store, &store.memories()?.items, request.argument)?;
    let mut desk = Desk::open(world, store)?;
    let old = find::one(store, &desk.memories, request.argument)?.clone();
    let wanted = wanted(&old, request)?;
    is_free(&desk, &old, &wanted)?;
    // Refused before anything is done.
    let seen = desk.see(&old)?;
    let text = wanted.retitled(&old, &seen.text)?;
    let mut judge = Judge::new(world, store, &request.gate);
    judge.judge(&wanted.whole(&old, text), Some(&wanted.whole(&old, seen.text.clone()))).passes(&old.file)?;
    let (from, name) = (old.file.clone(), old.name.clone());
    desk.announce([Step::Move { from, name, to: wanted.file.clone(), new_name: wanted.name.clone() }]);
    let renamed = desk.renamed(&old, &wanted.file)?;
    desk.same_text(&old.file, &wanted.file, &(&seen).into());
    let retitled = retitle(&mut desk, &old, &renamed, &wanted);
    // Back, as far as the disk lets us: name and file belong together.
    if retitled.is_err() && desk.renamed(&renamed, &old.file).is_ok() {
        desk.untouched();
    }
    let new = desk.halfway(retitled)?;
    desk.index(|index| match (index.lists(&old.file), index.lists(&new.file)) {
        (true, _) => index.replace(&old, &new),
        (false, true) => {}
        (false, false) => index.add(&new),
    })?;
    let relinked = relink(&mut desk, &old, &new);
    desk.commit(&format!("{MOVED}{} to {}{}", old.file, new.file, judge.note()));
    Ok(Mv { dir: display(store.dir()), from: old.file, to: new.file, relinked, notices: desk.notices() })
}

/// What the memory is to be.
pub(super) struct Wanted {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) kind: Kind,
}

fn wanted(old: &Memory, request: &Request<'_>) -> Result<Wanted, OpError> {
    let name = request.name.map_or_else(|| old.name.clone(), text::one_line);
    let kind = request.kind.or(old.kind).ok_or_else(|| OpError::Refused {
        message: format!("{} has no type that is known", old.file),
        hint: "give it one with --type".into(),
    })?;
    if name.is_empty() {
        return Err(OpError::Usage { message: "the new name is empty".into(), hint: "mem mv MEMORY NAME".into() });
    }
    // A file that somebody named by hand keeps that name behind its new type.
    let kept = match (request.name, old.kind) {
        (None, Some(was)) => old.stem().strip_prefix(was.as_str()).filter(|rest| rest.starts_with('_')),
        _ => None,
    };
    let file = kept.map_or_else(|| slug::file_name(kind.as_str(), &name), |rest| format!("{kind}{rest}.md"));
    Ok(Wanted { file: in_same_folder(&old.file, &file), name, kind })
}

fn in_same_folder(old: &str, name: &str) -> String {
    old.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"))
}

/// Refuses a name or a file that is another's, before anything is written.
fn is_free(desk: &Desk<'_>, old: &Memory, wanted: &Wanted) -> Result<(), OpError> {
    let renamed = wanted.name != old.name;
    let folded = wanted.file.to_lowercase();
    let taken =
        |m: &&Memory| m.file != old.file && (m.file.to_lowercase() == folded || renamed && m.name == wanted.name);
    if let Some(other) = desk.memories.iter().find(taken) {
        return Err(OpError::Refused {
            message: format!("{} has that name already (name: {})", other.file, other.name),
            hint: "choose another name, or `mem rm` the other one first".into(),
        });
    }
    let path = scan::path_of(desk.store.dir(), &wanted.file);
    if wanted.file != old.file && path.symlink_metadata().is_ok() && !same_file(&old.path, &path) {
        return Err(OpError::Refused {
            message: format!("{} is in the way, and is no memory", path.display()),
            hint: "choose another name, or move it away first".into(),
        });
    }
    Ok(())
}

impl Wanted {
    /// A text of the memory under its new name.
    fn whole(&self, old: &Memory, text: String) -> Document {
        super::add::document(self.file.clone(), old.path.clone(), text)
    }

    /// The memory's text with the new name and type in its header, and the new links to itself.
    fn retitled(&self, old: &Memory, text: &str) -> Result<String, OpError> {
        let text = header::set(text, "name", &self.name)
            .and_then(|text| header::set(&text, "type", self.kind.as_str()))
            .map_err(|why| unwritable(&old.path, &why))?;
        let renaming =
            Renaming { old_name: &old.name, new_name: &self.name, old_file: &old.file, new_file: &self.file };
        Ok(links::changed(&text, &old.file, &renaming))
    }
}

/// Writes the new name and type into the renamed file; gives the memory as it is then.
pub(super) fn retitle(desk: &mut Desk<'_>, old: &Memory, renamed: &Memory, wanted: &Wanted) -> Result<Memory, OpError> {
    let text = retry(desk.world, || {
        let seen = desk.see(renamed)?;
        let text = wanted.retitled(old, &seen.text)?;
        if text != seen.text {
            desk.put(&renamed.file, &text, &seen)?;
        }
        Ok(text)
    })?;
    let new = super::add::document(renamed.file.clone(), renamed.path.clone(), text).memory;
    desk.memories.iter_mut().filter(|m| m.file == new.file).for_each(|m| *m = new.clone());
    Ok(new)
}

/// Changes the links to the memory in all others. The memory has moved by then: one that cannot be
/// written keeps its links, which is said.
pub(super) fn relink(desk: &mut Desk<'_>, old: &Memory, new: &Memory) -> Vec<String> {
    let renaming = Renaming { old_name: &old.name, new_name: &new.name, old_file: &old.file, new_file: &new.file };
    let others: Vec<Memory> = desk.memories.iter().filter(|m| m.file != new.file).cloned().collect();
    let mut relinked = Vec::new();
    for other in others {
        let done = retry(desk.world, || {
            // What cannot be read or is not text keeps its links.
            let Ok(seen) = desk.see(&other) else { return Ok(false) };
            let text = links::changed(&seen.text, &other.file, &renaming);
            if text != seen.text {
                desk.put(&other.file, &text, &seen)?;
            }
            Ok(text != seen.text)
        });
        match done {
            Ok(true) => relinked.push(other.file),
            Ok(false) => {}
            Err(why) => desk.notice(format!("the links in {} are as they were: {why}", other.file)),
        }
    }
    relinked
}

impl Desk<'_> {
    /// Gives a file another name.
    fn renamed(&mut self, old: &Memory, file: &str) -> Result<Memory, OpError> {
        let path = scan::path_of(self.store.dir(), file);
        if file != old.file {
            match same_file(&old.path, &path) {
                true => fs::rename(&old.path, &path).map_err(StoreError::io(&path)),
                false => write::rename(&old.path, &path),
            }?;
            self.removed(&old.file);
            self.removed(file);
        }
        let new = Memory { file: file.to_owned(), path, ..old.clone() };
        self.memories.iter_mut().filter(|m| m.file == old.file).for_each(|m| *m = new.clone());
        Ok(new)
    }
}

/// Whether two names are one file, as on a disk that does not know case.
fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
