//! Segments put together: as many memories as there are, a little of each segment at a time.

use std::ops::Range;

use super::{BLOCK, LENGTHS, SUM, Source, VERSION, put_summed, put_varint, sum};
use crate::model::bytes::{self, Bytes, put_number};

/// Bytes of a segment that are read at once.
const CHUNK: usize = 64 * 1024;

/// Bytes of a term in a segment before its key: its first and its last memory, the lengths of its key and
/// of its run.
const TERM: usize = 16;

/// Writes the postings of what segments hold, which lie in these places of a source, the memories of one
/// behind those of the one before; see the module's page for the form. `None` where a segment cannot be
/// read, or `write` says so.
pub fn merge<S: Source>(source: &S, segments: &[Range<u64>], mut write: impl FnMut(&[u8]) -> Option<()>) -> Option<()> {
    let (mut lengths, mut cursors) = (Vec::new(), Vec::with_capacity(segments.len()));
    for segment in segments {
        cursors.push(Cursor::open(source, segment.clone(), &mut lengths)?);
    }
    let (mut blocks, mut runs) = (Blocks::default(), 0);
    let (mut key, mut run) = (Vec::new(), Vec::new());
    while take_next(&mut cursors, &mut key, &mut run)? {
        let sum = sum(&run);
        write(&sum)?;
        write(&run)?;
        runs += (SUM + run.len()) as u64;
        blocks.add(&key, SUM + run.len(), runs);
    }
    blocks.end(runs);
    let mut tables = Vec::with_capacity(16 + lengths.len() + blocks.entries.len() + blocks.firsts.len());
    put_number(&mut tables, (lengths.len() / LENGTHS) as u64);
    put_number(&mut tables, blocks.count);
    for part in [&lengths, &blocks.entries, &blocks.firsts] {
        tables.extend_from_slice(part);
    }
    let tables = bytes::sealed(VERSION, &tables);
    write(&blocks.keys)?;
    write(&tables)?;
    write(&(tables.len() as u64).to_le_bytes())
}

/// Puts the next term of all segments into `key` and `run`; `false` when there is none.
fn take_next<S: Source>(cursors: &mut [Cursor<'_, S>], key: &mut Vec<u8>, run: &mut Vec<u8>) -> Option<bool> {
    let Some(next) = cursors.iter().filter_map(Cursor::key).min() else { return Some(false) };
    key.clear();
    key.extend_from_slice(next);
    run.clear();
    let mut last = 0;
    for cursor in cursors.iter_mut().filter(|cursor| cursor.key() == Some(&key[..])) {
        let term = &cursor.term;
        put_varint(run, cursor.offset.checked_add(term.first)?.checked_sub(last)?);
        last = cursor.offset.checked_add(term.last)?;
        run.extend_from_slice(cursor.run());
        cursor.step()?;
    }
    Some(true)
}

/// The blocks of keys.
#[derive(Default)]
struct Blocks {
    keys: Vec<u8>,
    firsts: Vec<u8>,
    entries: Vec<u8>,
    count: u64,
    /// The block at hand, and its terms.
    own: Vec<u8>,
    terms: usize,
}

impl Blocks {
    /// Adds a term; the runs end behind its run.
    fn add(&mut self, key: &[u8], run: usize, runs: u64) {
        if self.terms == 0 {
            self.firsts.extend_from_slice(key);
        }
        put_varint(&mut self.own, key.len() as u32);
        self.own.extend_from_slice(key);
        put_varint(&mut self.own, run as u32);
        self.terms += 1;
        if self.terms == BLOCK {
            self.end(runs);
        }
    }

    /// Ends the block at hand.
    fn end(&mut self, runs: u64) {
        if self.terms == 0 {
            return;
        }
        put_summed(&mut self.keys, &self.own);
        self.entries.extend_from_slice(&(self.firsts.len() as u32).to_le_bytes());
        put_number(&mut self.entries, self.keys.len() as u64);
        put_number(&mut self.entries, runs);
        self.own.clear();
        self.terms = 0;
        self.count += 1;
    }
}

/// One segment, read term by term.
struct Cursor<'s, S> {
    source: &'s S,
    /// What was not read yet.
    rest: Range<u64>,
    bytes: Vec<u8>,
    /// Where the term's key begins.
    at: usize,
    /// The number of its first memory.
    offset: u32,
    term: Term,
}

/// The term that a cursor is at; without a key at the end.
#[derive(Default)]
struct Term {
    first: u32,
    last: u32,
    key: usize,
    run: usize,
}

impl<'s, S: Source> Cursor<'s, S> {
    /// At the first term; the lengths of the memories' fields go behind those of the others.
    fn open(source: &'s S, segment: Range<u64>, lengths: &mut Vec<u8>) -> Option<Self> {
        let offset = u32::try_from(lengths.len() / LENGTHS).ok()?;
        let mut cursor = Self { source, rest: segment, bytes: Vec::new(), at: 0, offset, term: Term::default() };
        let memories = usize::try_from(Bytes(cursor.next(8)?).number()?).ok()?;
        cursor.at = 8;
        lengths.extend_from_slice(cursor.next(memories.checked_mul(LENGTHS)?)?);
        cursor.at += memories * LENGTHS;
        cursor.step()?;
        Some(cursor)
    }

    fn key(&self) -> Option<&[u8]> {
        self.bytes.get(self.at..self.at + self.term.key).filter(|key| !key.is_empty())
    }

    fn run(&self) -> &[u8] {
        let start = self.at + self.term.key;
        self.bytes.get(start..start + self.term.run).unwrap_or_default()
    }

    /// Goes to the next term.
    fn step(&mut self) -> Option<()> {
        self.at += self.term.key + self.term.run;
        self.term = Term::default();
        if self.at == self.bytes.len() && self.rest.is_empty() {
            return Some(());
        }
        let mut head = Bytes(self.next(TERM)?);
        let mut number = || head.array().map(u32::from_le_bytes);
        let (first, last, key, run) = (number()?, number()?, number()? as usize, number()? as usize);
        self.at += TERM;
        self.next(key + run)?;
        self.term = Term { first, last, key, run };
        Some(())
    }

    /// The next so many bytes, which stay.
    fn next(&mut self, size: usize) -> Option<&[u8]> {
        if self.bytes.len() - self.at < size {
            self.bytes.drain(..self.at);
            self.at = 0;
            let more = (size.max(CHUNK) - self.bytes.len()) as u64;
            let end = self.rest.end.min(self.rest.start + more);
            self.bytes.append(&mut self.source.read(self.rest.start..end)?);
            self.rest.start = end;
        }
        self.bytes.get(self.at..self.at + size)
    }
}
