//! Reading the history: revisions, differences, old versions of a memory.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{Git, GitError};
use crate::{
    store::{Store, scan::Scan},
    world::World,
};

/// One revision.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id, 40 hex digits.
    pub rev: String,
    /// When it was made.
    pub time: Timestamp,
    /// What was done.
    pub subject: String,
    /// The files it changed.
    pub files: Vec<Touched>,
}

/// A file in a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// `A` added, `M` changed, `D` removed.
    pub status: char,
    /// Path below the store.
    pub file: String,
}

/// The history for reading; it may be empty.
pub struct Reader {
    git: Git,
}

impl Store {
    /// Opens the history for reading; `None` when there is none yet.
    ///
    /// # Errors
    /// [`GitError`] when it cannot be found.
    pub fn past(&self, world: &World) -> Result<Option<Reader>, GitError> {
        let git = self.git(world)?;
        Ok(git.exists().then_some(Reader { git }).filter(|r| matches!(super::tip(&r.git), Ok(Some(_)) | Err(_))))
    }
}

/// How the message of a rename begins.
pub const MOVED: &str = "mv: ";

/// Between the parts of an entry, and before each: characters that no subject holds.
const FIELD: &str = "%x1f";
const RECORD: &str = "%x1e";

impl Reader {
    /// The revisions, newest first, of all files or of one; those that changed nothing are left out.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn entries(&self, file: Option<&str>, limit: Option<usize>) -> Result<Vec<Entry>, GitError> {
        let format = format!("--format={RECORD}%H{FIELD}%ct{FIELD}%s{FIELD}");
        let mut args = vec!["log", "-z", "--no-renames", "--name-status", "--root", &format, "main", "--"];
        args.extend(file);
        let out = self.git.run(&args)?;
        let text = String::from_utf8_lossy(&out);
        let entries = text.split('\u{1e}').filter_map(entry).filter(|e| !e.files.is_empty());
        Ok(entries.take(limit.unwrap_or(usize::MAX)).collect())
    }

    /// A file's bytes in a revision; `None` when it is not in it.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read, or there is no such revision.
    pub fn file(&self, rev: &str, file: &str) -> Result<Option<Vec<u8>>, GitError> {
        let listed = self.git.run(&["ls-tree", "-z", rev, "--", file])?;
        if listed.is_empty() {
            return Ok(None);
        }
        self.git.run(&["cat-file", "blob", &format!("{rev}:{file}")]).map(Some)
    }

    /// The full id of a revision that a person named; `None` when there is none.
    ///
    /// # Errors
    /// [`GitError::Missing`] without git.
    pub fn resolve(&self, rev: &str) -> Result<Option<String>, GitError> {
        let name = format!("{rev}^{{commit}}");
        match self.git.run(&["rev-parse", "--quiet", "--verify", "--end-of-options", &name]) {
            Ok(id) => Ok(Some(String::from_utf8_lossy(&id).trim().to_owned())),
            Err(GitError::Damaged { .. }) => Ok(None),
            Err(missing) => Err(missing),
        }
    }

    /// All files that any revision removed, newest removal first, each once; some may be back. A
    /// file that was given another name was not removed.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn removed(&self) -> Result<Vec<String>, GitError> {
        let mut files: Vec<String> = Vec::new();
        for entry in self.entries(None, None)?.into_iter().filter(|e| !e.subject.starts_with(MOVED)) {
            for touched in entry.files.into_iter().filter(|t| t.status == 'D') {
                if !files.contains(&touched.file) {
                    files.push(touched.file);
                }
            }
        }
        Ok(files)
    }
}

/// One record: id, time, subject, then NUL-separated status and file in turn.
fn entry(record: &str) -> Option<Entry> {
    let mut fields = record.splitn(4, '\u{1f}');
    let (rev, time, subject, files) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let time = Timestamp::from_second(time.parse().ok()?).ok()?;
    let mut parts = files.split('\0').map(|p| p.trim_start_matches('\n')).filter(|p| !p.is_empty());
    let mut touched = Vec::new();
    while let (Some(status), Some(file)) = (parts.next(), parts.next()) {
        touched.push(Touched { status: status.chars().next().unwrap_or('M'), file: file.to_owned() });
    }
    Some(Entry { rev: rev.to_owned(), time, subject: subject.to_owned(), files: touched })
}

/// A file that differs between two states of the store.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Path below the store.
    pub file: String,
    /// Its bytes before; `None` when it was not there.
    pub before: Option<Vec<u8>>,
    /// Its bytes after; `None` when it is not there.
    pub after: Option<Vec<u8>>,
}

impl Reader {
    /// Digests of the index lines that `mem` wrote.
    #[must_use]
    pub fn written(&self) -> BTreeSet<String> {
        super::written(&self.git)
    }

    /// The files that two revisions have different, by path.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn between(&self, from: &str, to: &str) -> Result<Vec<Difference>, GitError> {
        let out = self.git.run(&["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to])?;
        let files = String::from_utf8_lossy(&out).into_owned();
        let difference = |file: &str| {
            Ok(Difference { file: file.into(), before: self.file(from, file)?, after: self.file(to, file)? })
        };
        files.split('\0').filter(|f| !f.is_empty()).map(difference).collect()
    }

    /// The files that the store has different from a revision, by path.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn since(&self, rev: &str, store: &Store, scan: &Scan) -> Result<Vec<Difference>, GitError> {
        let Some(tip) = super::tip(&self.git)? else { return Ok(Vec::new()) };
        let outside = super::outside(&self.git, &tip, store, scan);
        let mut found = if rev == tip { Vec::new() } else { self.between(rev, &tip)? };
        for (change, _) in outside {
            let before = self.file(rev, &change.file)?;
            found.retain(|d| d.file != change.file);
            if before != change.bytes {
                found.push(Difference { file: change.file, before, after: change.bytes });
            }
        }
        found.sort_by(|a, b| a.file.cmp(&b.file));
        Ok(found)
    }

    /// The last revision; `None` in an empty history.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn tip(&self) -> Result<Option<String>, GitError> {
        super::tip(&self.git)
    }
}
