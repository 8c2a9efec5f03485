//! The history of a store: a git repository outside of it, so that no agent trips over it.
//!
//! Every change is a commit that says what was done. Edits by others are committed first, with a
//! message of their own, so that nothing `mem` does can lose them.

mod forget;
mod git;
mod import;
mod lineage;
mod log;
mod reader;
mod repair;
mod state;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    thread,
    time::SystemTime,
};

use self::{git::Git, import::Commit, state::State};
use super::{Store, index, locate::mem_home, lock::Lock, read, scan, sorted::Sorted, view::View, write::stamp_of};
use crate::{
    model::{Stamp, limits},
    world::World,
};

pub use git::GitError;
pub use lineage::{MOVED, lineage};
pub use log::{Entry, Touched};
pub use reader::{Difference, Reader};
pub use repair::Repaired;

/// The message of a commit that holds the edits of others.
pub const OUTSIDE: &str = "edited outside mem";

/// The one branch.
const REF: &str = "refs/heads/main";

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
    /// When `outside` was read.
    opened: SystemTime,
    seconds: i64,
    /// Contents that git has taken from us just now, by file: no need to ask for them again.
    taken: BTreeMap<String, Vec<u8>>,
    /// Contents that must not be kept.
    withheld: fn(&[u8]) -> bool,
}

impl Store {
    /// Where the history of this store is kept.
    ///
    /// # Errors
    /// [`GitError`] when there is no home to keep it in, or the store does not exist.
    fn git(&self, world: &World) -> Result<Git, GitError> {
        let home = mem_home(world).map_err(|e| GitError::NoPlace(e.to_string()))?;
        Ok(Git::new(world, home.join("history").join(format!("{}.git", self.hash()))))
    }

    /// Whether there is a repository, be it usable or not.
    #[must_use]
    pub fn has_history(&self, world: &World) -> bool {
        self.git(world).is_ok_and(|git| git.dir.symlink_metadata().is_ok())
    }

    /// Opens the history for a change and takes up what others have edited since.
    ///
    /// # Errors
    /// [`GitError`]: without git, or with a repository that cannot be used, there is no history.
    pub fn history(&self, world: &World, _lock: &Lock, view: &View) -> Result<History, GitError> {
        let git = self.git(world)?;
        forget::finish(&git);
        if !git.dir.join("HEAD").is_file() {
            git.init()?;
        }
        clear_locks(&git.dir);
        let tip = tip(&git)?;
        if tip.is_none() && State::last_commit(&git.dir).is_some() {
            return Err(git.damaged(&format!("{REF} is gone")));
        }
        let mut state = tip.as_deref().map_or_else(|| Ok(State::default()), |tip| state(&git, tip))?;
        let opened = world.wall();
        let outside = edits(&mut state, self, view, opened);
        let taken = BTreeMap::new();
        // git counts from 1970 and knows no time before.
        let seconds = world.now().as_second().max(0);
        Ok(History { git, tip, state, outside, opened, seconds, taken, withheld: |_| false })
    }
}

/// What the commit `tip` holds: as noted, or read from the commit itself.
fn state(git: &Git, tip: &str) -> Result<State, GitError> {
    match State::load(&git.dir, tip) {
        Some(state) => Ok(state),
        None => {
            let (files, ids): (Vec<_>, Vec<_>) = reader::tree(git, tip)?.into_iter().unzip();
            let contents = git.contents(&ids)?.into_iter().map(|c| c.ok_or_else(|| git.damaged("objects are missing")));
            let contents = contents.collect::<Result<Vec<_>, _>>()?;
            Ok(State::of_contents(tip, files.into_iter().zip(contents)))
        }
    }
}

/// A change with the stamp of the file that it was read from.
type Edit = (Change, Option<Stamp>);

/// The files that are not as `state` has them, with their content. What was compared by content is
/// noted, so that its stamp tells the next time.
fn edits(state: &mut State, store: &Store, view: &View, now: SystemTime) -> Vec<Edit> {
    let mut there = Sorted::new(view.files());
    let missing = state.files().map(|(file, _)| file).filter(|file| there.find(file).is_none());
    let gone = missing.filter(|file| scan::is_gone(&scan::path_of(store.dir(), file)));
    // Before what is there: a folder may stand where a file was.
    let mut edits: Vec<Edit> = gone.map(|file| (Change { file: file.to_owned(), bytes: None }, None)).collect();
    for (file, path, stamp) in unproven(state, store, view) {
        edits.extend(edit(state, file, &path, stamp, now));
    }
    edits
}

/// The files whose stamp does not tell that they are as `state` has them.
fn unproven(state: &State, store: &Store, view: &View) -> Vec<(String, PathBuf, Stamp)> {
    let mut known = Sorted::new(state.files());
    let mut is_fresh = |file: &str, stamp: &Stamp| known.find(file).is_some_and(|known| known.is_fresh(stamp));
    let files = view.files().filter(|(file, stamp)| !is_fresh(file, stamp));
    files.map(|(file, stamp)| (file.to_owned(), view.path(store, file), stamp)).chain(index(state, store)).collect()
}

/// The index, unless it is as `state` has it.
fn index(state: &State, store: &Store) -> Option<(String, PathBuf, Stamp)> {
    let path = store.index_path();
    let file = path.file_name().map_or_else(|| index::FILE.into(), |n| n.to_string_lossy().into_owned());
    let stamp = stamp_of(&path).ok().flatten()?;
    let fresh = state.known(&file).is_some_and(|known| known.is_fresh(&stamp));
    (!fresh).then_some((file, path, stamp))
}

/// What has become of a file whose stamp proves nothing.
fn edit(state: &mut State, file: String, path: &Path, stamp: Stamp, now: SystemTime) -> Option<Edit> {
    // A name that is not UTF-8 has no place in a text protocol.
    path.to_str()?;
    if stamp.size > limits::READ_BYTES {
        return None;
    }
    // What cannot be read now is not gone: the last commit keeps what it has.
    let (bytes, stamp) = content(&file, path)?;
    if state.has(&file, &bytes) {
        state.note(&file, &stamp, &bytes, now);
        return None;
    }
    Some((Change { file, bytes: Some(bytes) }, Some(stamp)))
}

/// A file's bytes with the state that they were read in. The index may be a link to anywhere, a
/// memory may not.
fn content(file: &str, path: &Path) -> Option<(Vec<u8>, Stamp)> {
    let found = if scan::is_index(file) { read::file(path) } else { read::inside(file, path) };
    found.ok().map(|(bytes, meta)| (bytes, Stamp::from(&meta)))
}

impl History {
    /// The same history, which never takes contents of which this is true: a file that has them stays in
    /// it as it was before.
    #[must_use]
    pub fn withholding(self, withheld: fn(&[u8]) -> bool) -> Self {
        Self { withheld, ..self }
    }

    /// Commits the edits of others now: after this, what a change destroys can be brought back.
    ///
    /// # Errors
    /// [`GitError`] when git cannot write.
    pub fn settle(&mut self) -> Result<(), GitError> {
        let outside = self.outside();
        self.import(&[(OUTSIDE, outside)])
    }

    fn outside(&mut self) -> Vec<Change> {
        let edits = std::mem::take(&mut self.outside);
        self.news(edits, self.opened)
    }

    /// Commits a change of ours, the edits of others before it.
    ///
    /// # Errors
    /// [`GitError`] when git cannot write; the store is not concerned.
    pub fn commit(&mut self, world: &World, store: &Store, subject: &str, files: &[String]) -> Result<(), GitError> {
        let outside = self.outside();
        let now = world.wall();
        let mut changes = Vec::with_capacity(files.len());
        for file in files {
            let (bytes, stamp) = content(file, &scan::path_of(store.dir(), file)).unzip();
            changes.push((Change { file: file.clone(), bytes }, stamp));
        }
        let ours = self.news(changes, now);
        self.import(&[(OUTSIDE, outside), (subject, ours)])
    }

    /// Takes up one more state of a file that somebody else has made, unless a commit has it: it is
    /// committed with what [`Store::history`] has found.
    pub fn take_up(&mut self, file: &str, stamp: &Stamp, bytes: &[u8]) {
        let same = |edit: &Edit| edit.0.file == file && edit.0.bytes.as_deref() == Some(bytes);
        if self.state.has(file, bytes) || self.outside.iter().any(same) {
            return;
        }
        self.outside.retain(|(change, _)| change.file != file);
        self.outside.push((Change { file: file.to_owned(), bytes: Some(bytes.to_vec()) }, Some(*stamp)));
    }

    /// Whether the last commit has the file with these bytes, read back from git itself: only then
    /// may they be destroyed.
    ///
    /// # Errors
    /// [`GitError`] when git cannot read.
    pub fn keeps(&self, file: &str, bytes: &[u8]) -> Result<bool, GitError> {
        if self.taken.get(file).is_some_and(|taken| taken == bytes) {
            return Ok(true);
        }
        let Some(tip) = &self.tip else { return Ok(false) };
        let kept = reader::blobs(&self.git, tip, &[file.to_owned()])?.pop().flatten();
        match kept.as_deref() == Some(bytes) {
            // By our note it was committed, and git cannot find it.
            false if self.state.has(file, bytes) => Err(self.git.damaged("objects are missing")),
            kept => Ok(kept),
        }
    }

    /// The name of the last commit.
    #[must_use]
    pub fn tip(&self) -> Option<&str> {
        self.tip.as_deref()
    }

    fn import(&mut self, changes: &[(&str, Vec<Change>)]) -> Result<(), GitError> {
        let seconds = self.seconds;
        let some = changes.iter().filter(|(_, changes)| !changes.is_empty());
        let commits: Vec<_> = some.map(|(subject, changes)| Commit { subject, seconds, changes }).collect();
        if commits.is_empty() {
            return Ok(());
        }
        // git takes a while: what it will have made is noted beside it.
        let (id, note) = thread::scope(|scope| {
            let note = scope.spawn(|| self.state.draft(&self.git.dir));
            (import::run(&self.git, &commits, self.tip.as_deref()), note.join())
        });
        let id = id?;
        let taken = commits.iter().flat_map(|c| c.changes);
        self.taken.extend(taken.filter_map(|c| Some((c.file.clone(), c.bytes.clone()?))));
        // Without it the next command compares contents.
        if let Ok(Ok(note)) = note {
            let _ = note.finish(&self.git.dir, &id);
        }
        self.state.commit.clone_from(&id);
        self.tip = Some(id);
        self.tidy();
        Ok(())
    }

    /// Notes these edits in the state and gives those that change anything.
    fn news(&mut self, edits: Vec<Edit>, read_at: SystemTime) -> Vec<Change> {
        let mut news = Vec::with_capacity(edits.len());
        for (change, stamp) in edits {
            let new = match &change.bytes {
                Some(bytes) if !self.state.has(&change.file, bytes) && (self.withheld)(bytes) => continue,
                Some(bytes) => !self.state.has(&change.file, bytes),
                None => self.state.known(&change.file).is_some(),
            };
            match (&change.bytes, &stamp) {
                (Some(bytes), Some(stamp)) => self.state.note(&change.file, stamp, bytes, read_at),
                _ => self.state.forget(&change.file),
            }
            if new {
                news.push(change);
            }
        }
        news
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
    match fs::read_to_string(git.dir.join(REF)) {
        Ok(text) if state::is_id(text.trim()) => Ok(Some(text.trim().to_owned())),
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(packed_tip(git)),
        Ok(_) => Err(git.damaged(&format!("{REF} is not a commit's name"))),
        Err(err) => Err(git.damaged(&format!("{REF}: {err}"))),
    }
}

fn packed_tip(git: &Git) -> Option<String> {
    let packed = fs::read_to_string(git.dir.join("packed-refs")).ok()?;
    let id = packed.lines().find_map(|line| line.strip_suffix(REF)?.split_whitespace().next())?;
    Some(id.to_owned())
}

/// Under the store's lock no other `mem` is at work, so a lock file is one that a kill left behind,
/// and so is what `fast-import` writes when it dies.
fn clear_locks(dir: &Path) {
    for lock in ["refs/heads/main.lock", "packed-refs.lock", "HEAD.lock", "config.lock", "gc.pid", "gc.pid.lock"] {
        let _ = fs::remove_file(dir.join(lock));
    }
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("fast_import_crash_") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
