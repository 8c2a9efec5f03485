//! Every change of a store: lock → read → decide → write → index → history → unlock.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::OpError;
use crate::{
    model::Memory,
    store::{
        Store, StoreError,
        history::{GitError, History},
        index::Index,
        journal::{Journal, Step},
        lock::Lock,
        read, scan,
        swap::Displaced,
        write::{self, Seen, SeenBytes},
    },
    world::World,
};

/// Times that another program may change a file under our hands before we give up.
const TRIES: usize = 5;
/// Between two tries: whoever writes in bursts is then done, mostly.
const BETWEEN: Duration = Duration::from_millis(2);
/// An empty file that was just changed is one whose writer has emptied it and not filled it yet:
/// it gets so many looks.
const LOOKS: usize = 100;

/// A store open for a change. What it holds is as it was when the lock was taken.
pub(super) struct Desk<'a> {
    pub(super) world: &'a World,
    pub(super) store: &'a Store,
    pub(super) memories: Vec<Memory>,
    /// What the person should know beside the result.
    pub(super) notices: Vec<String>,
    index_path: PathBuf,
    journal: Journal,
    pub(super) history: Option<History>,
    pub(super) no_history: Option<GitError>,
    /// What is destroyed now is lost, and the person was told.
    pub(super) unkept: bool,
    /// What our writes have put out of the way, and under which name of ours.
    displaced: Vec<(String, Displaced)>,
    /// Files that this change has written or removed.
    pub(super) touched: Vec<String>,
    /// What it has written, by file, so as not to take it for somebody else's.
    ours: BTreeMap<String, Vec<u8>>,
    _lock: Lock,
}

impl<'a> Desk<'a> {
    /// Takes the lock, sweeps up after killed writers, reads the memories, and takes up what others
    /// have edited.
    pub(super) fn open(world: &'a World, store: &'a Store) -> Result<Self, OpError> {
        let lock = store.lock(world)?;
        let index_path = store.index_path();
        // An index that cannot be read cannot be kept in step: say so before anything is written.
        write::see(&index_path)?;
        let scan = store.scan()?;
        store.sweep(&scan);
        let (history, no_history) = match store.history(world, &lock, &scan) {
            Ok(history) => (Some(history), None),
            Err(err) => (None, Some(err)),
        };
        let memories = store.memories_of(scan).items;
        let journal = store.journal(world);
        let left = journal.left();
        let mut desk = Self {
            world,
            store,
            memories,
            notices: Vec::new(),
            index_path,
            journal,
            history,
            no_history,
            unkept: false,
            displaced: Vec::new(),
            touched: Vec::new(),
            ours: BTreeMap::new(),
            _lock: lock,
        };
        if !left.is_empty() {
            desk.finish(&left)?;
        }
        Ok(desk)
    }

    /// Notes what is about to be done, before the first step of it.
    pub(super) fn announce(&self, steps: impl IntoIterator<Item = Step>) {
        self.journal.begin(&steps.into_iter().collect::<Vec<_>>());
    }

    /// Brings the index in step for these files alone: a line for what is there, anew where `mem`
    /// wrote it, and none for what is gone.
    pub(super) fn index_follow(&mut self, files: &[String]) -> Result<(), OpError> {
        let written = self.written();
        let there: Vec<Memory> = self.memories.iter().filter(|m| files.contains(&m.file)).cloned().collect();
        let gone: Vec<&String> = files.iter().filter(|f| !there.iter().any(|m| m.file == **f)).collect();
        let left = self.memories.clone();
        self.index_if_there(|index| {
            gone.iter().for_each(|file| index.remove(file, &left));
            index.refresh(&there, &written);
            there.iter().for_each(|memory| index.add(memory));
        })
    }

    /// As [`Desk::index`], but a store without an index and without memories gets none.
    pub(super) fn index_if_there(&mut self, change: impl Fn(&mut Index)) -> Result<(), OpError> {
        if self.memories.is_empty() && self.index_path.symlink_metadata().is_err() {
            return Ok(());
        }
        self.index(change).map(drop)
    }

    /// Reads the memories again, after files were written below this desk.
    pub(super) fn reread(&mut self) -> Result<(), OpError> {
        self.memories = self.store.memories()?.items;
        Ok(())
    }

    /// Something that the person should know.
    pub(super) fn notice(&mut self, text: String) {
        self.notices.push(text);
    }

    /// What the person should know, once.
    pub(super) fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// To be called before anything is destroyed: commits what others have edited. Whether the
    /// history can bring it back; `false` only with `force`.
    pub(super) fn settle(&mut self, force: bool) -> Result<bool, OpError> {
        if self.unkept {
            return Ok(false);
        }
        let settled = match &mut self.history {
            Some(history) => history.settle(),
            None => Err(self.no_history.take().unwrap_or(GitError::Missing)),
        };
        match settled {
            Ok(()) => Ok(true),
            Err(why) => self.go_on(OpError::NoHistory(why), force),
        }
    }

    /// As [`Desk::settle`], and that it can bring back this state of the file, which may be younger
    /// than the desk. Nothing but git itself can tell.
    pub(super) fn secure(&mut self, file: &str, seen: &SeenBytes, force: bool) -> Result<bool, OpError> {
        self.take_up(file, seen);
        if !self.settle(force)? {
            return Ok(false);
        }
        match self.history.as_ref().map(|history| history.keeps(file, &seen.bytes)) {
            Some(Ok(true)) => Ok(true),
            Some(Err(why)) => self.go_on(OpError::NoHistory(why), force),
            _ => self.go_on(OpError::Unkept(file.to_owned()), force),
        }
    }

    /// Nothing brings back what is destroyed now: that takes `force`, and is said once.
    pub(super) fn go_on(&mut self, why: OpError, force: bool) -> Result<bool, OpError> {
        if !force {
            return Err(why);
        }
        self.notices.push(format!("{why}; what is changed now cannot be brought back"));
        if matches!(why, OpError::NoHistory(_)) {
            (self.history, self.unkept) = (None, true);
        }
        Ok(false)
    }

    fn take_up(&mut self, file: &str, seen: &SeenBytes) {
        if self.ours.get(file) == Some(&seen.bytes) {
            return;
        }
        if let (Some(history), Some(stamp)) = (&mut self.history, &seen.stamp) {
            history.take_up(file, stamp, &seen.bytes);
        }
    }

    /// A file was given another name: what it holds is nobody's edit of the new one.
    pub(super) fn same_text(&mut self, from: &str, to: &str, seen: &SeenBytes) {
        self.take_up(from, seen);
        self.ours.insert(to.to_owned(), seen.bytes.clone());
    }

    /// Reads a memory's file that is going to be rewritten.
    pub(super) fn see(&self, memory: &Memory) -> Result<Seen, OpError> {
        self.steady(|| see(memory))
    }

    /// Reads any file below the store that is going to be replaced, whatever it holds.
    pub(super) fn see_bytes(&self, file: &str) -> Result<SeenBytes, OpError> {
        let path = scan::path_of(self.store.dir(), file);
        // The index may be a link to anywhere.
        if !scan::is_index(file) {
            inside(file, &path)?;
        }
        Ok(write::see_bytes(&path)?)
    }

    /// Looks again while a file seems to be emptied by somebody who is about to fill it.
    fn steady(&self, look: impl Fn() -> Result<Seen, StoreError>) -> Result<Seen, OpError> {
        let mut seen = look()?;
        for _ in 0..LOOKS {
            let emptied = seen.text.is_empty() && seen.stamp.as_ref().is_some_and(|s| s.is_racy(self.world.wall()));
            if !emptied {
                break;
            }
            self.world.pause(BETWEEN);
            seen = look()?;
        }
        Ok(seen)
    }

    /// Writes a text file that was `seen`.
    pub(super) fn put(&mut self, file: &str, text: &str, seen: &Seen) -> Result<(), OpError> {
        self.take_up(file, &seen.into());
        let displaced = write::put(&scan::path_of(self.store.dir(), file), text, seen)?;
        self.done(file, Some(text.as_bytes()), displaced);
        Ok(())
    }

    /// Writes any file that was `seen`; without `bytes` it is taken away.
    pub(super) fn put_bytes(&mut self, file: &str, bytes: Option<&[u8]>, seen: &SeenBytes) -> Result<(), OpError> {
        self.take_up(file, seen);
        let path = scan::path_of(self.store.dir(), file);
        let displaced = match bytes {
            Some(bytes) => write::put_bytes(&path, bytes, seen)?,
            None => write::remove(&path, seen)?,
        };
        self.done(file, bytes, displaced);
        Ok(())
    }

    fn done(&mut self, file: &str, bytes: Option<&[u8]>, displaced: Displaced) {
        self.touched.push(file.to_owned());
        self.ours.insert(file.to_owned(), bytes.unwrap_or_default().to_vec());
        self.displaced.retain(|(other, _)| other != file);
        self.displaced.push((file.to_owned(), displaced));
    }

    /// Notes that a file was removed.
    pub(super) fn removed(&mut self, file: &str) {
        self.touched.push(file.to_owned());
    }

    /// Changes the index; one that is not there yet is made over all memories.
    pub(super) fn index(&mut self, change: impl Fn(&mut Index)) -> Result<Index, OpError> {
        let index = retry(self.world, || {
            let seen = self.index_seen()?;
            let mut index =
                if seen.stamp.is_some() { Index::parse(&seen.text) } else { Index::rebuilt(&self.memories).0 };
            change(&mut index);
            if seen.stamp.is_none() || index.text() != seen.text {
                self.put_index(&index, &seen)?;
            }
            Ok(index)
        });
        index.map_err(|err| match err {
            OpError::Store(source) if !self.touched.is_empty() => {
                OpError::Unindexed { done: self.done_so_far(), source }
            }
            other => other,
        })
    }

    /// What this change has done to memories: "a.md is removed, b.md is saved".
    fn done_so_far(&self) -> String {
        let files: BTreeSet<&String> = self.touched.iter().filter(|file| !scan::is_index(file)).collect();
        let there = |file: &str| scan::path_of(self.store.dir(), file).symlink_metadata().is_ok();
        let words = files.iter().map(|f| format!("{f} is {}", if there(f) { "saved" } else { "removed" }));
        words.collect::<Vec<_>>().join(", ")
    }

    /// The index as it is now.
    pub(super) fn index_seen(&self) -> Result<Seen, OpError> {
        self.steady(|| write::see(&self.index_path))
    }

    /// Writes an index that was decided on elsewhere.
    pub(super) fn put_index(&mut self, index: &Index, seen: &Seen) -> Result<(), OpError> {
        if let Some(history) = &self.history {
            // Before the write, the lines of both: one that is not known as ours is never written anew.
            let before = history.written();
            let mut ours = index.written(&self.memories, &before);
            ours.extend(Index::parse(&seen.text).written(&self.memories, &before));
            history.remember_written(&ours);
        }
        let Some(name) = self.index_name() else { return Ok(()) };
        self.put(&name, &index.text(), seen)
    }

    /// The index as a file of the store.
    pub(super) fn index_name(&self) -> Option<String> {
        self.index_path.file_name().map(|n| n.to_string_lossy().into_owned())
    }

    /// Digests of the index lines that `mem` wrote.
    pub(super) fn written(&self) -> BTreeSet<String> {
        self.history.as_ref().map(History::written).unwrap_or_default()
    }

    /// Commits what this change has touched. A history that fails takes nothing back: the store is
    /// what counts.
    pub(super) fn commit(&mut self, subject: &str) {
        let touched = self.record(subject);
        let late: Vec<String> =
            self.displaced.drain(..).filter_map(|(file, old)| old.written_late().then_some(file)).collect();
        for file in &late {
            self.notices.push(format!("{file} was written by another program at the same moment; that is kept"));
        }
        if late.iter().any(|file| scan::is_index(file)) {
            // Theirs has not heard of what we did; when they go on writing, `reindex` tells it.
            let files: Vec<String> = touched.into_iter().filter(|file| !scan::is_index(file)).collect();
            if self.reread().and_then(|()| self.index_follow(&files)).is_ok() {
                self.record(subject);
            }
        }
        self.journal.end();
    }

    /// Hands what was touched to the history, and gives back what that was.
    fn record(&mut self, subject: &str) -> Vec<String> {
        let touched = std::mem::take(&mut self.touched);
        if touched.is_empty() {
            return touched;
        }
        let subject = crate::model::text::one_line(subject);
        let failed = match &mut self.history {
            Some(history) => history.commit(self.world, self.store, &subject, &touched).err(),
            None => self.no_history.take(),
        };
        if let Some(why) = failed {
            self.notices.push(match why {
                GitError::Missing | GitError::NoPlace(_) => why.to_string(),
                GitError::Damaged { .. } => format!("{why}; `mem log --repair` starts it anew"),
            });
        }
        touched
    }
}

/// Reads a memory's file that is going to be rewritten.
pub(super) fn see(memory: &Memory) -> Result<Seen, StoreError> {
    inside(&memory.file, &memory.path)?;
    let seen = write::see(&memory.path)?;
    // What is gone is not made anew by those who came to change it.
    if seen.stamp.is_some() { Ok(seen) } else { Err(StoreError::Moved(memory.path.clone())) }
}

/// Since the scan a link may have taken the file's place: nothing is read or written through one
/// that leads out of the store.
pub(super) fn inside(file: &str, path: &Path) -> Result<(), StoreError> {
    match read::beneath(file, path) {
        Err(err) if err.kind() == io::ErrorKind::Other => Err(StoreError::Outside(path.to_owned())),
        // Whoever reads it says what else is wrong with it.
        _ => Ok(()),
    }
}

/// Starts over when another program changed the file between our read and our write.
pub(super) fn retry<T>(world: &World, mut attempt: impl FnMut() -> Result<T, OpError>) -> Result<T, OpError> {
    for _ in 1..TRIES {
        match attempt() {
            Err(OpError::Store(StoreError::Moved(_))) => world.pause(BETWEEN),
            done => return done,
        }
    }
    attempt()
}
