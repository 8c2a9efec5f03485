//! Notes to ourselves as bytes: a version, a checksum, then fields one after the other.
//!
//! Whoever reads one must get along without it: a note that is damaged, cut or of another version
//! is no note.

use super::Stamp;

/// Bytes of the version and the checksum, which stand before the fields.
pub const SEAL: usize = 24;

/// A note of this version with its checksum.
#[must_use]
pub fn sealed(version: &[u8; 16], body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(SEAL + body.len());
    bytes.extend_from_slice(version);
    bytes.extend_from_slice(&checksum(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The fields of a note of this version.
#[must_use]
pub fn opened<'a>(version: &[u8; 16], bytes: &'a [u8]) -> Option<Bytes<'a>> {
    let mut rest = Bytes(bytes.strip_prefix(version)?);
    (rest.number()? == checksum(rest.0)).then_some(rest)
}

/// Tells a damaged file from a whole one; eight bytes at a time, since it runs on every command.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, tail) = bytes.as_chunks::<8>();
    let mut sum = bytes.len() as u64;
    for word in words {
        sum = (sum.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(ODD);
    }
    tail.iter().fold(sum, |sum, byte| (sum.rotate_left(23) ^ u64::from(*byte)).wrapping_mul(ODD))
}

/// Appends a number, eight bytes.
pub fn put_number(body: &mut Vec<u8>, number: u64) {
    body.extend_from_slice(&number.to_le_bytes());
}

/// Appends a text behind its length.
pub fn put_text(body: &mut Vec<u8>, text: &str) {
    put_number(body, text.len() as u64);
    body.extend_from_slice(text.as_bytes());
}

/// Appends a text or the note that there is none.
pub fn put_maybe(body: &mut Vec<u8>, value: Option<&str>) {
    body.push(u8::from(value.is_some()));
    if let Some(value) = value {
        put_text(body, value);
    }
}

/// Appends a stamp, 40 bytes.
pub fn put_stamp(body: &mut Vec<u8>, stamp: &Stamp) {
    for number in [stamp.size, stamp.mtime.cast_unsigned(), stamp.ctime.cast_unsigned(), stamp.inode, stamp.device] {
        put_number(body, number);
    }
}

/// Bytes that are taken off at the front, never beyond the end.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `n` bytes; `None` when there are fewer, as in all that follows.
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// What [`put_number`] wrote.
    pub fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// The same as a number that may be negative.
    pub fn signed(&mut self) -> Option<i64> {
        self.number().map(u64::cast_signed)
    }

    /// A number of things of which each takes `least` bytes; one that the rest has no room for is no
    /// number of things.
    pub fn count(&mut self, least: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.0.len() / least)
    }

    /// One byte, 1 or not.
    pub fn flag(&mut self) -> Option<bool> {
        Some(*self.take(1)?.first()? == 1)
    }

    /// What [`put_text`] wrote.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    /// What [`put_maybe`] wrote.
    pub fn maybe(&mut self) -> Option<Option<&'a str>> {
        if self.flag()? { self.text().map(Some) } else { Some(None) }
    }

    /// What [`put_stamp`] wrote.
    pub fn stamp(&mut self) -> Option<Stamp> {
        let fields: [u8; 40] = self.array()?;
        let (fields, _) = fields.as_chunks();
        let number = |at: usize| u64::from_le_bytes(fields[at]);
        let (mtime, ctime) = (number(1).cast_signed(), number(2).cast_signed());
        Some(Stamp { size: number(0), mtime, ctime, inode: number(3), device: number(4) })
    }
}
