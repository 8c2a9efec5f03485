//! Making postings: one pass over every text.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use super::{FOREIGN, HEAD, LETTERS, LONGEST, NAME, WORD, put_varint};
use crate::{
    model::bytes::{checksum, put_number},
    select::{
        Field, Fields, ident,
        scan::{self, Sink},
    },
};

/// Takes memories in, one after the other.
#[derive(Debug, Default)]
pub struct Builder {
    lengths: Vec<[u32; Field::ALL.len()]>,
    terms: HashMap<Box<[u8]>, Term, BuildHasherDefault<Fnv>>,
    /// The term at hand, so that a known one needs no memory of its own.
    key: Vec<u8>,
    field: usize,
    /// The two letters before this one in its run.
    previous: [char; 2],
}

/// What is known of one term so far.
#[derive(Debug, Default)]
struct Term {
    /// The first memory that has it.
    first: u32,
    /// The memory that was read last of those that have it, and how often it stands in its fields.
    at: u32,
    times: [u32; Field::ALL.len()],
    /// The memories before that, without the number of the first.
    run: Vec<u8>,
    /// The last one in `run`.
    last: u32,
}

impl Builder {
    /// Takes in the next memory.
    pub fn add(&mut self, fields: &Fields<'_>) {
        self.lengths.push([0; Field::ALL.len()]);
        for field in Field::ALL {
            self.field = field as usize;
            scan::scan(fields.text(field), self);
        }
    }

    /// The memories of another behind these.
    #[must_use]
    pub fn join(mut self, later: Self) -> Self {
        let offset = self.lengths.len() as u32;
        self.lengths.extend(later.lengths);
        for (key, mut term) in later.terms {
            term.flush();
            let Some(known) = self.terms.get_mut(&key) else {
                (term.first, term.at, term.last) = (term.first + offset, term.at + offset, term.last + offset);
                self.terms.insert(key, term);
                continue;
            };
            known.flush();
            put_varint(&mut known.run, term.first + offset - known.last);
            known.run.extend_from_slice(&term.run);
            known.last = term.last + offset;
        }
        self
    }

    /// The postings as they are kept; see the module's page for the form.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        let mut terms: Vec<_> = self.terms.into_iter().collect();
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut tables = Vec::new();
        put_number(&mut tables, self.lengths.len() as u64);
        put_number(&mut tables, terms.len() as u64);
        for length in self.lengths.as_flattened() {
            tables.extend_from_slice(&length.to_le_bytes());
        }
        let (mut texts, mut runs) = (Vec::new(), Vec::new());
        for (key, mut term) in terms {
            term.flush();
            texts.extend_from_slice(&key);
            let mut run = Vec::with_capacity(term.run.len() + 5);
            put_varint(&mut run, term.first);
            run.append(&mut term.run);
            runs.extend_from_slice(&(checksum(&run) as u32).to_le_bytes());
            runs.append(&mut run);
            tables.extend_from_slice(&(texts.len() as u32).to_le_bytes());
            put_number(&mut tables, runs.len() as u64);
        }
        tables.append(&mut texts);
        let mut bytes = Vec::with_capacity(HEAD + tables.len() + runs.len());
        put_number(&mut bytes, tables.len() as u64);
        put_number(&mut bytes, checksum(&tables));
        bytes.append(&mut tables);
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
        let memory = self.lengths.len() as u32 - 1;
        let field = self.field;
        if let Some(term) = self.terms.get_mut(&self.key[..]) {
            term.hit(memory, field);
            return;
        }
        let mut term = Term { first: memory, at: memory, last: memory, ..Term::default() };
        term.hit(memory, field);
        self.terms.insert(self.key.as_slice().into(), term);
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
    fn hit(&mut self, memory: u32, field: usize) {
        if self.at != memory {
            self.flush();
            self.at = memory;
        }
        self.times[field] += 1;
    }

    /// Moves the memory at hand into the run: its distance to the one before, which fields have the
    /// term, and how often.
    fn flush(&mut self) {
        if self.times == [0; Field::ALL.len()] {
            return;
        }
        if self.at != self.first {
            put_varint(&mut self.run, self.at - self.last);
        }
        let mask = (0..Field::ALL.len()).filter(|&f| self.times[f] > 0).fold(0_u8, |mask, f| mask | 1 << f);
        self.run.push(mask);
        for times in self.times.into_iter().filter(|times| *times > 0) {
            put_varint(&mut self.run, times);
        }
        (self.last, self.times) = (self.at, [0; Field::ALL.len()]);
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

/// FNV-1a: the keys are short words, and nobody gains by making them collide.
#[derive(Debug)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        // Maps look at both ends.
        self.0 ^ self.0.rotate_right(25)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }
    fn write_usize(&mut self, _length: usize) {}
}
