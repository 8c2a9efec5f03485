//! What was made of the memories' texts, kept with the stamps of the files that it was made of.
//!
//! The store does not know what it is. Whoever made it takes it for a file only while the file's
//! stamp is the same.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
};

use crate::{
    model::{
        Stamp,
        bytes::{self, Bytes, put_number, put_stamp, put_text},
    },
    store::Store,
};

const VERSION: &[u8; 16] = b"mem kept    0001";

/// Bytes of the shortest entry of the table.
const LEAST: usize = 48;

/// Something kept, open for reading.
#[derive(Debug)]
pub struct Kept {
    file: File,
    /// Where what was made begins, and where it ends.
    made: Range<u64>,
    /// The files, under a seal that was found whole.
    table: Vec<u8>,
}

impl Store {
    /// What was kept under this name; `None` when there is nothing, or it is damaged.
    #[must_use]
    pub fn kept(&self, name: &str) -> Option<Kept> {
        let mut file = File::open(self.cache.as_ref()?.beside(name)).ok()?;
        let end = file.metadata().ok()?.len();
        let mut size = [0; 8];
        file.read_exact(&mut size).ok()?;
        let size = Bytes(&size).number()?;
        let made = size.checked_add(8)?..end;
        let table = read(&file, 8..made.start, end)?;
        bytes::opened(VERSION, &table)?;
        Some(Kept { file, made, table })
    }

    /// Keeps what was made of these files, which come sorted, in place of what was kept before.
    /// Without a cache folder nothing is kept.
    ///
    /// # Errors
    /// What the system says: a cache that cannot be written costs time and no more.
    pub fn keep(&self, name: &str, files: &[(String, Stamp)], made: &[u8]) -> io::Result<()> {
        let Some(cache) = &self.cache else { return Ok(()) };
        let mut table = Vec::with_capacity(files.len() * 2 * LEAST);
        put_number(&mut table, files.len() as u64);
        for (file, stamp) in files {
            put_text(&mut table, file);
            put_stamp(&mut table, stamp);
        }
        let table = bytes::sealed(VERSION, &table);
        let mut whole = Vec::with_capacity(8 + table.len() + made.len());
        put_number(&mut whole, table.len() as u64);
        whole.extend_from_slice(&table);
        whole.extend_from_slice(made);
        super::write(&cache.beside(name), &whole)
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
    /// The files that it was made of, in order, with their stamps.
    pub fn files(&self) -> impl Iterator<Item = (&str, Stamp)> {
        let mut rest = Bytes(self.table.get(bytes::SEAL..).unwrap_or_default());
        let count = rest.count(LEAST).unwrap_or_default();
        (0..count).map_while(move |_| Some((rest.text()?, rest.stamp()?)))
    }

    /// Bytes of what was made; `None` when they cannot be read.
    #[must_use]
    pub fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let at = |n| self.made.start.checked_add(n);
        read(&self.file, at(range.start)?..at(range.end)?, self.made.end)
    }
}

/// Bytes of a file that has no more than `end`.
fn read(mut file: &File, range: Range<u64>, end: u64) -> Option<Vec<u8>> {
    let size = range.end.checked_sub(range.start).filter(|_| range.end <= end)?;
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    file.seek(SeekFrom::Start(range.start)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}
