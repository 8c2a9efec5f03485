//! The history of a store: a git repository outside of it, so that no agent trips over it.
//!
//! Every change is a commit that says what was done. Edits by others are committed first, with a
//! message of their own, so that nothing `mem` does can lose them.

mod git;
mod import;
mod log;
mod repair;
mod state;

use std::{collections::BTreeSet, fs, path::Path};

use self::{git::Git, import::Commit, state::State};
use super::{
    Store, index,
    locate::mem_home,
    lock::Lock,
    read,
    scan::{self, Scan},
    write::Stamp,
};
use crate::{
    model::{digest, limits},
    world::World,
};

pub use git::GitError;
pub use log::{Difference, Entry, MOVED, Reader, Touched};
pub use repair::Repaired;

/// The message of a commit that holds the edits of others.
pub const OUTSIDE: &str = "edited outside mem";

/// The message of a commit that holds everything, since what changed is not known.
const ANEW: &str = "everything as it is now";

/// Beside the repository's own files: the index lines that `mem` wrote.
const LINES: &str = "mem-lines";

/// One file's new content in a commit.
#[derive(Clone, Debug)]
pub struct Change {
    /// Path below the store.
    pub file: String,
    /// Its bytes; `None` when it is gone.
    pub bytes: Option<Vec<u8>>,
}

/// The history, open under the store's lock.
pub struct History {
    git: Git,
    tip: Option<String>,
    state: State,
    /// Edits of others that no commit holds yet.
    outside: Vec<Edit>,
    /// The state is not known, so that `outside` is everything there is.
    whole: bool,
    seconds: i64,
}

impl Store {
    /// Where the history of this store is kept.
    ///
    /// # Errors
    /// [`GitError`] when there is no home to keep it in, or the store does not exist.
    fn git(&self, world: &World) -> Result<Git, GitError> {
        let nowhere = |why: String| GitError::Damaged { dir: self.dir.clone(), why };
        let physical = self.dir.canonicalize().unwrap_or_else(|_| self.dir.clone());
        let home = mem_home(world).map_err(|e| nowhere(e.to_string()))?;
        let name = digest::project_hash(physical.as_os_str().as_encoded_bytes());
        Ok(Git::new(world, home.join("history").join(format!("{name}.git"))))
    }

    /// Opens the history for a change and takes up what others have edited since.
    ///
    /// # Errors
    /// [`GitError`]: without git, or with a repository that cannot be used, there is no history.
    pub fn history(&self, world: &World, _lock: &Lock, scan: &Scan) -> Result<History, GitError> {
        let git = self.git(world)?;
        repair::finish_forgetting(&git);
        if !git.exists() {
            git.init()?;
        }
        clear_locks(&git.dir);
        let tip = tip(&git)?;
        let known = tip.as_deref().map_or_else(|| Some(State::default()), |tip| State::load(&git.dir, tip));
        let whole = known.is_none();
        let state = known.unwrap_or_default();
        let outside = edits(&state, self, scan);
        Ok(History { git, tip, state, outside, whole, seconds: world.now().as_second() })
    }
}

/// What others have edited since the commit `tip`, as far as stamps and contents tell.
fn outside(git: &Git, tip: &str, store: &Store, scan: &Scan) -> Vec<Edit> {
    edits(&State::load(&git.dir, tip).unwrap_or_default(), store, scan)
}

/// A change with the stamp of the file that it was read from.
type Edit = (Change, Option<Stamp>);

/// The files that are not as `state` has them, with their content.
fn edits(state: &State, store: &Store, scan: &Scan) -> Vec<Edit> {
    let index = store.index_path();
    let index_name = index.file_name().map_or_else(|| index::FILE.into(), |n| n.to_string_lossy().into_owned());
    let files = scan.files.iter().map(|f| (f.file.as_str(), f.path.as_path()));
    let mut edits: Vec<Edit> = files
        .chain([(index_name.as_str(), index.as_path())])
        .filter_map(|(file, path)| edit(state, file, path))
        .collect();
    let gone = state.files().filter(|f| is_gone(&scan::path_of(store.dir(), f)));
    edits.extend(gone.map(|file| (Change { file: file.to_owned(), bytes: None }, None)));
    edits
}

fn edit(state: &State, file: &str, path: &Path) -> Option<Edit> {
    // A name that is not UTF-8 has no place in a text protocol; such a file is never rewritten.
    path.to_str()?;
    let stamp = Stamp::of(path).ok().flatten().filter(|s| s.size() <= limits::READ_BYTES)?;
    if state.holds(file, &stamp, || content(file, path).map(|(bytes, _)| bytes)) {
        return None;
    }
    // What cannot be read now is not gone: the last commit keeps what it has.
    let (bytes, stamp) = content(file, path)?;
    Some((Change { file: file.to_owned(), bytes: Some(bytes) }, Some(stamp)))
}

/// A file's bytes with the state that they were read in. The index may be a link to anywhere, a
/// memory may not.
fn content(file: &str, path: &Path) -> Option<(Vec<u8>, Stamp)> {
    let found = if scan::is_index(file) { read::file(path) } else { read::inside(file, path) };
    found.ok().map(|(bytes, meta)| (bytes, Stamp::from(&meta)))
}

impl History {
    /// Commits the edits of others now: after this, what a change destroys can be brought back.
    ///
    /// # Errors
    /// [`GitError`] when git cannot write.
    pub fn settle(&mut self, world: &World) -> Result<(), GitError> {
        self.import(world, None)
    }

    /// Takes up one more state of a file that somebody else has made, unless a commit has it: it is
    /// committed with what [`Store::history`] has found.
    pub fn take_up(&mut self, file: &str, stamp: &Stamp, bytes: &[u8]) {
        let same = |edit: &Edit| edit.0.file == file && edit.0.bytes.as_deref() == Some(bytes);
        if self.state.holds(file, stamp, || Some(bytes.to_vec())) || self.outside.iter().any(same) {
            return;
        }
        self.outside.retain(|(change, _)| change.file != file);
        self.outside.push((Change { file: file.to_owned(), bytes: Some(bytes.to_vec()) }, Some(stamp.clone())));
    }

    /// Commits a change of ours, the edits of others before it.
    ///
    /// # Errors
    /// [`GitError`] when git cannot write; the store is not concerned.
    pub fn commit(&mut self, world: &World, store: &Store, subject: &str, files: &[String]) -> Result<(), GitError> {
        let mut changes = Vec::with_capacity(files.len());
        for file in files {
            let (bytes, stamp) = content(file, &scan::path_of(store.dir(), file)).unzip();
            changes.push((Change { file: file.clone(), bytes }, stamp));
        }
        self.import(world, Some((subject, changes)))
    }

    fn import(&mut self, world: &World, ours: Option<(&str, Vec<Edit>)>) -> Result<(), GitError> {
        let outside = std::mem::take(&mut self.outside);
        let (outside, outside_stamps): (Vec<_>, Vec<_>) = outside.into_iter().unzip();
        let (subject, ours) = ours.unwrap_or_default();
        let (ours, our_stamps): (Vec<_>, Vec<_>) = ours.into_iter().unzip();
        let mut commits = Vec::new();
        if !outside.is_empty() || self.whole && self.tip.is_some() {
            let subject = if self.whole && self.tip.is_some() { ANEW } else { OUTSIDE };
            commits.push(Commit { subject, changes: &outside, whole: self.whole });
        }
        if !ours.is_empty() {
            commits.push(Commit { subject, changes: &ours, whole: false });
        }
        if commits.is_empty() {
            return Ok(());
        }
        let stream = import::stream(&commits, self.tip.as_deref(), self.seconds);
        let answer = self.git.feed(&["fast-import", "--quiet", "--done"], &stream)?;
        let id = String::from_utf8_lossy(&answer).trim().to_owned();
        if id.len() < 40 || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.git.damaged("fast-import did not name its commit"));
        }
        let now = world.wall();
        for (change, stamp) in outside.iter().zip(&outside_stamps).chain(ours.iter().zip(&our_stamps)) {
            match (&change.bytes, stamp) {
                (Some(bytes), Some(stamp)) => self.state.note(&change.file, stamp, bytes, now),
                _ => self.state.forget(&change.file),
            }
        }
        self.state.commit.clone_from(&id);
        (self.tip, self.whole) = (Some(id), false);
        // Without it the next command compares contents.
        let _ = self.state.save(&self.git.dir);
        self.tidy();
        Ok(())
    }

    /// Digests of the index lines that `mem` wrote.
    #[must_use]
    pub fn written(&self) -> BTreeSet<String> {
        written(&self.git)
    }

    /// Remembers which index lines `mem` wrote. Its loss makes them a person's own, no more.
    pub fn remember_written(&self, digests: &BTreeSet<String>) {
        let text: String = digests.iter().map(|d| format!("{d}\n")).collect();
        let temp = self.git.dir.join(format!("{LINES}.new"));
        let _ = fs::write(&temp, text).and_then(|()| fs::rename(temp, self.git.dir.join(LINES)));
    }

    /// Lets git pack what has piled up; it decides itself, and mostly does nothing.
    fn tidy(&self) {
        const PACKS: usize = 50;
        let packs = fs::read_dir(self.git.dir.join("objects/pack"))
            .map_or(0, |packs| packs.flatten().filter(|p| p.path().extension().is_some_and(|e| e == "pack")).count());
        if packs > PACKS {
            // The history is whole without it.
            let _ = self.git.run(&["gc", "--auto", "--quiet"]);
        }
    }
}

fn written(git: &Git) -> BTreeSet<String> {
    let text = fs::read_to_string(git.dir.join(LINES)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The id of the last commit, read without starting git.
fn tip(git: &Git) -> Result<Option<String>, GitError> {
    const REF: &str = "refs/heads/main";
    if let Ok(text) = fs::read_to_string(git.dir.join(REF)) {
        let id = text.trim();
        let sound = id.len() >= 40 && id.bytes().all(|b| b.is_ascii_hexdigit());
        return if sound {
            Ok(Some(id.to_owned()))
        } else {
            Err(git.damaged("refs/heads/main is not a commit's name"))
        };
    }
    let packed = fs::read_to_string(git.dir.join("packed-refs")).unwrap_or_default();
    let id = packed.lines().find_map(|line| line.strip_suffix(REF)?.split_whitespace().next());
    Ok(id.map(str::to_owned))
}

/// Under the store's lock no other `mem` is at work, so a lock file is one that a kill left behind,
/// and so is the report of a git whose input broke off.
fn clear_locks(dir: &Path) {
    let report = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b"fast_import_crash_");
    for entry in fs::read_dir(dir).into_iter().flatten().flatten().filter(|e| report(&e.file_name())) {
        let _ = fs::remove_file(entry.path());
    }
    for lock in ["refs/heads/main.lock", "packed-refs.lock", "HEAD.lock", "index.lock", "config.lock"] {
        let _ = fs::remove_file(dir.join(lock));
    }
}

/// Surely not there, as against not readable.
fn is_gone(path: &Path) -> bool {
    path.symlink_metadata().is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound)
}
