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
    /// Files that look like memories and are not opened.
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
        let mut scan = Scan::default();
        let mut candidates = Vec::new();
        let below = Below::new(&self.dir);
        let walk = WalkDir::new(&self.dir).min_depth(1).max_depth(limits::DEPTH + 1);
        for found in walk.into_iter().filter_entry(|e| !is_left_out(e) || is_temp(e)) {
            match found {
                Ok(entry) if is_temp(&entry) => scan.temps.push(entry.into_path()),
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) if !is_memory_name(entry.file_name()) => {
                    scan.strays.extend(is_stray(&entry).then(|| below.name(entry.path())));
                }
                Ok(entry) => candidates.push(entry.into_path()),
                Err(err) if err.depth() == 0 => return self.root_trouble(err).map(|()| scan),
                Err(err) => scan.trouble(&below, &err),
            }
        }
        for looked in read::all(candidates, |path| self.look(&below, path)) {
            match looked {
                Ok(facts) => scan.files.push(facts),
                Err(skipped) => scan.skipped.push(skipped),
            }
        }
        scan.files.sort_unstable_by(|a, b| a.file.cmp(&b.file));
        scan.strays.sort_unstable();
        Ok(scan)
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

/// Folders that are not looked into.
fn is_left_out(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && (name.starts_with('.') || entry.file_type().is_dir() && AGENT_FOLDERS.contains(&name.as_ref()))
}

fn is_temp(entry: &DirEntry) -> bool {
    !entry.file_type().is_dir() && temp::is_temp(entry.file_name())
}

/// Markdown in sight that is neither a memory nor the store's own index.
fn is_stray(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let markdown = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("md"));
    markdown && !name.starts_with('#') && !(entry.depth() == 1 && is_index(&name))
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

/// Copies that sync tools leave beside a file (Syncthing, Dropbox, Nextcloud and ownCloud, Unison).
#[must_use]
pub fn is_conflict_copy(stem: &str) -> bool {
    // What all of them have, before anything is copied: this is asked of every file.
    if !stem.as_bytes().windows(8).any(|part| part.eq_ignore_ascii_case(b"conflict")) {
        return false;
    }
    let stem = stem.to_ascii_lowercase();
    stem.contains(".sync-conflict-")
        || stem.contains("conflicted copy")
        || stem.contains("_conflict-")
        || stem.contains("case conflict")
}

/// The path of a memory's file from its path below the store.
#[must_use]
pub fn path_of(dir: &Path, file: &str) -> PathBuf {
    file.split('/').fold(dir.to_owned(), |path, part| path.join(part))
}

#[cfg(test)]
mod tests {
    use super::is_memory_name;

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
