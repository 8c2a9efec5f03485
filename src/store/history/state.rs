//! What the last commit holds, told by each file's stamp: finds outside edits without git.
//!
//! It is a note to ourselves in the repository, thrown away when it does not fit: then it is made
//! again from the commit itself.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::model::{Stamp, digest};

const FILE: &str = "mem-state";
/// First line: the format's version and the commit that it speaks of.
const VERSION: &str = "mem-state 2";
/// The stamps of one commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) commit: String,
    files: BTreeMap<String, Known>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    stamp: Stamp,
    /// The stamp was taken so soon after the file's change that it proves nothing.
    racy: bool,
    digest: String,
}

impl State {
    /// The state that was saved for `commit`; `None` when there is none or it speaks of another.
    pub(super) fn load(git_dir: &Path, commit: &str) -> Option<Self> {
        let text = fs::read_to_string(path(git_dir)).ok()?;
        let mut lines = text.split('\0');
        let head = lines.next()?;
        if head != format!("{VERSION} {commit}") {
            return None;
        }
        let mut files = BTreeMap::new();
        let mut complete = false;
        for line in lines {
            if line == "end" {
                complete = true;
                break;
            }
            let mut parts = line.splitn(4, ' ');
            let (stamp, racy, digest, file) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
            files.insert(file.into(), Known { stamp: stamp.parse().ok()?, racy: racy == "r", digest: digest.into() });
        }
        complete.then(|| Self { commit: commit.into(), files })
    }

    /// The state of a commit with these files, when nothing is known of their stamps.
    pub(super) fn of_contents(commit: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let known = |bytes: &[u8]| Known { stamp: Stamp::default(), racy: true, digest: content_digest(bytes) };
        let files = files.into_iter().map(|(file, bytes)| (file, known(&bytes))).collect();
        Self { commit: commit.into(), files }
    }

    /// The commit that the last state spoke of, whatever became of the repository since.
    pub(super) fn last_commit(git_dir: &Path) -> Option<String> {
        let text = fs::read(path(git_dir)).ok()?;
        let head = String::from_utf8_lossy(text.split(|b| *b == 0).next()?).into_owned();
        Some(head.strip_prefix(VERSION)?.trim().to_owned()).filter(|id| is_id(id))
    }

    /// Saves it for the next command. Its loss costs time, not truth, so it is not synced.
    pub(super) fn save(&self, git_dir: &Path) -> io::Result<()> {
        let mut text = format!("{VERSION} {}\0", self.commit);
        for (file, known) in &self.files {
            let racy = if known.racy { "r" } else { "-" };
            text.push_str(&format!("{} {racy} {} {file}\0", known.stamp.text(), known.digest));
        }
        text.push_str("end\0");
        let temp = git_dir.join(format!("{FILE}.new"));
        fs::write(&temp, text)?;
        fs::rename(temp, path(git_dir))
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Whether the stamp alone tells that `file` is as the commit has it.
    pub(super) fn is_fresh(&self, file: &str, stamp: &Stamp) -> bool {
        self.files.get(file).is_some_and(|known| !known.racy && known.stamp == *stamp)
    }

    /// Whether the commit has `file` at all.
    pub(super) fn knows(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Whether the commit has `file` with this content.
    pub(super) fn has(&self, file: &str, bytes: &[u8]) -> bool {
        self.files.get(file).is_some_and(|known| known.digest == content_digest(bytes))
    }

    /// Notes that the commit has `file` with this content.
    pub(super) fn note(&mut self, file: &str, stamp: &Stamp, bytes: &[u8], now: SystemTime) {
        self.files
            .insert(file.into(), Known { stamp: *stamp, racy: stamp.is_racy(now), digest: content_digest(bytes) });
    }

    pub(super) fn forget(&mut self, file: &str) {
        self.files.remove(file);
    }
}

fn path(git_dir: &Path) -> PathBuf {
    git_dir.join(FILE)
}

fn content_digest(bytes: &[u8]) -> String {
    digest::sha256(bytes)
}

/// Whether this is a commit's full name.
pub(super) fn is_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit())
}
