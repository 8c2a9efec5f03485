//! What the last commit holds, told by each file's stamp: finds outside edits without git.
//!
//! It is a note to ourselves in the repository, thrown away when it does not fit: then it is made
//! again from the commit itself.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::model::{
    Stamp,
    bytes::{self, Bytes, put_number, put_stamp, put_text},
    digest,
};

const FILE: &str = "mem-state";
/// Changes with the format.
const VERSION: &[u8; 16] = b"mem state  00004";
/// Bytes of the shortest entry.
const LEAST: usize = 81;

/// The stamps of one commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) commit: String,
    /// An entry a file, sorted by file, in the form in which they are saved: a store of thousands is
    /// gone through without one allocation for each.
    entries: Vec<u8>,
    /// Where each entry begins.
    starts: Vec<usize>,
}

/// What is known of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    stamp: Stamp,
    /// The stamp was taken so soon after the file's change that it proves nothing.
    racy: bool,
    digest: &'a [u8],
}

impl Known<'_> {
    /// Whether the stamp alone tells that the file is as the commit has it.
    pub(super) fn is_fresh(&self, stamp: &Stamp) -> bool {
        !self.racy && self.stamp == *stamp
    }
}

/// A saved state that does not say yet which commit it speaks of.
pub(super) struct Draft(File);

impl State {
    /// The state that was saved for `commit`; `None` when there is none or it speaks of another.
    pub(super) fn load(git_dir: &Path, commit: &str) -> Option<Self> {
        let bytes = fs::read(path(git_dir)).ok()?;
        let (body, of) = parts(&bytes)?;
        if of != commit {
            return None;
        }
        let mut rest = bytes::opened(VERSION, body)?;
        let count = rest.count(LEAST)?;
        let entries = rest.0.to_vec();
        let starts = starts(&entries).filter(|starts| starts.len() == count)?;
        Some(Self { commit: commit.into(), entries, starts })
    }

    /// The state of a commit with these files, when nothing is known of their stamps.
    pub(super) fn of_contents(commit: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let mut state = Self { commit: commit.into(), ..Self::default() };
        for (file, bytes) in files {
            state.put(&file, &Stamp::default(), true, &bytes);
        }
        state
    }

    /// The commit that the last state spoke of, whatever became of the repository since.
    pub(super) fn last_commit(git_dir: &Path) -> Option<String> {
        let bytes = fs::read(path(git_dir)).ok()?;
        let (_, commit) = parts(&bytes)?;
        is_id(commit).then(|| commit.to_owned())
    }

    /// Writes all but the commit's id, which may still be in the making.
    pub(super) fn draft(&self, git_dir: &Path) -> io::Result<Draft> {
        let mut body = Vec::with_capacity(8 + self.entries.len());
        put_number(&mut body, self.starts.len() as u64);
        body.extend_from_slice(&self.entries);
        let sealed = bytes::sealed(VERSION, &body);
        let mut file = File::create(draft_path(git_dir))?;
        file.write_all(&(sealed.len() as u64).to_le_bytes())?;
        file.write_all(&sealed)?;
        Ok(Draft(file))
    }

    /// The files that it has, sorted, and what is known of each.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, Known<'_>)> {
        let mut rest = Bytes(&self.entries);
        std::iter::from_fn(move || entry(&mut rest))
    }

    /// What is known of `file`, if the commit has it.
    pub(super) fn known(&self, file: &str) -> Option<Known<'_>> {
        let at = self.place(file).ok()?;
        self.entry(self.starts[at]).map(|(_, known)| known)
    }

    /// Whether the commit has `file` with this content.
    pub(super) fn has(&self, file: &str, bytes: &[u8]) -> bool {
        self.known(file).is_some_and(|known| known.digest == content_digest(bytes))
    }

    /// Notes that the commit has `file` with this content.
    pub(super) fn note(&mut self, file: &str, stamp: &Stamp, bytes: &[u8], now: SystemTime) {
        self.put(file, stamp, stamp.is_racy(now), bytes);
    }

    fn put(&mut self, file: &str, stamp: &Stamp, racy: bool, bytes: &[u8]) {
        let mut entry = Vec::with_capacity(LEAST + file.len());
        put_text(&mut entry, file);
        put_stamp(&mut entry, stamp);
        entry.push(u8::from(racy));
        entry.extend_from_slice(&content_digest(bytes));
        match self.place(file) {
            Ok(at) => {
                let start = self.starts[at];
                self.entries[start..start + entry.len()].copy_from_slice(&entry);
            }
            Err(at) => {
                let start = self.start(at);
                self.starts[at..].iter_mut().for_each(|start| *start += entry.len());
                self.starts.insert(at, start);
                self.entries.splice(start..start, entry);
            }
        }
    }

    pub(super) fn forget(&mut self, file: &str) {
        if let Ok(at) = self.place(file) {
            let gone = self.start(at)..self.start(at + 1);
            self.starts.remove(at);
            self.starts[at..].iter_mut().for_each(|start| *start -= gone.len());
            self.entries.drain(gone);
        }
    }

    /// Where the entry begins, or would begin behind the last one.
    fn start(&self, at: usize) -> usize {
        self.starts.get(at).copied().unwrap_or(self.entries.len())
    }

    fn entry(&self, start: usize) -> Option<(&str, Known<'_>)> {
        entry(&mut Bytes(self.entries.get(start..)?))
    }

    fn place(&self, file: &str) -> Result<usize, usize> {
        let name = |start: usize| self.entry(start).map_or("", |(name, _)| name);
        self.starts.binary_search_by(|start| name(*start).cmp(file))
    }
}

impl Draft {
    /// Puts it in its place for the next command. Its loss costs time, not truth, so it is not synced.
    pub(super) fn finish(mut self, git_dir: &Path, commit: &str) -> io::Result<()> {
        self.0.write_all(commit.as_bytes())?;
        fs::rename(draft_path(git_dir), path(git_dir))
    }
}

/// The next entry.
fn entry<'a>(rest: &mut Bytes<'a>) -> Option<(&'a str, Known<'a>)> {
    let file = rest.text()?;
    Some((file, Known { stamp: rest.stamp()?, racy: rest.flag()?, digest: rest.take(32)? }))
}

/// Where each entry begins; `None` when these are not entries, sorted by file.
fn starts(entries: &[u8]) -> Option<Vec<usize>> {
    let mut starts = Vec::with_capacity(entries.len() / LEAST);
    let (mut rest, mut before) = (Bytes(entries), "");
    while !rest.0.is_empty() {
        starts.push(entries.len() - rest.0.len());
        let (file, _) = entry(&mut rest)?;
        if file <= before {
            return None;
        }
        before = file;
    }
    Some(starts)
}

/// A saved state: the length of what is sealed, that, and the commit's id.
fn parts(bytes: &[u8]) -> Option<(&[u8], &str)> {
    let mut rest = Bytes(bytes);
    let length = usize::try_from(rest.number()?).ok()?;
    Some((rest.take(length)?, std::str::from_utf8(rest.0).ok()?))
}

fn draft_path(git_dir: &Path) -> PathBuf {
    git_dir.join(format!("{FILE}.new"))
}

fn path(git_dir: &Path) -> PathBuf {
    git_dir.join(FILE)
}

fn content_digest(bytes: &[u8]) -> [u8; 32] {
    digest::sha256_bytes(bytes)
}

/// Whether this is a commit's full name.
pub(super) fn is_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::State;
    use crate::model::Stamp;

    #[test]
    fn what_is_saved_comes_back_for_its_commit_alone() {
        let dir = tempfile::tempdir().unwrap();
        let commit = "0123456789".repeat(4);
        let mut state = State { commit: commit.clone(), ..State::default() };
        let stamp = Stamp { size: 7, mtime: -5, ctime: 9, inode: 3, device: 1 };
        state.note("user_a.md", &stamp, b"text", SystemTime::UNIX_EPOCH);
        state.note("deep/部署.md", &Stamp::default(), b"", SystemTime::UNIX_EPOCH);
        state.draft(dir.path()).unwrap().finish(dir.path(), &commit).unwrap();
        assert_eq!(State::load(dir.path(), &commit), Some(state));
        assert_eq!(State::load(dir.path(), "another"), None);
        assert_eq!(State::last_commit(dir.path()), Some(commit));
    }

    #[test]
    fn files_come_and_go_in_any_order() {
        let (mut state, now) = (State::default(), SystemTime::UNIX_EPOCH);
        for (file, text) in [("b.md", "1"), ("a.md", "2"), ("c/d.md", "3"), ("b.md", "4"), ("aa.md", "5")] {
            state.note(file, &Stamp::default(), text.as_bytes(), now);
        }
        state.forget("a.md");
        state.forget("not there.md");
        assert_eq!(state.files().map(|(file, _)| file).collect::<Vec<_>>(), ["aa.md", "b.md", "c/d.md"]);
        let has = [("aa.md", "5"), ("b.md", "1"), ("b.md", "4"), ("c/d.md", "3"), ("a.md", "2")];
        assert_eq!(has.map(|(file, text)| state.has(file, text.as_bytes())), [true, false, true, true, false]);
    }

    #[test]
    fn a_damaged_state_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let commit = "0123456789".repeat(4);
        let mut state = State::default();
        state.note("user_a.md", &Stamp::default(), b"text", SystemTime::UNIX_EPOCH);
        state.draft(dir.path()).unwrap().finish(dir.path(), &commit).unwrap();
        let saved = std::fs::read(dir.path().join("mem-state")).unwrap();
        for at in 0..saved.len() {
            let mut damaged = saved.clone();
            damaged[at] ^= 1;
            std::fs::write(dir.path().join("mem-state"), &damaged).unwrap();
            assert_eq!(State::load(dir.path(), &commit), None, "byte {at}");
            std::fs::write(dir.path().join("mem-state"), &saved[..at]).unwrap();
            assert_eq!(State::load(dir.path(), &commit), None, "cut at {at}");
        }
    }
}
