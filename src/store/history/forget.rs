//! Taking memories out of every revision: the history is written anew beside the old one, which
//! then goes as a whole, so that no object, pack or report of it is left.

use std::{
    collections::{BTreeSet, HashMap},
    fs, io,
    path::PathBuf,
};

use super::{Change, Entry, Git, GitError, History, LINES, Reader, import, import::Commit, lineage::lineage};
use crate::store::scan;

impl History {
    /// Whether all that a new history would be made of can be read.
    ///
    /// # Errors
    /// [`GitError`] when it cannot.
    pub fn can_forget(&self) -> Result<(), GitError> {
        self.git.available()?;
        let Some(tip) = self.tip.clone() else { return Ok(()) };
        let entries = Reader::of(self.git.clone(), tip, self.opened).entries(None)?;
        contents(&self.git, &entries, &Doomed::new()).map(drop)
    }

    /// Writes the history anew without these memories, whatever files they were in before. The
    /// index goes out of the past too: its lines quote descriptions.
    ///
    /// # Errors
    /// [`GitError`] when git cannot; the old history is then as it was.
    pub fn forget(&mut self, files: &[String]) -> Result<(), GitError> {
        let Some(tip) = self.tip.clone() else { return Ok(()) };
        let past = Reader::of(self.git.clone(), tip, self.opened);
        let entries = past.entries(None)?;
        let doomed = doomed(&entries, files);
        let contents = contents(&self.git, &entries, &doomed)?;
        let kept = kept(&entries, &doomed, &contents);
        let commits: Vec<Commit<'_>> = kept
            .iter()
            .filter(|(_, _, changes)| !changes.is_empty())
            .map(|(subject, seconds, changes)| Commit { subject, seconds: *seconds, changes })
            .collect();
        let (new, _) = beside(&self.git);
        fs::remove_dir_all(&new.dir).or_else(not_there).map_err(|e| self.git.damaged(&e.to_string()))?;
        new.init()?;
        self.tip = if commits.is_empty() { None } else { Some(import::run(&new, &commits, None)?) };
        let gone = entries.iter().enumerate().flat_map(|(at, e)| e.files.iter().map(move |t| (at, &t.file)));
        gone.filter(|(at, file)| is_doomed(&doomed, *at, file) && !self.is_left(&kept, file))
            .map(|(_, file)| file.clone())
            .collect::<Vec<_>>()
            .iter()
            .for_each(|file| self.state.forget(file));
        self.swap(&new)
    }

    /// Whether the new history still ends with this file in place.
    fn is_left(&self, kept: &[Kept], file: &str) -> bool {
        let last = kept.iter().rev().flat_map(|(_, _, changes)| changes).find(|c| c.file == file);
        last.is_some_and(|c| c.bytes.is_some())
    }

    /// Puts the new repository in the place of the old one. Whatever instant this is cut off at,
    /// [`finish`] ends it.
    fn swap(&mut self, new: &Git) -> Result<(), GitError> {
        let trouble = |e: io::Error| self.git.damaged(&e.to_string());
        if let Some(tip) = &self.tip {
            self.state.commit.clone_from(tip);
            self.state.draft(&new.dir).and_then(|note| note.finish(&new.dir, tip)).map_err(trouble)?;
        }
        fs::copy(self.git.dir.join(LINES), new.dir.join(LINES)).map(drop).or_else(not_there).map_err(trouble)?;
        let (_, old) = beside(&self.git);
        fs::remove_dir_all(&old).or_else(not_there).map_err(trouble)?;
        fs::rename(&self.git.dir, &old).map_err(trouble)?;
        fs::rename(&new.dir, &self.git.dir).map_err(trouble)?;
        fs::remove_dir_all(&old)
            .map_err(|e| self.git.damaged(&format!("what was forgotten is still in {}: {e}", old.display())))
    }

    /// Damaged histories that were set aside: they may hold what is to be forgotten.
    #[must_use]
    pub fn set_aside(&self) -> Vec<PathBuf> {
        let name = format!("{}.damaged-", self.git.dir.file_name().unwrap_or_default().to_string_lossy());
        let siblings = self.git.dir.parent().and_then(|parent| fs::read_dir(parent).ok());
        let siblings = siblings.into_iter().flatten().flatten();
        siblings.filter(|e| e.file_name().to_string_lossy().starts_with(&name)).map(|e| e.path()).collect()
    }
}

/// A revision as it will be: subject, seconds, changes.
type Kept = (String, i64, Vec<Change>);

/// Files by the revision in which they are to be forgotten.
type Doomed = BTreeSet<(usize, String)>;

fn doomed(entries: &[Entry], files: &[String]) -> Doomed {
    let revisions = files.iter().flat_map(|file| lineage(entries, file));
    revisions.flat_map(|(at, files)| files.into_iter().map(move |file| (at, file))).collect()
}

fn is_doomed(doomed: &Doomed, at: usize, file: &str) -> bool {
    scan::is_index(file) || doomed.contains(&(at, file.to_owned()))
}

/// What the remaining revisions hold, by id.
fn contents(git: &Git, entries: &[Entry], doomed: &Doomed) -> Result<HashMap<String, Vec<u8>>, GitError> {
    let files = entries.iter().enumerate().flat_map(|(at, e)| e.files.iter().map(move |t| (at, t)));
    let ids = files.filter(|(at, t)| !is_doomed(doomed, *at, &t.file)).filter_map(|(_, t)| t.after.clone());
    let ids: Vec<String> = ids.collect::<BTreeSet<_>>().into_iter().collect();
    let contents = git.contents(&ids)?;
    let whole = |(id, content): (String, Option<Vec<u8>>)| {
        content.map(|bytes| (id, bytes)).ok_or_else(|| git.damaged("objects are missing"))
    };
    ids.into_iter().zip(contents).map(whole).collect()
}

/// The remaining changes, oldest first.
fn kept(entries: &[Entry], doomed: &Doomed, contents: &HashMap<String, Vec<u8>>) -> Vec<Kept> {
    let names: BTreeSet<&str> = doomed.iter().map(|(_, file)| file.as_str()).collect();
    let one = |(at, entry): (usize, &Entry)| {
        let files = entry.files.iter().filter(|t| !is_doomed(doomed, at, &t.file));
        let change = |t: &super::Touched| Change {
            file: t.file.clone(),
            bytes: t.after.as_ref().and_then(|id| contents.get(id)).cloned(),
        };
        (nameless(&entry.subject, &names), entry.time.as_second(), files.map(change).collect())
    };
    entries.iter().enumerate().rev().map(one).collect()
}

/// The subject without these file names, which are made of the memories' names.
fn nameless(subject: &str, names: &BTreeSet<&str>) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches(',');
        if names.contains(bare) { format!("(forgotten){}", &word[bare.len()..]) } else { word.to_owned() }
    };
    let whole =
        names.iter().filter(|name| name.contains(' ')).fold(subject.to_owned(), |s, n| s.replace(n, "(forgotten)"));
    whole.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The repository that is being written, and where the old one goes.
fn beside(git: &Git) -> (Git, PathBuf) {
    (git.at(git.dir.with_extension("new")), git.dir.with_extension("old"))
}

/// Ends what a kill cut off: the new history is complete as soon as the old one has gone aside.
pub(super) fn finish(git: &Git) {
    let (new, old) = beside(git);
    if old.exists() && !git.dir.exists() {
        let _ = fs::rename(&new.dir, &git.dir);
    }
    if git.dir.exists() {
        // What cannot be removed now is tried again by the next change.
        let _ = fs::remove_dir_all(&new.dir).and(fs::remove_dir_all(&old));
    }
}

fn not_there(err: io::Error) -> io::Result<()> {
    if err.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(err) }
}

#[cfg(test)]
mod tests {
    use super::nameless;

    #[test]
    fn subjects_lose_the_names() {
        let names = ["user_key.md", "user_a b.md"].into();
        assert_eq!(nameless("rm: user_key.md, my_user_key.md", &names), "rm: (forgotten), my_user_key.md");
        assert_eq!(nameless("mv: user_a b.md to user_key.md", &names), "mv: (forgotten) to (forgotten)");
    }
}
