//! Asking postings: of each term of a query, the memories that have it.

use std::ops::Range;

use super::{ENTRY, FOREIGN, LENGTHS, LETTERS, NAME, Source, TAIL, VERSION, WORD, take_summed, take_varint};
use crate::{
    model::bytes::{self, Bytes},
    select::{
        Field, Query, Tally,
        count::{self, Hit},
        query::{Term, Want},
    },
};

/// Shorter stems are those of words that have no ending to lose.
const SHORTEST_STEM: usize = 3;

/// Bytes before the tables' own: the seal and two numbers.
const COUNTS: usize = bytes::SEAL + 16;

/// Postings that were made earlier.
#[derive(Debug)]
pub struct Postings<S> {
    source: S,
    memories: usize,
    blocks: usize,
    /// Under a seal that was found whole.
    tables: Vec<u8>,
    /// Where the keys begin in the source; the runs begin with it.
    keys: u64,
}

/// Where a block ends: its first key in the tables, its keys, its runs.
#[derive(Clone, Copy, Default)]
struct Ends {
    first: usize,
    keys: u64,
    runs: u64,
}

impl<S: Source> Postings<S> {
    /// Reads the tables; `None` when they are damaged.
    pub fn open(source: S) -> Option<Self> {
        let end = source.size().checked_sub(TAIL)?;
        let size = Bytes(&source.read(end..end + TAIL)?).number()?;
        let start = end.checked_sub(size)?;
        let tables = source.read(start..end)?;
        let mut rest = bytes::opened(VERSION, &tables)?;
        let (memories, blocks) = (rest.count(LENGTHS)?, rest.count(ENTRY)?);
        let mut postings = Self { source, memories, blocks, tables, keys: start };
        postings.keys = start.checked_sub(postings.ends(blocks)?.keys)?;
        Some(postings)
    }

    /// What each memory has of a query, in the order they were taken in; `None` when something is
    /// damaged.
    #[must_use]
    pub fn count(&self, query: &Query) -> Option<Tally> {
        let mut tally = Tally::of_lengths(self.lengths().collect());
        for (number, term) in (0_u16..).zip(&query.terms) {
            for run in self.found(term)? {
                self.run(run, number, &mut tally)?;
            }
        }
        Some(tally)
    }

    /// The tables behind the two numbers, from this byte on.
    fn table(&self, at: usize) -> &[u8] {
        self.tables.get(COUNTS + at..).unwrap_or_default()
    }

    fn lengths(&self) -> impl Iterator<Item = [u32; Field::ALL.len()]> {
        let (lengths, _) = self.table(0).as_chunks::<LENGTHS>();
        lengths.iter().take(self.memories).map(|memory| {
            let (lengths, _) = memory.as_chunks();
            std::array::from_fn(|field| u32::from_le_bytes(lengths[field]))
        })
    }

    /// Where the runs of all keys are that are occurrences of a term.
    fn found(&self, term: &Term) -> Option<Vec<Range<u64>>> {
        match &term.want {
            Want::Foreign(word) => self.exact(FOREIGN, word),
            Want::Letters(letters) => self.exact(LETTERS, letters),
            Want::Name(_) => self.word_or_name(term),
            Want::Beginning(beginning) => self.beginning(term, beginning),
            Want::Stem(stem) if stem.len() < SHORTEST_STEM => self.word_or_name(term),
            // All but the last letter of a stem stands in every word that has it.
            Want::Stem(stem) => {
                let start = key(WORD, &stem.as_bytes()[..stem.len() - 1]);
                let is_word = |key: &[u8]| key.starts_with(&start).then(|| count::is_word(term, &key[1..]));
                let words = self.from(&start, is_word)?;
                Some([words, self.exact(NAME, &term.text)?].concat())
            }
        }
    }

    /// Words that begin in some way.
    fn beginning(&self, term: &Term, beginning: &str) -> Option<Vec<Range<u64>>> {
        let kind = if beginning.is_ascii() { WORD } else { FOREIGN };
        let start = key(kind, beginning.as_bytes());
        self.from(&start, |key| key.starts_with(&start).then(|| count::is_word(term, &key[1..])))
    }

    fn word_or_name(&self, term: &Term) -> Option<Vec<Range<u64>>> {
        Some([self.exact(WORD, &term.text)?, self.exact(NAME, &term.text)?].concat())
    }

    fn exact(&self, kind: u8, text: &str) -> Option<Vec<Range<u64>>> {
        let wanted = key(kind, text.as_bytes());
        self.from(&wanted, |key| (key == wanted).then_some(true))
    }

    /// Where the runs of those keys are that are wanted, from the first one that is not before `start`
    /// on, until `wanted` says nothing.
    fn from(&self, start: &[u8], wanted: impl Fn(&[u8]) -> Option<bool>) -> Option<Vec<Range<u64>>> {
        let mut found = Vec::new();
        for block in self.block_of(start)..self.blocks {
            let (before, ends) = (self.ends(block)?, self.ends(block + 1)?);
            let range = self.keys.checked_add(before.keys)?..self.keys.checked_add(ends.keys)?;
            let bytes = self.source.read(range)?;
            let (mut keys, mut run) = (take_summed(&bytes)?, before.runs);
            while !keys.is_empty() {
                let (key, size) = take_key(&mut keys)?;
                let here = run..run.checked_add(size)?;
                run = here.end;
                if key < start {
                    continue;
                }
                match wanted(key) {
                    Some(true) => found.push(here),
                    Some(false) => {}
                    None => return Some(found),
                }
            }
        }
        Some(found)
    }

    /// The block that has the first key that is not before this one: the last one that starts before it.
    fn block_of(&self, start: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.blocks);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.first(middle).is_some_and(|first| first <= start) { low = middle + 1 } else { high = middle }
        }
        low.saturating_sub(1)
    }

    /// The first key of a block.
    fn first(&self, block: usize) -> Option<&[u8]> {
        let firsts = self.table(self.memories * LENGTHS + self.blocks * ENTRY);
        firsts.get(self.ends(block)?.first..self.ends(block + 1)?.first)
    }

    /// Where the first so many blocks end.
    fn ends(&self, blocks: usize) -> Option<Ends> {
        let Some(last) = blocks.checked_sub(1) else { return Some(Ends::default()) };
        let mut entry = Bytes(self.table(self.memories * LENGTHS + last * ENTRY));
        let first = u32::from_le_bytes(entry.array()?);
        Some(Ends { first: usize::try_from(first).ok()?, keys: entry.number()?, runs: entry.number()? })
    }

    /// Adds what a run says.
    fn run(&self, range: Range<u64>, term: u16, tally: &mut Tally) -> Option<()> {
        let bytes = self.source.read(range)?;
        let mut run = take_summed(&bytes)?;
        let mut memory = 0_u32;
        while !run.is_empty() {
            memory = memory.checked_add(take_varint(&mut run)?)?;
            let times = take_times(&mut run)?;
            tally.add(usize::try_from(memory).ok()?, Hit { term, times })?;
        }
        Some(())
    }
}

/// A key: its kind and its text.
fn key(kind: u8, text: &[u8]) -> Vec<u8> {
    [&[kind], text].concat()
}

/// The next key of a block, and the bytes of its run.
fn take_key<'a>(keys: &mut &'a [u8]) -> Option<(&'a [u8], u64)> {
    let length = usize::try_from(take_varint(keys)?).ok()?;
    let (key, rest) = keys.split_at_checked(length)?;
    *keys = rest;
    Some((key, take_varint(keys)?.into()))
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
