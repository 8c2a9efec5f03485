//! Every change of a store: lock → read → decide → write → index → history → unlock.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::resume_unwind,
    path::PathBuf,
    thread,
};

use super::{
    OpError,
    replace::{memories, retry},
};
use crate::{
    lint::secret,
    model::Memory,
    store::{
        Store,
        history::{GitError, History},
        index::{Index, Size},
        journal::{Journal, Step},
        lock::Lock,
        scan,
        swap::Displaced,
        write::{self, Seen},
    },
    world::World,
};

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
    size: Option<Size>,
    /// What our writes have put out of the way, and under which name of ours.
    pub(super) displaced: Vec<(String, Displaced)>,
    /// Files that this change has written or removed.
    pub(super) touched: Vec<String>,
    /// What it has written, by file, so as not to take it for somebody else's.
    pub(super) ours: BTreeMap<String, Vec<u8>>,
    _lock: Lock,
}

impl<'a> Desk<'a> {
    /// Takes the lock, sweeps up after killed writers, reads the memories, and takes up what others
    /// have edited.
    pub(super) fn open(world: &'a World, store: &'a Store) -> Result<Self, OpError> {
        Self::open_with(world, store, store.lock(world)?)
    }

    /// The same with a lock that is in hand.
    pub(super) fn open_with(world: &'a World, store: &'a Store, lock: Lock) -> Result<Self, OpError> {
        let index_path = store.index_path();
        // An index that cannot be read cannot be kept in step: say so before anything is written.
        write::see(&index_path)?;
        let (view, as_kept) = store.view_of_all()?;
        store.sweep(&view.scan);
        // Both take a while in a store of thousands.
        let (history, memories) = thread::scope(|scope| {
            let history = scope.spawn(|| store.history(world, &lock, &view));
            let memories = memories(world, store, &view, as_kept);
            (history.join().unwrap_or_else(|panic| resume_unwind(panic)), memories)
        });
        let (history, no_history) = match history {
            Ok(history) => (Some(history.withholding(secret::is_in)), None),
            Err(err) => (None, Some(err)),
        };
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
            size: None,
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
        let (view, as_kept) = self.store.view_of_all()?;
        self.memories = memories(self.world, self.store, &view, as_kept);
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
        if let Ok(index) = &index {
            self.size = Some(index.size());
        }
        self.halfway(index)
    }

    /// An error that comes when something is done already says what that is.
    pub(super) fn halfway<T>(&self, result: Result<T, OpError>) -> Result<T, OpError> {
        result.map_err(|err| match err {
            OpError::Store(source) if !self.touched.is_empty() => OpError::Halfway { done: self.done_so_far(), source },
            other => other,
        })
    }

    /// What was done is undone.
    pub(super) fn untouched(&mut self) {
        self.touched.clear();
    }

    /// The size of the index as it was last read or written.
    pub(super) fn index_size(&self) -> Result<Size, OpError> {
        self.size.map_or_else(|| Ok(Index::parse(&self.index_seen()?.text).size()), Ok)
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
            let known = history.written();
            history.remember_written(&index.written(&Index::parse(&seen.text), &self.memories, &known));
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

    /// Commits what this change has touched, and lets go of the memories. A history that fails takes
    /// nothing back: the store is what counts.
    pub(super) fn commit(&mut self, subject: &str) {
        self.commit_and(subject, || {});
    }

    /// The same, and does something else while git is at work.
    pub(super) fn commit_and(&mut self, subject: &str, beside: impl FnOnce() + Send) {
        // Giving thousands of memories back takes as long as git does: beside it.
        let memories = std::mem::take(&mut self.memories);
        let touched = thread::scope(|scope| {
            scope.spawn(|| {
                drop(memories);
                beside();
            });
            self.record(subject)
        });
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
