//! The cache as bytes: an entry a memory, sorted by file.

use jiff::Timestamp;

use crate::model::{
    Kind, Memory, Stamp,
    age::Source,
    bytes::{self, Bytes, put_maybe, put_number, put_stamp, put_text},
    memory::FileFacts,
};

/// Changes with the format, and whenever headers are read in another way.
const VERSION: &[u8; 16] = b"mem headers 0002";

/// Bytes of the shortest entry.
const LEAST: usize = 59;

/// What is remembered of a memory, borrowed from the file's bytes.
pub(super) struct Entry<'a> {
    pub(super) stamp: Stamp,
    name: &'a str,
    description: Option<&'a str>,
    type_text: Option<&'a str>,
    /// Nanoseconds since 1970, where the header has a date.
    dated: Option<i64>,
}

impl Entry<'_> {
    /// The memory, for the file as it is now.
    pub(super) fn memory(&self, facts: FileFacts) -> Memory {
        let dated = self.dated.and_then(|nanos| Timestamp::from_nanosecond(nanos.into()).ok());
        Memory {
            name: self.name.to_owned(),
            description: self.description.map(str::to_owned),
            kind: self.type_text.and_then(Kind::parse),
            type_text: self.type_text.map(str::to_owned),
            modified: dated.unwrap_or_else(|| facts.stamp.modified()),
            modified_source: if dated.is_some() { Source::Header } else { Source::Mtime },
            stamp: facts.stamp,
            file: facts.file,
            path: facts.path,
            problems: Vec::new(),
        }
    }
}

/// The entries, sorted by file, read one after the other.
pub(super) struct Entries<'a> {
    rest: Bytes<'a>,
    left: usize,
}

/// The entries; `None` when this is no cache of ours.
pub(super) fn read(bytes: &[u8]) -> Option<Entries<'_>> {
    let mut rest = bytes::opened(VERSION, bytes)?;
    let left = rest.count(LEAST)?;
    Some(Entries { rest, left })
}

impl Entries<'_> {
    /// How many are still to come.
    pub(super) fn left(&self) -> usize {
        self.left
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a str, Entry<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let rest = &mut self.rest;
        let (file, stamp) = (rest.text()?, rest.stamp()?);
        let (name, description, type_text) = (rest.text()?, rest.maybe()?, rest.maybe()?);
        let dated = if rest.flag()? { Some(rest.signed()?) } else { None };
        Some((file, Entry { stamp, name, description, type_text, dated }))
    }
}

/// The bytes of these memories, which come sorted by file.
pub(super) fn write<'m>(memories: impl Iterator<Item = (&'m Memory, Stamp)>) -> Vec<u8> {
    let mut entries = Vec::new();
    let mut count = 0_u64;
    for (memory, stamp) in memories {
        let dated =
            (memory.modified_source == Source::Header).then(|| i64::try_from(memory.modified.as_nanosecond()).ok());
        // A date too far away for 64 bits is read again each time.
        if dated == Some(None) {
            continue;
        }
        count += 1;
        put_text(&mut entries, &memory.file);
        put_stamp(&mut entries, &stamp);
        put_text(&mut entries, &memory.name);
        put_maybe(&mut entries, memory.description.as_deref());
        put_maybe(&mut entries, memory.type_text.as_deref());
        entries.push(u8::from(dated.is_some()));
        if let Some(nanos) = dated.flatten() {
            put_number(&mut entries, nanos.cast_unsigned());
        }
    }
    let mut body = Vec::with_capacity(entries.len() + 8);
    put_number(&mut body, count);
    body.append(&mut entries);
    bytes::sealed(VERSION, &body)
}

#[cfg(test)]
mod tests {
    use super::{Stamp, read, write};
    use crate::model::{Document, memory::FileFacts};

    fn memory(text: &str) -> crate::model::Memory {
        let facts = FileFacts { file: "user_a.md".into(), path: "/s/user_a.md".into(), stamp: Stamp::default() };
        Document::new(facts, text.as_bytes().to_vec()).memory
    }

    #[test]
    fn what_is_written_comes_back_and_damage_is_noticed() {
        let dated = memory("---\nname: n\ndescription: d\ntype: user\nmodified: 2026-01-10\n---\nb\n");
        let stamp = Stamp { size: 7, mtime: -5, ctime: 9, inode: 3, device: 1 };
        let bytes = write([(&dated, stamp)].into_iter());
        let entries: Vec<_> = read(&bytes).unwrap().collect();
        let [("user_a.md", entry)] = &entries[..] else { panic!("one entry") };
        assert_eq!(entry.stamp, stamp);
        let back = entry.memory(FileFacts { file: "user_a.md".into(), path: "/s/user_a.md".into(), stamp });
        assert_eq!(format!("{back:?}"), format!("{:?}", crate::model::Memory { stamp, ..dated }));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(read(&damaged).is_none(), "byte {at}");
            assert!(read(&bytes[..at]).is_none(), "cut at {at}");
        }
    }
}
