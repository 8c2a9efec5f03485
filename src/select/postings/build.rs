//! Making postings: one pass over every text.

use super::{FOREIGN, LETTERS, LONGEST, NAME, WORD, merge, put_varint};
use crate::{
    model::bytes::put_number,
    select::{
        Field, Fields,
        hash::{Hashed, hash},
        ident,
        scan::{self, Sink},
    },
};

/// Bytes that a term takes up beside its key and its run: where those are, and where it is found.
const TERM: usize = 128;

/// How often something stands in each field.
type Times = [u32; Field::ALL.len()];

/// Takes memories in, one after the other.
#[derive(Debug, Default)]
pub struct Builder {
    lengths: Vec<Times>,
    terms: Vec<Term>,
    by_hash: Hashed<u32>,
    /// The memory at hand, apart from the others: most of its words come again in it.
    memory: Memory,
    field: usize,
    size: usize,
    key: Vec<u8>,
    /// The two letters before this one in its run.
    previous: [char; 2],
}

/// One term, and the memories that have it.
#[derive(Debug)]
struct Term {
    key: Box<[u8]>,
    first: u32,
    last: u32,
    /// The memories, without the number of the first.
    run: Vec<u8>,
}

/// What one memory has.
#[derive(Debug, Default)]
struct Memory {
    by_hash: Hashed<u32>,
    /// Hash, end of the key in `keys`, occurrences.
    found: Vec<(u64, usize, Times)>,
    keys: Vec<u8>,
}

impl Builder {
    /// Takes in the next memory.
    pub fn add(&mut self, fields: &Fields<'_>) {
        self.lengths.push([0; Field::ALL.len()]);
        for field in Field::ALL {
            self.field = field as usize;
            scan::scan(fields.text(field), self);
        }
        self.settle();
    }

    /// Moves what the memory at hand has to the terms.
    fn settle(&mut self) {
        let number = self.lengths.len() as u32 - 1;
        let mut start = 0;
        for &(hash, end, times) in &self.memory.found {
            let at = *self.by_hash.entry(hash).or_insert_with(|| {
                let key = self.memory.keys[start..end].into();
                self.size += TERM + (end - start);
                self.terms.push(Term { key, first: number, last: number, run: Vec::new() });
                self.terms.len() as u32 - 1
            });
            self.size += self.terms[at as usize].append(number, times);
            start = end;
        }
        self.memory.by_hash.clear();
        self.memory.found.clear();
        self.memory.keys.clear();
    }

    /// About how many bytes it takes up.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// What was taken in since the last segment, for [`merge`](super::merge): lengths of fields, then
    /// terms, sorted.
    #[must_use]
    pub fn segment(&mut self) -> Vec<u8> {
        let (lengths, mut terms) = (std::mem::take(&mut self.lengths), std::mem::take(&mut self.terms));
        self.by_hash.clear();
        self.size = 0;
        terms.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        let mut bytes = Vec::new();
        put_number(&mut bytes, lengths.len() as u64);
        lengths.as_flattened().iter().for_each(|length| bytes.extend_from_slice(&length.to_le_bytes()));
        terms.iter().for_each(|term| term.put(&mut bytes));
        bytes
    }

    /// The postings as they are kept; see the module's page for the form.
    #[must_use]
    pub fn bytes(mut self) -> Vec<u8> {
        let (segment, mut bytes) = (self.segment(), Vec::new());
        let write = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Some(())
        };
        // Nothing of it can fail: the segment is at hand.
        let _ = merge(&&segment[..], std::slice::from_ref(&(0..segment.len() as u64)), write);
        bytes
    }

    fn lengthen(&mut self) {
        if let Some(lengths) = self.lengths.last_mut() {
            lengths[self.field] += 1;
        }
    }

    /// Counts the term in `key`.
    fn hit(&mut self) {
        if self.key.len() > LONGEST + 1 {
            return;
        }
        let memory = &mut self.memory;
        let hash = hash(&self.key);
        let at = *memory.by_hash.entry(hash).or_insert_with(|| {
            memory.keys.extend_from_slice(&self.key);
            memory.found.push((hash, memory.keys.len(), [0; Field::ALL.len()]));
            memory.found.len() as u32 - 1
        });
        memory.found[at as usize].2[self.field] += 1;
    }

    fn set_key(&mut self, kind: u8, bytes: impl IntoIterator<Item = u8>) {
        self.key.clear();
        self.key.push(kind);
        self.key.extend(bytes);
    }

    fn part(&mut self, part: &[u8]) {
        self.lengthen();
        self.set_key(WORD, part.iter().map(u8::to_ascii_lowercase));
        self.hit();
    }

    fn letters(&mut self, letters: &[char]) {
        self.key.clear();
        self.key.push(LETTERS);
        for letter in letters {
            self.key.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
        self.hit();
    }
}

impl Term {
    /// Adds a memory: its distance to the one before, which fields have the term, and how often. Its bytes.
    fn append(&mut self, memory: u32, times: Times) -> usize {
        let before = self.run.len();
        if memory != self.first {
            put_varint(&mut self.run, memory - self.last);
        }
        let mask = (0..times.len()).filter(|&f| times[f] > 0).fold(0_u8, |mask, f| mask | 1 << f);
        self.run.push(mask);
        for times in times.into_iter().filter(|times| *times > 0) {
            put_varint(&mut self.run, times);
        }
        self.last = memory;
        self.run.len() - before
    }

    /// As it stands in a segment.
    fn put(&self, bytes: &mut Vec<u8>) {
        for number in [self.first, self.last, self.key.len() as u32, self.run.len() as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.key);
        bytes.extend_from_slice(&self.run);
    }
}

impl Sink for Builder {
    fn chunk(&mut self, chunk: &[u8], plain: bool) {
        if plain {
            return self.part(chunk);
        }
        ident::parts(chunk, |part| self.part(part));
        ident::names(chunk, |name| {
            self.set_key(NAME, ident::joined(name));
            self.hit();
        });
        ident::days(chunk, |day| {
            self.set_key(NAME, day.iter().copied());
            self.hit();
        });
    }

    fn word(&mut self, word: &str) {
        self.lengthen();
        self.set_key(FOREIGN, word.bytes());
        self.hit();
    }

    fn letter(&mut self, letter: char) {
        self.lengthen();
        let [before, previous] = self.previous;
        self.letters(&[letter]);
        if previous != '\0' {
            self.letters(&[previous, letter]);
        }
        if before != '\0' {
            self.letters(&[before, previous, letter]);
        }
        self.previous = [previous, letter];
    }

    fn gap(&mut self) {
        self.previous = ['\0'; 2];
    }
}
