//! The cache as bytes: a version, a checksum, then an entry a memory.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::model::{Kind, Memory, Stamp, age::Source, memory::FileFacts};

/// Changes with the format, and whenever headers are read in another way.
const VERSION: &[u8; 16] = b"mem headers 0001";

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

/// The entries by file; `None` when this is no cache of ours.
pub(super) fn read(bytes: &[u8]) -> Option<HashMap<&str, Entry<'_>>> {
    let mut rest = Bytes(bytes.strip_prefix(VERSION)?);
    if rest.number()? != checksum(rest.0) {
        return None;
    }
    let count = usize::try_from(rest.number()?).ok()?;
    // A count is only believed as far as there are bytes for it.
    let mut entries = HashMap::with_capacity(count.min(bytes.len() / 64));
    for _ in 0..count {
        let file = rest.text()?;
        let stamp = Stamp {
            size: rest.number()?,
            mtime: rest.signed()?,
            ctime: rest.signed()?,
            inode: rest.number()?,
            device: rest.number()?,
        };
        let (name, description, type_text) = (rest.text()?, rest.maybe()?, rest.maybe()?);
        let dated = if rest.flag()? { Some(rest.signed()?) } else { None };
        entries.insert(file, Entry { stamp, name, description, type_text, dated });
    }
    Some(entries)
}

/// The bytes of these memories.
pub(super) fn write<'m>(memories: impl Iterator<Item = (&'m Memory, Stamp)>) -> Vec<u8> {
    let mut body = Vec::new();
    let mut count = 0_u64;
    for (memory, stamp) in memories {
        let dated =
            (memory.modified_source == Source::Header).then(|| i64::try_from(memory.modified.as_nanosecond()).ok());
        // A date too far away for 64 bits is read again each time.
        if dated == Some(None) {
            continue;
        }
        count += 1;
        text(&mut body, &memory.file);
        for number in [stamp.size, stamp.mtime.cast_unsigned(), stamp.ctime.cast_unsigned(), stamp.inode, stamp.device]
        {
            body.extend_from_slice(&number.to_le_bytes());
        }
        text(&mut body, &memory.name);
        maybe(&mut body, memory.description.as_deref());
        maybe(&mut body, memory.type_text.as_deref());
        body.push(u8::from(dated.is_some()));
        if let Some(nanos) = dated.flatten() {
            body.extend_from_slice(&nanos.to_le_bytes());
        }
    }
    let mut summed = count.to_le_bytes().to_vec();
    summed.append(&mut body);
    let mut bytes = VERSION.to_vec();
    bytes.extend_from_slice(&checksum(&summed).to_le_bytes());
    bytes.append(&mut summed);
    bytes
}

fn text(body: &mut Vec<u8>, text: &str) {
    body.extend_from_slice(&(text.len() as u64).to_le_bytes());
    body.extend_from_slice(text.as_bytes());
}

fn maybe(body: &mut Vec<u8>, value: Option<&str>) {
    body.push(u8::from(value.is_some()));
    if let Some(value) = value {
        text(body, value);
    }
}

/// Tells a damaged file from a whole one; eight bytes at a time, since it runs on every command.
fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, tail) = bytes.as_chunks::<8>();
    let mut sum = bytes.len() as u64;
    for word in words {
        sum = (sum.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(ODD);
    }
    tail.iter().fold(sum, |sum, byte| (sum.rotate_left(23) ^ u64::from(*byte)).wrapping_mul(ODD))
}

/// Bytes that are taken off at the front, never beyond the end.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn signed(&mut self) -> Option<i64> {
        self.number().map(u64::cast_signed)
    }

    fn flag(&mut self) -> Option<bool> {
        Some(*self.take(1)?.first()? == 1)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    fn maybe(&mut self) -> Option<Option<&'a str>> {
        if self.flag()? { self.text().map(Some) } else { Some(None) }
    }
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
        let entries = read(&bytes).unwrap();
        let entry = &entries["user_a.md"];
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
