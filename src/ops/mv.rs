//! Gives a memory another name or type; its file, its index line and the links to it follow.

use std::{ffi::OsStr, fs};

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, add::unwritable, desk::Desk, find, replace::retry, row::display};
use crate::{
    model::{Kind, Memory, header, index_line, slug, text},
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
    let mut desk = Desk::open(world, store)?;
    let old = find::one(store, &desk.memories, request.argument)?.clone();
    let name = request.name.map_or_else(|| old.name.clone(), text::one_line);
    let kind = request.kind.or(old.kind).ok_or_else(|| OpError::Refused {
        message: format!("{} has no type that is known", old.file),
        hint: "give it one with --type".into(),
    })?;
    if name.is_empty() {
        return Err(OpError::Usage { message: "the new name is empty".into(), hint: "mem mv MEMORY NAME".into() });
    }
    let file = in_same_folder(&old.file, &slug::file_name(kind.as_str(), &name));
    let taken = |m: &&Memory| m.file != old.file && (m.file.to_lowercase() == file.to_lowercase() || m.name == name);
    if let Some(other) = desk.memories.iter().find(taken) {
        return Err(OpError::Refused {
            message: format!("{} has that name already (name: {})", other.file, other.name),
            hint: "choose another name, or `mem rm` the other one first".into(),
        });
    }
    // Refused before anything is done.
    let seen = desk.see(&old)?;
    retitled(&old, &seen.text, &name, kind)?;
    desk.announce([Step::Move { from: old.file.clone(), name: old.name.clone(), to: file.clone() }]);
    let renamed = desk.renamed(&old, &file)?;
    desk.same_text(&old.file, &file, &(&seen).into());
    let retitled = retitle(&mut desk, &renamed, &name, kind);
    // Back, as far as the disk lets us: name and file belong together.
    if retitled.is_err() && desk.renamed(&renamed, &old.file).is_ok() {
        desk.untouched();
    }
    let new = desk.halfway(retitled)?;
    desk.index(|index| {
        if index.lists(&old.file) {
            index.replace(&old, &new)
        } else if !index.lists(&new.file) {
            index.add(&new)
        }
    })?;
    let relinked = relink(&mut desk, &old, &new);
    desk.commit(&format!("{MOVED}{} to {}", old.file, new.file));
    Ok(Mv { dir: display(store.dir()), from: old.file, to: new.file, relinked, notices: desk.notices() })
}

fn in_same_folder(old: &str, name: &str) -> String {
    old.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"))
}

/// A text with the new name and type in its header.
fn retitled(memory: &Memory, text: &str, name: &str, kind: Kind) -> Result<String, OpError> {
    header::set(text, "name", name)
        .and_then(|text| header::set(&text, "type", kind.as_str()))
        .map_err(|why| unwritable(&memory.path, &why))
}

/// Writes the new name and type into the header; gives the memory as it is then.
fn retitle(desk: &mut Desk<'_>, memory: &Memory, name: &str, kind: Kind) -> Result<Memory, OpError> {
    let text = retry(desk.world, || {
        let seen = desk.see(memory)?;
        let text = retitled(memory, &seen.text, name, kind)?;
        if text != seen.text {
            desk.put(&memory.file, &text, &seen)?;
        }
        Ok(text)
    })?;
    let new = super::add::document(desk.world, memory.file.clone(), memory.path.clone(), text).memory;
    desk.memories.iter_mut().filter(|m| m.file == new.file).for_each(|m| *m = new.clone());
    Ok(new)
}

/// Changes the links to the memory in all others: `[[name]]`, `[[stem]]` and `[text](file.md)`.
/// One that cannot be written keeps its links, which is said.
pub(super) fn relink(desk: &mut Desk<'_>, old: &Memory, new: &Memory) -> Vec<String> {
    let others: Vec<Memory> = desk.memories.iter().filter(|m| m.file != new.file).cloned().collect();
    let mut relinked = Vec::new();
    for other in others {
        let done = retry(desk.world, || {
            // What cannot be read or is not text keeps its links.
            let Ok(seen) = desk.see(&other) else { return Ok(false) };
            let text = with_links(&seen.text, old, new);
            if text != seen.text {
                desk.put(&other.file, &text, &seen)?;
            }
            Ok(text != seen.text)
        });
        match done {
            Ok(true) => relinked.push(other.file),
            Ok(false) => {}
            Err(err) => desk.notice(format!("the links in {} are as they were: {err}", other.file)),
        }
    }
    relinked
}

fn with_links(text: &str, old: &Memory, new: &Memory) -> String {
    let mut text = text.to_owned();
    for (from, to) in [(old.name.as_str(), new.name.as_str()), (old.stem(), new.stem()), (&old.file, &new.file)] {
        for close in ["]]", "|", "#"] {
            text = text.replace(&format!("[[{from}{close}"), &format!("[[{to}{close}"));
        }
    }
    let target = |file: &str| index_line::target(file);
    for from in [target(&old.file), format!("./{}", target(&old.file))] {
        text = text.replace(&format!("]({from})"), &format!("]({})", target(&new.file)));
        text = text.replace(&format!("]({from}#"), &format!("]({}#", target(&new.file)));
    }
    text
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
        }
        self.removed(file);
        let new = Memory { file: file.to_owned(), path, ..old.clone() };
        self.memories.iter_mut().filter(|m| m.file == old.file).for_each(|m| *m = new.clone());
        Ok(new)
    }
}

/// Whether two names are one file, as on a disk that does not know case.
fn same_file(a: &std::path::Path, b: &std::path::Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
