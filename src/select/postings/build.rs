//! Making postings: one pass over every text.

use super::{BLOCK, FOREIGN, HEAD, LETTERS, LONGEST, NAME, SUM, VERSION, WORD, put_summed, put_varint};
use crate::{
    model::bytes::{self, put_number},
    select::{
        Field, Fields,
        hash::{Hashed, hash},
        ident,
        scan::{self, Sink},
    },
};

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
                self.terms.push(Term { key, first: number, last: number, run: Vec::new() });
                self.terms.len() as u32 - 1
            });
            self.terms[at as usize].append(number, times);
            start = end;
        }
        self.memory.by_hash.clear();
        self.memory.found.clear();
        self.memory.keys.clear();
    }

    /// The memories of another behind these.
    #[must_use]
    pub fn join(mut self, later: Self) -> Self {
        if self.lengths.is_empty() {
            return later;
        }
        let offset = self.lengths.len() as u32;
        self.lengths.extend(later.lengths);
        for term in later.terms {
            let hash = hash(term.key.iter().copied());
            let (first, last) = (term.first + offset, term.last + offset);
            match self.by_hash.get(&hash) {
                Some(&at) => {
                    let known = &mut self.terms[at as usize];
                    put_varint(&mut known.run, first - known.last);
                    known.run.extend_from_slice(&term.run);
                    known.last = last;
                }
                None => {
                    self.by_hash.insert(hash, self.terms.len() as u32);
                    self.terms.push(Term { first, last, ..term });
                }
            }
        }
        self
    }

    /// The postings as they are kept; see the module's page for the form.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        let mut terms = self.terms;
        terms.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        let mut tables = Vec::new();
        put_number(&mut tables, self.lengths.len() as u64);
        put_number(&mut tables, terms.len().div_ceil(BLOCK) as u64);
        for length in self.lengths.as_flattened() {
            tables.extend_from_slice(&length.to_le_bytes());
        }
        let (mut firsts, mut keys, mut runs) = (Vec::new(), Vec::new(), Vec::new());
        for block in terms.chunks(BLOCK) {
            firsts.extend_from_slice(&block[0].key);
            let mut own = Vec::new();
            block.iter().for_each(|term| term.put(&mut own, &mut runs));
            put_summed(&mut keys, &own);
            tables.extend_from_slice(&(firsts.len() as u32).to_le_bytes());
            put_number(&mut tables, keys.len() as u64);
            put_number(&mut tables, runs.len() as u64);
        }
        tables.append(&mut firsts);
        let tables = bytes::sealed(VERSION, &tables);
        let mut bytes = Vec::with_capacity(HEAD + tables.len() + keys.len() + runs.len());
        put_number(&mut bytes, tables.len() as u64);
        bytes.extend_from_slice(&tables);
        bytes.append(&mut keys);
        bytes.append(&mut runs);
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
        let hash = hash(self.key.iter().copied());
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
    /// Adds a memory: its distance to the one before, which fields have the term, and how often.
    fn append(&mut self, memory: u32, times: Times) {
        if memory != self.first {
            put_varint(&mut self.run, memory - self.last);
        }
        let mask = (0..times.len()).filter(|&f| times[f] > 0).fold(0_u8, |mask, f| mask | 1 << f);
        self.run.push(mask);
        for times in times.into_iter().filter(|times| *times > 0) {
            put_varint(&mut self.run, times);
        }
        self.last = memory;
    }

    /// Its key and the length of its run to the keys of a block, the run to the runs.
    fn put(&self, keys: &mut Vec<u8>, runs: &mut Vec<u8>) {
        let mut run = Vec::with_capacity(self.run.len() + 5);
        put_varint(&mut run, self.first);
        run.extend_from_slice(&self.run);
        put_varint(keys, self.key.len() as u32);
        keys.extend_from_slice(&self.key);
        put_varint(keys, (SUM + run.len()) as u32);
        put_summed(runs, &run);
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
