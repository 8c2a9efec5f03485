//! Every change of a store: lock → read → decide → write → index → history → unlock.

use std::{collections::BTreeSet, path::PathBuf};

use super::OpError;
use crate::{
    model::Memory,
    store::{
        Store, StoreError,
        history::{GitError, History},
        index::Index,
        journal::Journal,
        lock::Lock,
        scan,
        write::{self, Seen},
    },
    world::World,
};

/// Times that another program may change a file under our hands before we give up.
const TRIES: usize = 5;

/// A store open for a change. What it holds is as it was when the lock was taken.
pub(super) struct Desk<'a> {
    pub(super) world: &'a World,
    pub(super) store: &'a Store,
    pub(super) memories: Vec<Memory>,
    /// What the person should know beside the result.
    notices: Vec<String>,
    index_path: PathBuf,
    journal: Journal,
    history: Option<History>,
    no_history: Option<GitError>,
    /// Files that this change has written or removed.
    touched: Vec<String>,
    lock: Lock,
}

impl<'a> Desk<'a> {
    /// Takes the lock, sweeps up after killed writers, reads the memories, and takes up what others
    /// have edited.
    pub(super) fn open(world: &'a World, store: &'a Store) -> Result<Self, OpError> {
        let lock = store.lock(world)?;
        store.sweep();
        let index_path = store.index_path();
        // An index that cannot be read cannot be kept in step: say so before anything is written.
        write::see(&index_path)?;
        let scan = store.scan()?;
        let (history, no_history) = match store.history(world, &lock, &scan) {
            Ok(history) => (Some(history), None),
            Err(err) => (None, Some(err)),
        };
        let memories = store.memories()?.items;
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
            touched: Vec::new(),
            lock,
        };
        if !left.is_empty() {
            desk.index_follow(&left)?;
            desk.commit("index brought in step after an interrupted change");
        }
        Ok(desk)
    }

    /// Notes which files are about to change, before the first one does.
    pub(super) fn announce(&self, files: impl IntoIterator<Item = String>) {
        self.journal.begin(&files.into_iter().collect::<Vec<_>>());
    }

    /// Brings the index in step for these files alone: a line for what is there, none for what is gone.
    pub(super) fn index_follow(&mut self, files: &[String]) -> Result<(), OpError> {
        let there: Vec<Memory> = self.memories.iter().filter(|m| files.contains(&m.file)).cloned().collect();
        let gone: Vec<&String> = files.iter().filter(|f| !there.iter().any(|m| m.file == **f)).collect();
        let left = self.memories.clone();
        self.index_if_there(|index| {
            gone.iter().for_each(|file| index.remove(file, &left));
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

    /// Opens the history again, after it was written anew.
    pub(super) fn reopen_history(&mut self) -> Result<(), OpError> {
        self.history = Some(self.store.history(self.world, &self.lock, &self.store.scan()?)?);
        Ok(())
    }

    /// What the person should know, once.
    pub(super) fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// To be called before anything is destroyed: makes sure that the history can bring it back.
    /// Whether it can; `false` only with `force`.
    pub(super) fn settle(&mut self, force: bool) -> Result<bool, OpError> {
        let settled = match &mut self.history {
            Some(history) => history.settle(self.world),
            None => Err(self.no_history.take().unwrap_or(GitError::Missing)),
        };
        match settled {
            Ok(()) => Ok(true),
            Err(why) if force => {
                self.history = None;
                self.notices.push(format!("{why}; what is changed now cannot be brought back"));
                Ok(false)
            }
            Err(why) => Err(OpError::NoHistory(why)),
        }
    }

    /// Writes a memory's file that was `seen`.
    pub(super) fn put(&mut self, file: &str, text: &str, seen: &Seen) -> Result<(), OpError> {
        write::put(&scan::path_of(self.store.dir(), file), text, seen)?;
        self.touched.push(file.to_owned());
        Ok(())
    }

    /// Notes that a file was removed.
    pub(super) fn removed(&mut self, file: &str) {
        self.touched.push(file.to_owned());
    }

    /// Changes the index; one that is not there yet is made over all memories.
    pub(super) fn index(&mut self, change: impl Fn(&mut Index)) -> Result<Index, OpError> {
        let written = self.written();
        let (index, changed) = retry(|| {
            let seen = write::see(&self.index_path)?;
            let mut index =
                if seen.stamp.is_some() { Index::parse(&seen.text) } else { Index::rebuilt(&self.memories).0 };
            change(&mut index);
            let text = index.text();
            let differs = seen.stamp.is_none() || text != seen.text;
            if differs {
                write::put(&self.index_path, &text, &seen)?;
            }
            Ok((index, differs))
        })?;
        if changed {
            self.touch_index(&index, &written);
        }
        Ok(index)
    }

    /// The index as it is and as it would be after a merge; nothing is written.
    pub(super) fn index_seen(&self) -> Result<Seen, OpError> {
        Ok(write::see(&self.index_path)?)
    }

    /// Writes an index that was decided on elsewhere.
    pub(super) fn put_index(&mut self, index: &Index, seen: &Seen) -> Result<(), OpError> {
        let written = self.written();
        write::put(&self.index_path, &index.text(), seen)?;
        self.touch_index(index, &written);
        Ok(())
    }

    /// Digests of the index lines that `mem` wrote.
    pub(super) fn written(&self) -> BTreeSet<String> {
        self.history.as_ref().map(History::written).unwrap_or_default()
    }

    fn touch_index(&mut self, index: &Index, written: &BTreeSet<String>) {
        let name = self.index_path.file_name().map(|n| n.to_string_lossy().into_owned());
        self.touched.extend(name);
        if let Some(history) = &self.history {
            history.remember_written(&index.written(&self.memories, written));
        }
    }

    /// Commits what this change has touched. A history that fails takes nothing back: the store is
    /// what counts.
    pub(super) fn commit(&mut self, subject: &str) {
        self.journal.end();
        if self.touched.is_empty() {
            return;
        }
        let subject = crate::model::text::one_line(subject);
        let failed = match &mut self.history {
            Some(history) => history.commit(self.world, self.store, &subject, &self.touched).err(),
            None => self.no_history.take(),
        };
        if let Some(why) = failed {
            self.notices.push(match why {
                GitError::Missing => why.to_string(),
                GitError::Damaged { .. } => format!("{why}; `mem log --repair` starts it anew"),
            });
        }
        self.touched.clear();
    }
}

/// Starts over when another program changed the file between our read and our write.
pub(super) fn retry<T>(mut attempt: impl FnMut() -> Result<T, OpError>) -> Result<T, OpError> {
    for _ in 1..TRIES {
        match attempt() {
            Err(OpError::Store(StoreError::Moved(_))) => {}
            done => return done,
        }
    }
    attempt()
}
