//! What is a memory: the one rule for every command, judged by path and kind of file alone.
//! (`README.md` without a header needs its text and is left out by `read`.)

use std::{
    ffi::OsStr,
    fs::Metadata,
    io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use super::{
    Store, StoreError,
    look::{Below, Found},
    read, temp,
};
use crate::model::{Stamp, limits, memory::FileFacts};

/// Folders in which agents keep what is not a memory.
const AGENT_FOLDERS: [&str; 3] = ["logs", "archive", ".trash"];

/// Why a link is not followed.
pub const OUTSIDE: &str = "is a link out of the store";
/// Why a pipe or a device is not opened.
pub(super) const NOT_REGULAR: &str = "is not a regular file";

/// What a look over the store found.
#[derive(Debug, Default)]
pub struct Scan {
    /// The files that are memories, sorted by their path.
    pub files: Vec<FileFacts>,
    /// Files that look like memories and are not opened, sorted.
    pub skipped: Vec<Skipped>,
    /// Other Markdown files that people can see and that are no memories: copies that a conflict left, an
    /// index in a folder. Paths below the store, sorted.
    pub strays: Vec<String>,
    /// Temporary files that a writer left behind, or is just filling.
    pub temps: Vec<PathBuf>,
}

/// A file that is not opened, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Path below the store.
    pub file: String,
    /// One clause for people: "is a link out of the store".
    pub why: String,
}

impl Store {
    /// Lists the memories without opening one. A store that does not exist is empty.
    ///
    /// # Errors
    /// [`StoreError::NotADirectory`] and [`StoreError::Io`] for the directory itself; trouble
    /// below it is in [`Scan::skipped`].
    pub fn scan(&self) -> Result<Scan, StoreError> {
        let below = Below::new(&self.dir);
        let (candidates, scan) = self.candidates(&below, |_| false)?;
        Ok(self.looked_over(&below, candidates, scan))
    }

    /// The paths that may be memories, without those whose name `is_known`, and what else was seen.
    pub(super) fn candidates(
        &self,
        below: &Below,
        mut is_known: impl FnMut(&[u8]) -> bool,
    ) -> Result<(Vec<PathBuf>, Scan), StoreError> {
        let mut scan = Scan::default();
        if let Some(candidates) = scan.listed(below, &self.dir, &mut is_known) {
            return Ok((candidates, scan));
        }
        let mut candidates = Vec::new();
        match scan.walk(below, &self.dir, limits::DEPTH + 1, &mut candidates) {
            // What is kept of a name is text.
            Ok(()) => candidates.retain(|path| path.to_str().is_none() || !is_known(below.name(path).as_bytes())),
            Err(err) => return self.root_trouble(err).map(|()| Default::default()),
        }
        Ok((candidates, scan))
    }

    /// The scan with what the candidates turn out to be.
    pub(super) fn looked_over(&self, below: &Below, candidates: Vec<PathBuf>, mut scan: Scan) -> Scan {
        let parts = read::all_shares(candidates, read::LOOK_FROM, |share| self.looked_at(below, share));
        for mut part in parts {
            scan.files.append(&mut part.files);
            scan.skipped.append(&mut part.skipped);
        }
        // Each share is sorted: this puts one behind the other.
        scan.files.sort_by(|a, b| a.file.cmp(&b.file));
        // The same with a cache and without.
        scan.skipped.sort_by(|a, b| a.file.cmp(&b.file));
        scan.strays.sort_unstable();
        scan
    }

    /// The facts of these files, sorted.
    fn looked_at(&self, below: &Below, paths: Vec<PathBuf>) -> Scan {
        let mut scan = Scan { files: Vec::with_capacity(paths.len()), ..Scan::default() };
        for looked in paths.into_iter().filter_map(|path| self.look(below, path)) {
            match looked {
                Ok(facts) => scan.files.push(facts),
                Err(skipped) => scan.skipped.push(skipped),
            }
        }
        scan.files.sort_unstable_by(|a, b| a.file.cmp(&b.file));
        scan
    }

    /// The facts of a regular file inside the store, or why it is not opened; `None` when it vanished
    /// meanwhile.
    fn look(&self, below: &Below, path: PathBuf) -> Option<Result<FileFacts, Skipped>> {
        let found = match below.look(&path) {
            Ok(Found::File(stamp)) => Ok(stamp),
            Ok(Found::Link) => self.linked(&path).map(|meta| Stamp::from(&meta)),
            // A FIFO or a device would hang or flood whoever reads it.
            Ok(Found::Other) => Err(NOT_REGULAR.into()),
            Err(err) if err.kind() == io::ErrorKind::NotFound => return None,
            Err(err) => Err(format!("cannot be read: {err}")),
        };
        let file = below.name(&path);
        Some(match found {
            Ok(stamp) => Ok(FileFacts { file, path, stamp }),
            Err(why) => Err(Skipped { file, why }),
        })
    }

    /// A link may lead to another file of the store, and nowhere else.
    fn linked(&self, path: &Path) -> Result<Metadata, String> {
        let lost = |e: io::Error| format!("is a link that leads nowhere: {e}");
        let target = path.canonicalize().map_err(lost)?;
        let home = self.dir.canonicalize().map_err(lost)?;
        if !target.starts_with(&home) {
            return Err(OUTSIDE.into());
        }
        regular(target.metadata().map_err(lost)?)
    }

    fn root_trouble(&self, err: walkdir::Error) -> Result<(), StoreError> {
        // Without the path, which is said once.
        let source = err.into_io_error().unwrap_or_else(|| io::Error::other("it leads into itself"));
        match source.kind() {
            io::ErrorKind::NotFound => Ok(()),
            io::ErrorKind::NotADirectory => Err(StoreError::NotADirectory(self.dir.clone())),
            _ => Err(StoreError::Io { path: self.dir.clone(), source }),
        }
    }
}

impl Scan {
    /// The paths that may be memories, from the directory's own list and a walk through its folders:
    /// a store is flat mostly, and a list is had in half the time of a walk. `None` where it cannot be
    /// had.
    fn listed(&mut self, below: &Below, dir: &Path, is_known: &mut impl FnMut(&[u8]) -> bool) -> Option<Vec<PathBuf>> {
        let (mut candidates, mut folders) = (Vec::new(), Vec::new());
        let (mut temps, mut strays) = (Vec::new(), Vec::new());
        let whole = below.list(|name, is_folder| {
            if !is_folder && is_known(name.as_encoded_bytes()) {
                return;
            }
            match kind(name, is_folder) {
                Name::Temp => temps.push(joined(dir, name)),
                Name::Folder => folders.push(joined(dir, name)),
                Name::Memory => candidates.push(joined(dir, name)),
                Name::Stray => strays.push(joined(dir, name)),
                Name::Other => {}
            }
        });
        if !whole {
            return None;
        }
        self.temps = temps;
        strays.iter().for_each(|path| self.stray(below, path));
        for folder in folders {
            if let Err(err) = self.walk(below, &folder, limits::DEPTH, &mut candidates) {
                self.trouble(below, &err);
            }
        }
        Some(candidates)
    }

    /// Notes Markdown that is no memory, unless it is the index of the store.
    fn stray(&mut self, below: &Below, path: &Path) {
        let file = below.name(path);
        self.strays.extend((!is_index(&file)).then_some(file));
    }

    /// The same from a walk through `dir` and so many folders below it, itself counted.
    fn walk(
        &mut self,
        below: &Below,
        dir: &Path,
        depth: usize,
        candidates: &mut Vec<PathBuf>,
    ) -> Result<(), walkdir::Error> {
        let kind = |entry: &DirEntry| kind(entry.file_name(), entry.file_type().is_dir());
        let walk = WalkDir::new(dir).min_depth(1).max_depth(depth);
        for found in walk.into_iter().filter_entry(|entry| kind(entry) != Name::Other) {
            match found {
                Ok(entry) => match kind(&entry) {
                    Name::Temp => self.temps.push(entry.into_path()),
                    Name::Memory => candidates.push(entry.into_path()),
                    Name::Stray => self.stray(below, entry.path()),
                    Name::Folder | Name::Other => {}
                },
                Err(err) if err.depth() == 0 => return Err(err),
                Err(err) => self.trouble(below, &err),
            }
        }
        Ok(())
    }

    fn trouble(&mut self, below: &Below, err: &walkdir::Error) {
        let vanished = err.io_error().is_some_and(|e| e.kind() == io::ErrorKind::NotFound);
        if let (false, Some(path)) = (vanished, err.path()) {
            self.skipped.push(Skipped { file: below.name(path), why: reason(err) });
        }
    }
}

/// What the system said, without the path that `walkdir` puts before it.
fn reason(err: &walkdir::Error) -> String {
    err.io_error().map_or_else(|| err.to_string(), |e| format!("cannot be read: {e}"))
}

fn regular(meta: Metadata) -> Result<Metadata, String> {
    if meta.is_file() { Ok(meta) } else { Err(NOT_REGULAR.into()) }
}

/// What a name in a store stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    /// A file that may be a memory.
    Memory,
    /// A folder that may hold some.
    Folder,
    /// What a writer of ours has left behind, or is filling.
    Temp,
    /// Markdown in sight that is no memory.
    Stray,
    Other,
}

fn kind(name: &OsStr, is_folder: bool) -> Name {
    match is_folder {
        true if is_left_out(name) => Name::Other,
        true => Name::Folder,
        false if temp::is_temp(name) => Name::Temp,
        false if is_memory_name(name) => Name::Memory,
        false if is_stray(name) => Name::Stray,
        false => Name::Other,
    }
}

/// Whether a folder of this name is not looked into.
pub(super) fn is_left_out(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.') || AGENT_FOLDERS.iter().any(|folder| name == *folder)
}

/// Whether a file that is no memory is Markdown that people can see.
fn is_stray(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("md")) && !name.starts_with(['.', '#'])
}

/// Whether a file of this name can be a memory.
#[must_use]
pub fn is_memory_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    extension.eq_ignore_ascii_case("md")
        && !stem.is_empty()
        && !name.starts_with(['.', '#'])
        && !is_index(&name)
        && !is_conflict_copy(stem)
}

/// The index is no memory, at any depth and in any case.
#[must_use]
pub fn is_index(name: &str) -> bool {
    name.eq_ignore_ascii_case("MEMORY.md")
}

/// Whether a path below a store can be a memory's, as [`Store::scan`] has it.
#[must_use]
pub fn is_memory_path(file: &str) -> bool {
    let mut parts: Vec<&str> = file.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let folders =
        parts.len() <= limits::DEPTH && parts.iter().all(|p| !p.starts_with('.') && !AGENT_FOLDERS.contains(p));
    folders && is_memory_name(name.as_ref())
}

/// Copies that sync tools leave beside a file (Syncthing, Dropbox, Nextcloud and ownCloud, Unison).
#[must_use]
pub fn is_conflict_copy(stem: &str) -> bool {
    // What all of them have, before anything is copied: this is asked of every file.
    let is_conflict = |part: &[u8]| matches!(part[0], b'c' | b'C') && part.eq_ignore_ascii_case(b"conflict");
    if !stem.as_bytes().windows(8).any(is_conflict) {
        return false;
    }
    let stem = stem.to_ascii_lowercase();
    stem.contains(".sync-conflict-")
        || stem.contains("conflicted copy")
        || stem.contains("_conflict-")
        || stem.contains("case conflict")
}

/// Whether a path is surely not there, as against not readable.
#[must_use]
pub fn is_gone(path: &Path) -> bool {
    let gone = |e: io::Error| matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    path.symlink_metadata().is_err_and(gone)
}

/// As [`Path::join`], which copies the directory twice.
fn joined(dir: &Path, name: &OsStr) -> PathBuf {
    let mut path = with_room(dir, name.len());
    path.push(name);
    path
}

/// The path with room for a name behind it.
fn with_room(dir: &Path, length: usize) -> PathBuf {
    let mut path = PathBuf::with_capacity(dir.as_os_str().len() + 1 + length);
    path.push(dir);
    path
}

/// The path of a memory's file from its path below the store.
#[must_use]
pub fn path_of(dir: &Path, file: &str) -> PathBuf {
    let mut path = with_room(dir, file.len());
    path.extend(file.split('/'));
    path
}

#[cfg(test)]
mod tests {
    use super::{is_memory_name, is_memory_path};

    #[test]
    fn folders_count_too() {
        for yes in ["a.md", "sub/deep/er/a.md", "b c/ü.md"] {
            assert!(is_memory_path(yes), "{yes}");
        }
        for no in ["archive/a.md", ".x/a.md", "a/b/c/d/e.md", "sub/MEMORY.md", "a.txt"] {
            assert!(!is_memory_path(no), "{no}");
        }
    }

    #[test]
    fn one_rule_for_what_is_a_memory() {
        for yes in ["user_a.md", "notes.MD", "部署.md", "README.md", "a b.md", "aux.notes.md", "trash.md"] {
            assert!(is_memory_name(yes.as_ref()), "{yes}");
        }
        for no in [
            "MEMORY.md",
            "memory.md",
            "user_a.sync-conflict-20260101-120000-ABC.md",
            "user_a (conflicted copy).md",
            "user_a.md~",
            ".#user_a.md",
            "#user_a.md#",
            "#user_a.md",
            "user_a.md.tmp",
            ".hidden.md",
            ".md",
            "md",
            "notes.txt",
        ] {
            assert!(!is_memory_name(no.as_ref()), "{no}");
        }
    }
}
