//! Reading the history: versions of files, and what differs between two states.

use std::{
    collections::{BTreeSet, HashMap},
    time::SystemTime,
};

use super::{Git, GitError};
use crate::{
    store::{Store, scan, view::View},
    world::World,
};

/// The history for reading; it may be empty.
pub struct Reader {
    pub(super) git: Git,
    tip: String,
    /// The clock of the file system.
    wall: SystemTime,
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

impl Store {
    /// Opens the history for reading; `None` when there is none yet.
    ///
    /// # Errors
    /// [`GitError`] when it cannot be found or read, or there is no git that could have made one.
    pub fn past(&self, world: &World) -> Result<Option<Reader>, GitError> {
        let git = self.git(world)?;
        let tip = if git.exists() { super::tip(&git)? } else { None };
        match tip {
            Some(tip) => Ok(Some(Reader::of(git, tip, world.wall()))),
            None if super::State::last_commit(&git.dir).is_some() => {
                Err(git.damaged(&format!("{} is gone", super::REF)))
            }
            None => git.available().map(|()| None),
        }
    }

    /// Digests of the index lines that `mem` wrote; none where there is no history that can be read.
    /// git is not started for it.
    #[must_use]
    pub fn written(&self, world: &World) -> BTreeSet<String> {
        match self.git(world) {
            Ok(git) if super::tip(&git).is_ok_and(|tip| tip.is_some()) => super::written(&git),
            _ => BTreeSet::new(),
        }
    }
}

impl Reader {
    pub(super) fn of(git: Git, tip: String, wall: SystemTime) -> Self {
        Self { git, tip, wall }
    }

    /// The last revision.
    #[must_use]
    pub fn tip(&self) -> &str {
        &self.tip
    }

    /// The files of a revision.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn files(&self, rev: &str) -> Result<Vec<String>, GitError> {
        Ok(tree(&self.git, rev)?.into_iter().map(|(file, _)| file).collect())
    }

    /// All files that the history knows and that are not in the store now, newest removal first. The
    /// index is not among them.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn gone(&self, store: &Store) -> Result<Vec<String>, GitError> {
        // Removed by others and not noted yet: in the last revision still.
        let mut files = self.files(&self.tip)?;
        let removed = self.entries(None)?.into_iter().flat_map(|e| e.files).filter(|t| t.after.is_none());
        for touched in removed {
            if !files.contains(&touched.file) {
                files.push(touched.file);
            }
        }
        let there = store.scan().unwrap_or_default().files;
        files.retain(|f| !scan::is_index(f) && !there.iter().any(|t| t.file == *f));
        Ok(files)
    }

    /// The newest content of each of these files.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn last_versions(&self, files: &[String]) -> Result<Vec<(String, Vec<u8>)>, GitError> {
        let entries = self.entries(None)?;
        let last = |file: &String| {
            let mut touched = entries.iter().flat_map(|e| &e.files).filter(|t| t.file == *file);
            touched.find_map(|t| t.after.clone()).map(|id| (file.clone(), id))
        };
        let (files, ids): (Vec<_>, Vec<_>) = files.iter().filter_map(last).unzip();
        let contents = self.git.contents(&ids)?;
        Ok(files.into_iter().zip(contents).filter_map(|(file, bytes)| Some((file, bytes?))).collect())
    }

    /// A file's bytes in a revision; `None` when it is not in it.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read, or there is no such revision.
    pub fn file(&self, rev: &str, file: &str) -> Result<Option<Vec<u8>>, GitError> {
        Ok(blobs(&self.git, rev, &[file.to_owned()])?.pop().flatten())
    }

    /// The bytes that an id of [`super::Touched`] names.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn blob(&self, id: &str) -> Result<Vec<u8>, GitError> {
        let found = self.git.contents(&[id.to_owned()])?.pop().flatten();
        found.ok_or_else(|| self.git.damaged(&format!("the object {id} is missing")))
    }

    /// The full id of a revision that a person named; `None` when there is none.
    ///
    /// # Errors
    /// [`GitError::Missing`] without git.
    pub fn resolve(&self, rev: &str) -> Result<Option<String>, GitError> {
        let name = format!("{rev}^{{commit}}");
        match self.git.run(&["rev-parse", "--quiet", "--verify", "--end-of-options", &name]) {
            Ok(id) => Ok(Some(String::from_utf8_lossy(&id).trim().to_owned()).filter(|id| super::state::is_id(id))),
            // A name that nothing has, or a repository that nothing can be read from?
            Err(GitError::Damaged { .. }) => {
                self.git.run(&["cat-file", "-e", &format!("{}^{{tree}}", self.tip)]).map(|_| None)
            }
            Err(missing) => Err(missing),
        }
    }

    /// The files that two revisions have different, by path.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn between(&self, from: &str, to: &str) -> Result<Vec<Difference>, GitError> {
        let out = self.git.run(&["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to])?;
        let text = String::from_utf8_lossy(&out).into_owned();
        let files: Vec<String> = text.split('\0').filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let (before, after) = (blobs(&self.git, from, &files)?, blobs(&self.git, to, &files)?);
        let sides = before.into_iter().zip(after);
        Ok(files.into_iter().zip(sides).map(|(file, (before, after))| Difference { file, before, after }).collect())
    }

    /// The files that the store has different from a revision, by path.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn since(&self, rev: &str, store: &Store, view: &View) -> Result<Vec<Difference>, GitError> {
        let mut state = super::state(&self.git, &self.tip)?;
        let mut found = if rev == self.tip { Vec::new() } else { self.between(rev, &self.tip)? };
        let outside = super::edits(&mut state, store, view, self.wall);
        let (files, now): (Vec<_>, Vec<_>) = outside.into_iter().map(|(c, _)| (c.file, c.bytes)).unzip();
        let before = blobs(&self.git, rev, &files)?;
        for (file, (before, after)) in files.into_iter().zip(before.into_iter().zip(now)) {
            found.retain(|d| d.file != file);
            if before != after {
                found.push(Difference { file, before, after });
            }
        }
        found.sort_by(|a, b| a.file.cmp(&b.file));
        Ok(found)
    }
}

/// The files of a revision, each with the id of its content.
pub(super) fn tree(git: &Git, rev: &str) -> Result<Vec<(String, String)>, GitError> {
    let out = git.run(&["ls-tree", "-r", "-z", "--full-tree", rev])?;
    let text = String::from_utf8_lossy(&out);
    // Each `MODE TYPE ID<tab>PATH`, ended by NUL.
    let line = |line: &str| {
        let (head, file) = line.split_once('\t')?;
        Some((file.to_owned(), head.rsplit(' ').next()?.to_owned()))
    };
    Ok(text.split('\0').filter_map(line).collect())
}

/// The contents of files in a revision; `None` for those that it does not have.
pub(super) fn blobs(git: &Git, rev: &str, files: &[String]) -> Result<Vec<Option<Vec<u8>>>, GitError> {
    // The protocol ends a name at the line's end; such a file is named by its id.
    let odd = files.iter().any(|file| file.contains('\n'));
    let ids: HashMap<_, _> = if odd { tree(git, rev)?.into_iter().collect() } else { HashMap::new() };
    let name = |file: &String| match ids.get(file) {
        Some(id) => id.clone(),
        None if odd => "-".into(),
        None => format!("{rev}:{file}"),
    };
    git.contents(&files.iter().map(name).collect::<Vec<_>>())
}
