//! What the last commit holds, told by each file's stamp: finds outside edits without git.
//!
//! It is a note to ourselves in the repository, thrown away when it does not fit: then it is made
//! again from the commit itself.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::model::{
    Stamp,
    bytes::{self, put_number, put_stamp, put_text},
    digest,
};

const FILE: &str = "mem-state";
/// Changes with the format.
const VERSION: &[u8; 16] = b"mem state  00003";
/// Bytes of the shortest entry.
const LEAST: usize = 81;

/// The stamps of one commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) commit: String,
    /// Sorted by file: a store of thousands is gone through side by side with what is there.
    files: Vec<(String, Known)>,
}

/// What is known of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    stamp: Stamp,
    /// The stamp was taken so soon after the file's change that it proves nothing.
    racy: bool,
    digest: [u8; 32],
}

impl Known {
    /// Whether the stamp alone tells that the file is as the commit has it.
    pub(super) fn is_fresh(&self, stamp: &Stamp) -> bool {
        !self.racy && self.stamp == *stamp
    }
}

impl State {
    /// The state that was saved for `commit`; `None` when there is none or it speaks of another.
    pub(super) fn load(git_dir: &Path, commit: &str) -> Option<Self> {
        let bytes = fs::read(path(git_dir)).ok()?;
        let mut rest = bytes::opened(VERSION, &bytes)?;
        if rest.text()? != commit {
            return None;
        }
        let count = rest.count(LEAST)?;
        let entry = |_| {
            let file = rest.text()?.to_owned();
            Some((file, Known { stamp: rest.stamp()?, racy: rest.flag()?, digest: rest.array()? }))
        };
        let files = (0..count).map(entry).collect::<Option<Vec<_>>>()?;
        files.is_sorted_by_key(|(file, _)| file).then_some(Self { commit: commit.into(), files })
    }

    /// The state of a commit with these files, when nothing is known of their stamps.
    pub(super) fn of_contents(commit: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let known = |bytes: &[u8]| Known { stamp: Stamp::default(), racy: true, digest: content_digest(bytes) };
        let mut files: Vec<_> = files.into_iter().map(|(file, bytes)| (file, known(&bytes))).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Self { commit: commit.into(), files }
    }

    /// The commit that the last state spoke of, whatever became of the repository since.
    pub(super) fn last_commit(git_dir: &Path) -> Option<String> {
        let bytes = fs::read(path(git_dir)).ok()?;
        let commit = bytes::opened(VERSION, &bytes)?.text()?.to_owned();
        is_id(&commit).then_some(commit)
    }

    /// Saves it for the next command. Its loss costs time, not truth, so it is not synced.
    pub(super) fn save(&self, git_dir: &Path) -> io::Result<()> {
        let mut body = Vec::with_capacity(self.files.len() * 2 * LEAST);
        put_text(&mut body, &self.commit);
        put_number(&mut body, self.files.len() as u64);
        for (file, known) in &self.files {
            put_text(&mut body, file);
            put_stamp(&mut body, &known.stamp);
            body.push(u8::from(known.racy));
            body.extend_from_slice(&known.digest);
        }
        let temp = git_dir.join(format!("{FILE}.new"));
        fs::write(&temp, bytes::sealed(VERSION, &body))?;
        fs::rename(temp, path(git_dir))
    }

    /// The files that it has, sorted, and what is known of each.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.files.iter().map(|(file, known)| (file.as_str(), known))
    }

    /// What is known of `file`, if the commit has it.
    pub(super) fn known(&self, file: &str) -> Option<&Known> {
        self.place(file).ok().map(|at| &self.files[at].1)
    }

    /// Whether the commit has `file` with this content.
    pub(super) fn has(&self, file: &str, bytes: &[u8]) -> bool {
        self.known(file).is_some_and(|known| known.digest == content_digest(bytes))
    }

    /// Notes that the commit has `file` with this content.
    pub(super) fn note(&mut self, file: &str, stamp: &Stamp, bytes: &[u8], now: SystemTime) {
        let known = Known { stamp: *stamp, racy: stamp.is_racy(now), digest: content_digest(bytes) };
        match self.place(file) {
            Ok(at) => self.files[at].1 = known,
            Err(at) => self.files.insert(at, (file.into(), known)),
        }
    }

    pub(super) fn forget(&mut self, file: &str) {
        if let Ok(at) = self.place(file) {
            self.files.remove(at);
        }
    }

    fn place(&self, file: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|(known, _)| known.as_str().cmp(file))
    }
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
        state.save(dir.path()).unwrap();
        assert_eq!(State::load(dir.path(), &commit), Some(state));
        assert_eq!(State::load(dir.path(), "another"), None);
        assert_eq!(State::last_commit(dir.path()), Some(commit));
    }
}
