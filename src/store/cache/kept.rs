//! What was made of the memories' texts, kept with the stamps of the files that it was made of.
//!
//! The store does not know what it is. Whoever made it takes it for a file only while the file's
//! stamp is the same.

use std::{
    fs::File,
    io::{self, Write},
    ops::Range,
};

use super::{
    read_at,
    table::{self, Table},
};
use crate::{
    model::{Stamp, bytes::Bytes, memory::FileFacts},
    store::{Store, look::Below, scan::path_of},
};

/// So many files may be gone from a listing, one behind the other, before the others are searched for.
const AHEAD: usize = 4;

/// Something kept, open for reading.
#[derive(Debug)]
pub struct Kept {
    file: File,
    /// Where what was made begins, and where it ends.
    made: Range<u64>,
    table: Table,
}

impl Store {
    /// What was kept under this name; `None` when there is nothing, or it is damaged.
    #[must_use]
    pub fn kept(&self, name: &str) -> Option<Kept> {
        Kept::of(File::open(self.cache.as_ref()?.beside(name)).ok()?)
    }

    /// Keeps what was made of these files, which come sorted, in place of what was kept before.
    /// Without a cache folder nothing is kept.
    ///
    /// # Errors
    /// What the system says: a cache that cannot be written costs time and no more.
    pub fn keep(&self, name: &str, files: &[(String, Stamp)], made: &[u8]) -> io::Result<()> {
        self.keep_by(name, files, |file| file.write_all(made)).map(drop)
    }

    /// The same for what comes bit by bit, and what is kept now.
    ///
    /// # Errors
    /// As [`Store::keep`], and those of `put`; then what was kept before stays.
    pub fn keep_by(
        &self,
        name: &str,
        files: &[(String, Stamp)],
        put: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Option<Kept>> {
        let Some(cache) = &self.cache else { return Ok(None) };
        let file = super::write_by(&cache.beside(name), |file| {
            let table = table::write(files, &self.listed(files));
            file.write_all(&(table.len() as u64).to_le_bytes())?;
            file.write_all(&table)?;
            put(file)
        });
        file.map(Kept::of)
    }

    /// The places of these files in the order in which the directory lists them, and behind that of those
    /// in folders.
    fn listed(&self, files: &[(String, Stamp)]) -> Vec<usize> {
        let mut listed = Vec::with_capacity(files.len());
        let mut is_left = vec![true; files.len()];
        Below::new(&self.dir).list(|name, _| {
            let at = files.binary_search_by(|(file, _)| file.as_bytes().cmp(name.as_encoded_bytes()));
            listed.extend(at.ok().filter(|at| std::mem::take(&mut is_left[*at])));
        });
        listed.extend((0..files.len()).filter(|at| is_left[*at]));
        listed
    }

    /// Whether this was asked before; from now on it was. Never where that cannot be noted.
    #[must_use]
    pub fn asked_before(&self, name: &str) -> bool {
        let Some(cache) = &self.cache else { return false };
        let note = cache.beside(&format!("{name}.asked"));
        if note.exists() {
            return true;
        }
        let _ = super::write(&note, b"");
        false
    }
}

impl Kept {
    fn of(file: File) -> Option<Self> {
        let end = file.metadata().ok()?.len();
        let size = Bytes(&read(&file, 0..8, end)?).number()?;
        let made = size.checked_add(8).filter(|start| *start <= end)?..end;
        let table = Table::open(read(&file, 8..made.start, end)?)?;
        Some(Self { file, made, table })
    }

    /// How many files it was made of.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether it was made of nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The files that it was made of, in order, with their stamps.
    pub fn files(&self) -> impl Iterator<Item = (&str, Stamp)> {
        (0..self.len()).map(|at| (self.name(at), self.stamp(at)))
    }

    /// The path below the store of the file at this place; empty where there is none.
    #[must_use]
    pub fn name(&self, at: usize) -> &str {
        self.table.name(at)
    }

    /// The state of the file at this place when it was made; no file's where there is none.
    #[must_use]
    pub fn stamp(&self, at: usize) -> Stamp {
        self.table.stamp(at).unwrap_or_default()
    }

    /// The place of a file.
    #[must_use]
    pub fn find(&self, file: &str) -> Option<usize> {
        self.table.find(file.as_bytes())
    }

    /// The file at this place, as it was.
    #[must_use]
    pub fn facts(&self, store: &Store, at: usize) -> FileFacts {
        let file = self.name(at).to_owned();
        FileFacts { path: path_of(store.dir(), &file), file, stamp: self.stamp(at) }
    }

    /// Whether the file at this place is as it was.
    pub(in crate::store) fn is_same(&self, below: &Below, at: usize) -> bool {
        self.table.stamp(at).is_some_and(|stamp| below.is_as(self.table.raw_name(at), &stamp))
    }

    /// The place of the file that this name of a listing means; `next` is the place in the listing that
    /// is expected, and moves on. A directory mostly lists what it has listed before.
    pub(in crate::store) fn place(&self, name: &[u8], next: &mut usize) -> Option<usize> {
        let is_it = |nth: &usize| self.table.listed(*nth).is_some_and(|at| self.table.raw_name(at) == name);
        if let Some(nth) = (*next..self.len().min(*next + AHEAD)).find(is_it) {
            *next = nth + 1;
            return self.table.listed(nth);
        }
        self.table.find(name)
    }

    /// How many bytes were made.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.made.end - self.made.start
    }

    /// All of what was made; `None` when it cannot be read.
    #[must_use]
    pub fn all(&self) -> Option<Vec<u8>> {
        self.read(0..self.size())
    }

    /// Bytes of what was made; `None` when they cannot be read.
    #[must_use]
    pub fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let at = |n| self.made.start.checked_add(n);
        read(&self.file, at(range.start)?..at(range.end)?, self.made.end)
    }
}

/// Bytes of a file that has no more than `end`.
fn read(file: &File, range: Range<u64>, end: u64) -> Option<Vec<u8>> {
    let size = range.end.checked_sub(range.start).filter(|_| range.end <= end)?;
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    read_at(file, &mut bytes, range.start).ok()?;
    Some(bytes)
}
