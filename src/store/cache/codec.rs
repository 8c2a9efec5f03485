//! Headers as bytes: an entry a memory, in the order of the table of their files.

use jiff::Timestamp;

use crate::model::{
    Kind, Memory,
    age::Source,
    bytes::{self, Bytes, put_maybe, put_number, put_text},
    memory::FileFacts,
};

/// Changes with the format, and whenever headers are read in another way.
const VERSION: &[u8; 16] = b"mem headers 0003";

/// What is remembered of a memory, borrowed from the file's bytes.
pub(super) struct Entry<'a> {
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

/// The entries, read one after the other.
pub(super) struct Entries<'a>(Bytes<'a>);

/// The entries; `None` when these are no headers of ours.
pub(super) fn read(bytes: &[u8]) -> Option<Entries<'_>> {
    bytes::opened(VERSION, bytes).map(Entries)
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self(rest) = self;
        let (name, description, type_text) = (rest.text()?, rest.maybe()?, rest.maybe()?);
        let dated = if rest.flag()? { Some(rest.signed()?) } else { None };
        Some(Entry { name, description, type_text, dated })
    }
}

/// The date of a header: `None` when it is too far away for 64 bits.
fn dated(memory: &Memory) -> Option<Option<i64>> {
    match memory.modified_source {
        Source::Header => i64::try_from(memory.modified.as_nanosecond()).ok().map(Some),
        Source::Git | Source::Mtime => Some(None),
    }
}

/// Whether an entry holds all that there is to know of a memory.
pub(super) fn is_writable(memory: &Memory) -> bool {
    dated(memory).is_some()
}

/// The bytes of these memories, each writable.
pub(super) fn write(memories: &[&Memory]) -> Vec<u8> {
    let mut entries = Vec::new();
    for memory in memories {
        let dated = dated(memory).flatten();
        put_text(&mut entries, &memory.name);
        put_maybe(&mut entries, memory.description.as_deref());
        put_maybe(&mut entries, memory.type_text.as_deref());
        entries.push(u8::from(dated.is_some()));
        if let Some(nanos) = dated {
            put_number(&mut entries, nanos.cast_unsigned());
        }
    }
    bytes::sealed(VERSION, &entries)
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::model::{Document, Memory, Stamp, memory::FileFacts};

    fn memory(text: &str) -> Memory {
        let stamp = Stamp { size: 7, mtime: -5, ctime: 9, inode: 3, device: 1 };
        let facts = FileFacts { file: "user_a.md".into(), path: "/s/user_a.md".into(), stamp };
        Document::new(facts, text.as_bytes().to_vec()).memory
    }

    #[test]
    fn what_is_written_comes_back_and_damage_is_noticed() {
        let dated = memory("---\nname: n\ndescription: d\ntype: user\nmodified: 2026-01-10\n---\nb\n");
        let plain = memory("b\n");
        let bytes = write(&[&dated, &plain]);
        let entries: Vec<_> = read(&bytes).unwrap().collect();
        assert_eq!(entries.len(), 2);
        for (entry, memory) in entries.iter().zip([dated, plain]) {
            let facts = FileFacts { file: memory.file.clone(), path: memory.path.clone(), stamp: memory.stamp };
            assert_eq!(
                format!("{:?}", entry.memory(facts)),
                format!("{:?}", Memory { problems: Vec::new(), ..memory })
            );
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(read(&damaged).is_none(), "byte {at}");
            assert!(read(&bytes[..at]).is_none(), "cut at {at}");
        }
    }
}
