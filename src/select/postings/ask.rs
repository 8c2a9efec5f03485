//! Asking postings: of each term of a query, the memories that have it.

use std::ops::Range;

use super::{COUNTS, ENDS, FOREIGN, HEAD, LENGTHS, LETTERS, NAME, WORD, take_varint};
use crate::{
    model::bytes::{Bytes, checksum},
    select::{
        Counts, Field, Query,
        count::{self, Hit},
        query::{Term, Want},
    },
};

/// Shorter stems are those of words that have no ending to lose.
const SHORTEST_STEM: usize = 3;

/// Where the bytes of postings are.
pub trait Source {
    /// The bytes of a range; `None` when they cannot be read.
    fn read(&self, range: Range<u64>) -> Option<Vec<u8>>;
}

/// Bytes that are at hand.
impl Source for &[u8] {
    fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let at = |n| usize::try_from(n).ok();
        Some(self.get(at(range.start)?..at(range.end)?)?.to_owned())
    }
}

/// Postings that were made earlier.
#[derive(Debug)]
pub struct Postings<S> {
    source: S,
    memories: usize,
    terms: usize,
    tables: Vec<u8>,
}

impl<S: Source> Postings<S> {
    /// Reads the tables; `None` when they are damaged.
    pub fn open(source: S) -> Option<Self> {
        let head = source.read(0..HEAD as u64)?;
        let mut head = Bytes(&head);
        let (size, sum) = (head.number()?, head.number()?);
        let tables = source.read(HEAD as u64..(HEAD as u64).checked_add(size)?)?;
        if checksum(&tables) != sum {
            return None;
        }
        let mut counts = Bytes(&tables);
        let (memories, terms) = (counts.count(LENGTHS)?, counts.count(ENDS)?);
        let fixed = COUNTS + memories.checked_mul(LENGTHS)?.checked_add(terms.checked_mul(ENDS)?)?;
        (fixed <= tables.len()).then_some(Self { source, memories, terms, tables })
    }

    /// What each memory has of a query, in the order they were taken in; `None` when something is
    /// damaged.
    #[must_use]
    pub fn count(&self, query: &Query) -> Option<Vec<Counts>> {
        let mut counts: Vec<Counts> = self.lengths().map(|lengths| Counts { lengths, hits: Vec::new() }).collect();
        for (number, term) in (0_u16..).zip(&query.terms) {
            for found in self.found(term) {
                self.run(found, number, &mut counts)?;
            }
        }
        Some(counts)
    }

    /// Where the table of ends begins.
    const fn ends_at(&self) -> usize {
        COUNTS + self.memories * LENGTHS
    }

    fn lengths(&self) -> impl Iterator<Item = [u32; Field::ALL.len()]> {
        let lengths = self.tables[COUNTS..self.ends_at()].as_chunks::<4>().0;
        let numbers = lengths.iter().map(|bytes| u32::from_le_bytes(*bytes));
        let mut numbers = numbers.fuse();
        (0..self.memories).map(move |_| std::array::from_fn(|_| numbers.next().unwrap_or_default()))
    }

    /// The numbers of all keys that are occurrences of a term.
    fn found(&self, term: &Term) -> Vec<usize> {
        let exact = |kind, text: &str| self.exact(kind, text.as_bytes());
        match &term.want {
            Want::Foreign(word) => exact(FOREIGN, word).into_iter().collect(),
            Want::Letters(letters) => exact(LETTERS, letters).into_iter().collect(),
            Want::Name(_) => exact(WORD, &term.text).into_iter().chain(exact(NAME, &term.text)).collect(),
            Want::Stem(stem) if stem.len() < SHORTEST_STEM => {
                exact(WORD, &term.text).into_iter().chain(exact(NAME, &term.text)).collect()
            }
            // All but the last letter of a stem stands in every word that has it.
            Want::Stem(stem) => {
                let words = self.starting(WORD, &stem.as_bytes()[..stem.len() - 1]);
                let words = words.filter(|&at| self.key(at).is_some_and(|key| count::is_word(term, &key[1..])));
                words.chain(exact(NAME, &term.text)).collect()
            }
        }
    }

    fn exact(&self, kind: u8, text: &[u8]) -> Option<usize> {
        let at = self.first(kind, text);
        self.key(at).is_some_and(|key| key[0] == kind && key[1..] == *text).then_some(at)
    }

    fn starting<'a>(&'a self, kind: u8, prefix: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let begins = move |at: &usize| self.key(*at).is_some_and(|key| key[0] == kind && key[1..].starts_with(prefix));
        (self.first(kind, prefix)..self.terms).take_while(begins)
    }

    /// The number of the first key that is not before this one.
    fn first(&self, kind: u8, text: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.terms);
        while low < high {
            let middle = low + (high - low) / 2;
            let before = self.key(middle).is_some_and(|key| (key[0], &key[1..]) < (kind, text));
            if before { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// A key: its kind and its text.
    fn key(&self, at: usize) -> Option<&[u8]> {
        let texts = self.tables.get(self.ends_at() + self.terms * ENDS..)?;
        let start = if at == 0 { 0 } else { self.ends(at - 1)?.0 };
        texts.get(start..self.ends(at)?.0).filter(|key| !key.is_empty())
    }

    /// Where a term's text and its run end.
    fn ends(&self, at: usize) -> Option<(usize, u64)> {
        if at >= self.terms {
            return None;
        }
        let mut ends = Bytes(self.tables.get(self.ends_at() + at * ENDS..)?);
        let text = u32::from_le_bytes(ends.array()?);
        Some((usize::try_from(text).ok()?, ends.number()?))
    }

    /// Adds what a run says to the counts.
    fn run(&self, at: usize, term: u16, counts: &mut [Counts]) -> Option<()> {
        let start = if at == 0 { 0 } else { self.ends(at - 1)?.1 };
        let base = (HEAD + self.tables.len()) as u64;
        let range = base.checked_add(start)?..base.checked_add(self.ends(at)?.1)?;
        let bytes = self.source.read(range)?;
        let (sum, mut run) = bytes.split_at_checked(4)?;
        if (checksum(run) as u32).to_le_bytes() != *sum {
            return None;
        }
        let mut memory = 0_u32;
        while !run.is_empty() {
            memory = memory.checked_add(take_varint(&mut run)?)?;
            let times = take_times(&mut run)?;
            counts.get_mut(usize::try_from(memory).ok()?)?.add(Hit { term, times });
        }
        Some(())
    }
}

fn take_times(run: &mut &[u8]) -> Option<[u32; Field::ALL.len()]> {
    let (&mask, rest) = run.split_first()?;
    *run = rest;
    let mut times = [0; Field::ALL.len()];
    for (field, times) in times.iter_mut().enumerate() {
        if mask >> field & 1 == 1 {
            *times = take_varint(run)?;
        }
    }
    Some(times)
}

impl Counts {
    /// Adds an occurrence of a term; terms come in order, each perhaps as several words.
    fn add(&mut self, hit: Hit) {
        match self.hits.last_mut() {
            Some(last) if last.term == hit.term => {
                last.times.iter_mut().zip(hit.times).for_each(|(sum, times)| *sum += times);
            }
            _ => self.hits.push(hit),
        }
    }
}
