//! A small store beside a small project: shown on a rule's page, and tried by a test.

use jiff::Timestamp;

use super::{Commit, Facts, IndexText, Questions, Snapshot};
use crate::{
    model::{Document, Stamp, memory::FileFacts},
    store::scan::{self, Skipped},
};

/// What a rule finds in these files; nothing in good ones.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// One line before it on the page: what it shows.
    pub title: &'static str,
    /// Files of the store with their texts, `MEMORY.md` too. The clock says 2026-11-29, 12:00 UTC, and
    /// no file was touched for a year.
    pub store: &'static [(&'static str, &'static str)],
    /// Files of the store that are no UTF-8.
    pub raw: &'static [(&'static str, &'static [u8])],
    /// Files of the store that are not opened, with the reason.
    pub skipped: &'static [(&'static str, &'static str)],
    /// Files of the project with their texts.
    pub project: &'static [(&'static str, &'static str)],
    /// Commits of the project: full name and subject.
    pub commits: &'static [(&'static str, &'static str)],
    /// Files that git knows to be renamed: from and to.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Where the rule finds something: `feedback_x.md:7`, or `feedback_x.md` for the whole file.
    pub found: &'static [&'static str],
    /// The files that its fixes change, as they are then.
    pub fixed: &'static [(&'static str, &'static str)],
}

impl Example {
    /// Nothing, to be filled in: `Example { store: …, ..Example::EMPTY }`.
    pub const EMPTY: Self = Self {
        title: "",
        store: &[],
        raw: &[],
        skipped: &[],
        project: &[],
        commits: &[],
        renamed: &[],
        found: &[],
        fixed: &[],
    };

    /// When it is looked at: 2026-11-29T12:00:00Z.
    #[must_use]
    pub fn now() -> Timestamp {
        Timestamp::from_second(1_795_953_600).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The store.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        for (file, text) in self.store {
            let name = file.rsplit('/').next().unwrap_or(file);
            if scan::is_index(file) {
                snapshot.index = Some(IndexText::new(*file, *text, true));
                continue;
            }
            let document = document(file, text.as_bytes());
            let readme = document.memory.stem().eq_ignore_ascii_case("readme") && !document.header.exists();
            if readme || !scan::is_memory_name(name.as_ref()) {
                snapshot.strays.push((*file).into());
            } else {
                snapshot.memories.push(document);
            }
        }
        for (file, bytes) in self.raw {
            if scan::is_index(file) {
                let text = String::from_utf8_lossy(bytes).into_owned();
                snapshot.index = Some(IndexText::new(*file, text, false));
            } else {
                snapshot.memories.push(document(file, bytes));
            }
        }
        let skipped = |(file, why): &(&str, &str)| Skipped { file: (*file).into(), why: (*why).into() };
        snapshot.skipped = self.skipped.iter().map(skipped).collect();
        snapshot.memories.sort_by(|a, b| a.memory.file.cmp(&b.memory.file));
        snapshot
    }

    /// What the project answers.
    #[must_use]
    pub fn facts(&self, questions: &Questions<'_>) -> Facts {
        let commits = self.commits.iter().map(|(id, subject)| Commit { id: (*id).into(), subject: (*subject).into() });
        let renamed = self.renamed.iter().map(|(from, to)| ((*from).into(), (*to).into()));
        Facts::of_texts(self.project, questions).with_git(commits.collect(), renamed.collect())
    }
}

fn document(file: &str, bytes: &[u8]) -> Document {
    const YEAR: i64 = 365 * 86_400;
    let mtime = (Example::now().as_second() - YEAR) * 1_000_000_000;
    let stamp = Stamp { size: bytes.len() as u64, mtime, ..Stamp::default() };
    let path = scan::path_of("/store".as_ref(), file);
    Document::new(FileFacts { file: file.into(), path, stamp }, bytes.into())
}
