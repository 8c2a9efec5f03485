//! The pieces that texts are made of: words, parts of words, single signs.
//!
//! The file is searched as it lies there: pieces are sorted by their bytes, so those with a common
//! beginning are neighbours, and each further byte narrows the range.

use std::ops::Range;

/// The number of pieces, a record for each, their texts one after the other.
static FILE: &[u8] = include_bytes!("pieces.bin");

/// A record: end of the text, end of the row, score.
const RECORD: usize = 12;

/// What stands for a sign that no piece has.
pub(super) const UNKNOWN: u32 = 0;
/// What stands before each text.
pub(super) const START: u32 = 1;
/// What stands behind each text.
pub(super) const END: u32 = 2;
/// The first piece that stands for its own text.
const FIRST: u32 = 3;

/// All pieces.
#[derive(Clone, Copy)]
pub(super) struct Lexicon {
    records: &'static [[u8; RECORD]],
    texts: &'static [u8],
}

impl Lexicon {
    /// Finds the parts of the file; reads nothing else.
    pub(super) fn open() -> Self {
        let count = FILE.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
        let (records, texts) = FILE[4..].split_at(count * RECORD);
        Self { records: records.as_chunks().0, texts }
    }

    /// The longer, the rarer, the lower: the logarithm of how likely a piece is.
    pub(super) fn score(self, piece: u32) -> f64 {
        f64::from(f32::from_bits(self.number(piece, 8)))
    }

    /// Where the row of a piece is.
    pub(super) fn row(self, piece: u32) -> Range<usize> {
        self.between(piece, 4)
    }

    /// The bytes of a piece.
    pub(super) fn text(self, piece: u32) -> &'static [u8] {
        &self.texts[self.between(piece, 0)]
    }

    /// Every piece that `text` begins with, shortest first, with its length in bytes.
    pub(super) fn beginnings(self, text: &[u8]) -> impl Iterator<Item = (usize, u32)> {
        let mut range = FIRST..self.records.len() as u32;
        let narrowed = text.iter().enumerate().map_while(move |(depth, &byte)| {
            range = self.narrow(range.clone(), depth, byte);
            let first = range.start;
            (!range.is_empty()).then(|| (depth + 1, first))
        });
        narrowed.filter(move |&(length, piece)| self.text(piece).len() == length)
    }

    /// Of pieces that begin alike, those whose byte at `depth` is this one.
    fn narrow(self, range: Range<u32>, depth: usize, byte: u8) -> Range<u32> {
        let start = self.position(range.clone(), |piece| self.text(piece).get(depth) < Some(&byte));
        let end = self.position(start..range.end, |piece| self.text(piece).get(depth) == Some(&byte));
        start..end
    }

    /// The first piece of the range for which `before` no longer holds.
    fn position(self, mut range: Range<u32>, before: impl Fn(u32) -> bool) -> u32 {
        while !range.is_empty() {
            let middle = range.start + (range.end - range.start) / 2;
            if before(middle) {
                range.start = middle + 1;
            } else {
                range.end = middle;
            }
        }
        range.start
    }

    /// From the end that the record before has to one's own.
    fn between(self, piece: u32, at: usize) -> Range<usize> {
        let start = piece.checked_sub(1).map_or(0, |before| self.number(before, at));
        start as usize..self.number(piece, at) as usize
    }

    fn number(self, piece: u32, at: usize) -> u32 {
        let record = &self.records[piece as usize];
        u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
    }
}
