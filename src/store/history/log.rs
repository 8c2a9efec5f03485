//! The revisions, read from `git log`.

use jiff::Timestamp;

use super::{GitError, Reader, state::is_id};

/// One revision.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Path below the store.
    pub file: String,
    /// The id of its content before; `None` when it was not there.
    pub before: Option<String>,
    /// The id of its content after; `None` when it was removed.
    pub after: Option<String>,
}

impl Touched {
    /// `A` added, `M` changed, `D` removed.
    #[must_use]
    pub fn status(&self) -> char {
        match (&self.before, &self.after) {
            (None, _) => 'A',
            (_, None) => 'D',
            _ => 'M',
        }
    }
}

/// Between the parts of an entry, and before each: characters that no subject holds.
const FIELD: char = '\u{1f}';
const RECORD: char = '\u{1e}';

impl Reader {
    /// The revisions, newest first.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn entries(&self, limit: Option<usize>) -> Result<Vec<Entry>, GitError> {
        self.log("main", limit)
    }

    /// One revision; `None` when it changed nothing.
    ///
    /// # Errors
    /// [`GitError`] when the repository cannot be read.
    pub fn entry(&self, rev: &str) -> Result<Option<Entry>, GitError> {
        Ok(self.log(rev, Some(1))?.into_iter().find(|e| e.rev == rev))
    }

    fn log(&self, rev: &str, limit: Option<usize>) -> Result<Vec<Entry>, GitError> {
        let format = format!("--format={RECORD}%H{FIELD}%ct{FIELD}%s{FIELD}");
        let limit = format!("--max-count={}", limit.unwrap_or(usize::MAX).min(i32::MAX as usize));
        let mut args = vec!["log", "-z", "--no-renames", "--raw", "--no-abbrev", "--root", &format, &limit];
        // With a path, revisions that changed nothing are left out.
        args.extend([rev, "--", "."]);
        let out = self.git.run(&args)?;
        Ok(records(&String::from_utf8_lossy(&out)).iter().filter_map(|r| entry(r)).collect())
    }
}

/// The parts that begin with an entry's id; a file name may hold the separator too.
fn records(text: &str) -> Vec<String> {
    let mut records: Vec<String> = Vec::new();
    for part in text.split(RECORD) {
        match records.last_mut() {
            Some(last) if !part.split(FIELD).next().is_some_and(is_id) => {
                last.push(RECORD);
                last.push_str(part);
            }
            _ => records.push(part.to_owned()),
        }
    }
    records
}

/// One record: id, time, subject, then the files.
fn entry(record: &str) -> Option<Entry> {
    let mut fields = record.splitn(4, FIELD);
    let (rev, time, subject, files) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let time = Timestamp::from_second(time.parse().ok()?).ok()?;
    Some(Entry { rev: rev.to_owned(), time, subject: subject.to_owned(), files: touched(files) })
}

/// `:MODE MODE ID ID STATUS` and the file in turn, each ended by NUL.
fn touched(text: &str) -> Vec<Touched> {
    let mut touched = Vec::new();
    let mut parts = text.split('\0').skip(1);
    while let (Some(facts), Some(file)) = (parts.next(), parts.next()) {
        let mut ids = facts.split(' ').skip(2).map(|id| Some(id.to_owned()).filter(|id| id.contains(|c| c != '0')));
        let (before, after) = (ids.next().flatten(), ids.next().flatten());
        touched.push(Touched { file: file.to_owned(), before, after });
    }
    touched
}

#[cfg(test)]
mod tests {
    use super::{entry, records};

    #[test]
    fn entries_with_odd_file_names() {
        let (id, zero, blob) = ("a".repeat(40), "0".repeat(40), "b".repeat(40));
        let one = format!("{id}\u{1f}5\u{1f}add: x\u{1f}\0\n:000000 100644 {zero} {blob} A\0\n\u{1e}a\u{1f}\n.md\0");
        let two = format!("{one}:100644 000000 {blob} {zero} D\0c.md\0");
        let text = format!("\u{1e}{two}\u{1e}{one}");
        let found: Vec<_> = records(&text).iter().filter_map(|r| entry(r)).collect();
        assert_eq!(found.iter().map(|e| e.files.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!((found[0].subject.as_str(), found[0].time.as_second()), ("add: x", 5));
        let files: Vec<_> = found[0].files.iter().map(|t| (t.status(), t.file.as_str())).collect();
        assert_eq!(files, [('A', "\n\u{1e}a\u{1f}\n.md"), ('D', "c.md")]);
        assert_eq!(found[0].files[0].after.as_deref(), Some(blob.as_str()));
    }
}
