//! The files that something was made of, with their stamps: looked up without taking it apart first.
//!
//! ```text
//! count    of files
//! stamps   of each file
//! ends     where each file's name ends
//! listed   the files in the order in which their directory lists them
//! names    one behind the other, sorted
//! ```

use crate::model::{
    Stamp,
    bytes::{self, Bytes, put_number, put_stamp},
};

/// Changes with the format, and with what is a memory.
const VERSION: &[u8; 16] = b"mem kept    0002";

/// Bytes of a stamp, and of what else there is of each file but its name.
const STAMP: usize = 40;
const ROW: usize = STAMP + 4 + 4;

/// The table, under a seal that was found whole.
#[derive(Debug)]
pub(super) struct Table {
    bytes: Vec<u8>,
    count: usize,
}

impl Table {
    /// `None` when this is no table of ours, or it is damaged.
    pub(super) fn open(bytes: Vec<u8>) -> Option<Self> {
        let count = bytes::opened(VERSION, &bytes)?.count(ROW)?;
        Some(Self { bytes, count })
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The path of a file below the store.
    pub(super) fn name(&self, at: usize) -> &str {
        std::str::from_utf8(self.raw_name(at)).unwrap_or_default()
    }

    pub(super) fn stamp(&self, at: usize) -> Option<Stamp> {
        Bytes(self.part(at * STAMP)).stamp()
    }

    /// The place of the file that is listed at this place of the directory.
    pub(super) fn listed(&self, nth: usize) -> Option<usize> {
        self.number(self.count * (STAMP + 4) + nth * 4)
    }

    /// The place of a file.
    pub(super) fn find(&self, name: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.raw_name(middle) < name { low = middle + 1 } else { high = middle }
        }
        (low < self.count && self.raw_name(low) == name).then_some(low)
    }

    pub(super) fn raw_name(&self, at: usize) -> &[u8] {
        let end = |at: usize| self.number(self.count * STAMP + at * 4);
        let start = at.checked_sub(1).map_or(Some(0), end);
        let names = self.part(self.count * ROW);
        start.zip(end(at)).and_then(|(start, end)| names.get(start..end)).unwrap_or_default()
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes = self.part(at).first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }

    /// What stands behind the count, from this byte on.
    fn part(&self, at: usize) -> &[u8] {
        self.bytes.get(bytes::SEAL + 8 + at..).unwrap_or_default()
    }
}

/// The bytes of a table. The files come sorted; `listed` has the place of each.
pub(super) fn write(files: &[(String, Stamp)], listed: &[usize]) -> Vec<u8> {
    let mut table = Vec::with_capacity(files.len() * 2 * ROW);
    put_number(&mut table, files.len() as u64);
    files.iter().for_each(|(_, stamp)| put_stamp(&mut table, stamp));
    let mut end = 0;
    for (file, _) in files {
        end += file.len();
        table.extend_from_slice(&(end as u32).to_le_bytes());
    }
    listed.iter().for_each(|at| table.extend_from_slice(&(*at as u32).to_le_bytes()));
    files.iter().for_each(|(file, _)| table.extend_from_slice(file.as_bytes()));
    bytes::sealed(VERSION, &table)
}

#[cfg(test)]
mod tests {
    use super::{Stamp, Table, write};

    #[test]
    fn files_are_found_and_damage_is_noticed() {
        let files: Vec<_> = (0..5).map(|n| (format!("{n}.md"), Stamp { size: n, ..Stamp::default() })).collect();
        let bytes = write(&files, &[4, 2, 0, 1, 3]);
        let table = Table::open(bytes.clone()).unwrap();
        for (at, (file, stamp)) in files.iter().enumerate() {
            assert_eq!(table.find(file.as_bytes()), Some(at));
            assert_eq!((table.name(at), table.stamp(at)), (file.as_str(), Some(*stamp)));
        }
        assert_eq!((0..5).map(|nth| table.listed(nth).unwrap()).collect::<Vec<_>>(), [4, 2, 0, 1, 3]);
        for missing in ["", "00.md", "2.m", "9.md"] {
            assert_eq!(table.find(missing.as_bytes()), None);
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Table::open(damaged).is_none() && Table::open(bytes[..at].to_vec()).is_none(), "byte {at}");
        }
        assert_eq!(Table::open(write(&[], &[])).unwrap().find(b"a.md"), None);
    }
}
