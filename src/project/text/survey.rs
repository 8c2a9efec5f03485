//! One walk over the project: which files there are, and, where that is asked, in which state. Nothing is read.

use std::{
    collections::HashSet,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock},
    time::SystemTime,
};

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::role::Role;
use crate::{
    model::{Stamp, bytes, cores::in_runs},
    project::{Marker, Project, gitdir},
    world::World,
};

/// More files than this are no project but somebody's disk.
const MOST_FILES: usize = 400_000;

/// Threads that walk; more wait for the same disk.
const THREADS: usize = 4;

/// The states of fewer files are looked up before a thread has started.
const SHARE: usize = 256;

/// Folders that programs fill and that are not always in an ignore file.
const MADE: [&str; 14] = [
    ".git",
    ".hg",
    ".svn",
    ".jj",
    "node_modules",
    "bower_components",
    "__pycache__",
    ".venv",
    "venv",
    ".tox",
    ".gradle",
    ".next",
    ".mypy_cache",
    ".pytest_cache",
];

/// A file of the project.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Below the top, `/` between parts.
    pub(super) path: String,
    pub(super) role: Role,
}

/// The project at one moment.
#[derive(Debug)]
pub struct Survey {
    pub(super) top: PathBuf,
    /// Sorted by path.
    pub(super) files: Vec<Entry>,
    /// When it was looked at.
    pub(super) at: SystemTime,
    stamps: OnceLock<Vec<Stamp>>,
}

/// Walks over the project's files, without those below `store`. `None` where there is no project to
/// judge by: a bare repository, a home directory, a directory that is gone, or far too many files.
#[must_use]
pub fn survey(world: &World, project: &Project, store: &Path) -> Option<Survey> {
    let top = &project.top;
    // Where nothing says that a project begins here, a home or what lies above it is none.
    let home = world.home().ok().and_then(|home| home.canonicalize().ok());
    let holds_home = project.marker == Marker::Cwd && home.is_some_and(|home| home.starts_with(top));
    if project.marker == Marker::Bare || holds_home || !top.is_dir() {
        return None;
    }
    let at = world.wall();
    let mut files = walk(top, store)?;
    files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    leave_out_stores(&mut files);
    Some(Survey { top: top.clone(), files, at, stamps: OnceLock::new() })
}

impl Survey {
    /// The state of each file, looked up once, before any is read; that of one that is gone by now is the default.
    pub(super) fn stamps(&self) -> &[Stamp] {
        let stamp = |file: &Entry| {
            let there = fs::symlink_metadata(self.top.join(&file.path)).ok();
            there.as_ref().map(Stamp::from).unwrap_or_default()
        };
        let stamps = |files: &[Entry]| files.iter().map(stamp).collect::<Vec<_>>();
        self.stamps.get_or_init(|| in_runs(&self.files, SHARE, stamps).concat())
    }

    /// Whether more was asked so far than which files there are.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.stamps.get().is_some()
    }

    /// One number for which files there are.
    #[must_use]
    pub fn names(&self) -> u64 {
        let names: Vec<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        bytes::checksum(names.join("\0").as_bytes())
    }

    /// One number for the state of all files: another one when any has changed. `None` while a file is
    /// so young that a change of it might not show.
    #[must_use]
    pub fn state(&self) -> Option<u64> {
        let mut body = Vec::with_capacity(self.files.len() * 64);
        for (file, stamp) in self.files.iter().zip(self.stamps()) {
            if stamp.is_racy(self.at) {
                return None;
            }
            body.extend_from_slice(file.path.as_bytes());
            bytes::put_stamp(&mut body, stamp);
        }
        Some(bytes::checksum(&body))
    }
}

fn walk(top: &Path, store: &Path) -> Option<Vec<Entry>> {
    let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    let own_git = top.join(".git");
    let mut walk = WalkBuilder::new(top);
    walk.hidden(false).parents(false).git_global(false).require_git(false).follow_links(false).threads(THREADS);
    walk.filter_entry(move |entry| !is_folder(entry) || entry.depth() == 0 || is_own(entry, &store, &own_git));
    let all = Mutex::new(Vec::new());
    walk.build_parallel().run(|| {
        let mut share = Share { all: &all, files: Vec::new() };
        Box::new(move |entry| {
            // What may not be read, or is gone by now, is not there.
            share.files.extend(entry.ok().and_then(|entry| file(top, &entry)));
            if share.files.len() > MOST_FILES { WalkState::Quit } else { WalkState::Continue }
        })
    });
    let all = all.into_inner().unwrap_or_default();
    (all.len() <= MOST_FILES).then_some(all)
}

/// What one thread has found; it is handed in when the thread is done.
struct Share<'a> {
    all: &'a Mutex<Vec<Entry>>,
    files: Vec<Entry>,
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        if let Ok(mut all) = self.all.lock() {
            all.append(&mut self.files);
        }
    }
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

/// Whether a folder is the project's own: not made by a program, not the store, not another work tree
/// of the same repository, which would say everything twice. A submodule is.
fn is_own(entry: &DirEntry, store: &Path, own_git: &Path) -> bool {
    let path = entry.path();
    let made = MADE.iter().any(|name| OsStr::new(name) == entry.file_name());
    if made || path == store || path.join("CACHEDIR.TAG").exists() {
        return false;
    }
    !matches!(gitdir::at(path), Some(gitdir::Found::Linked(common)) if same(&common, own_git))
}

/// Whether a common directory is that of this `.git`, a folder or a file.
fn same(common: &Path, own_git: &Path) -> bool {
    own_git.canonicalize().is_ok_and(|git| git == common) || own_git.is_file()
}

fn file(top: &Path, entry: &DirEntry) -> Option<Entry> {
    // The `.git` of a work tree of its own is a file.
    if !entry.file_type()?.is_file() || entry.file_name() == ".git" {
        return None;
    }
    // As `strip_prefix` would do, but without taking the parts of both apart.
    let path = entry.path().as_os_str().as_encoded_bytes().strip_prefix(top.as_os_str().as_encoded_bytes())?;
    let path = str::from_utf8(path).ok()?.trim_start_matches(std::path::MAIN_SEPARATOR);
    let path = if std::path::MAIN_SEPARATOR == '/' { path.to_owned() } else { path.replace('\\', "/") };
    Some(Entry { role: Role::of(&path), path })
}

/// Drops the notes of other stores: a folder with an index holds memories, which show nothing.
fn leave_out_stores(files: &mut Vec<Entry>) {
    let stores: HashSet<String> = files
        .iter()
        .filter_map(|file| file.path.strip_suffix("/MEMORY.md"))
        .map(|folder| format!("{folder}/"))
        .collect();
    if stores.is_empty() {
        return;
    }
    let in_store = |path: &str| path.match_indices('/').any(|(at, _)| stores.contains(&path[..=at]));
    files.retain(|file| !file.path.ends_with(".md") || !in_store(&file.path));
}
