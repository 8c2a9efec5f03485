//! What all memories have of a query's terms, in one list: most memories have something, and a list
//! for each of thousands would cost more than scoring them.

use super::{
    Field,
    count::{Counts, Hit},
};

/// What all memories have of a query's terms.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    lengths: Vec<[u32; Field::ALL.len()]>,
    /// The first and the last hit of each memory.
    ends: Vec<Ends>,
    hits: Vec<Link>,
}

/// A hit, and where the memory's next one is.
#[derive(Clone, Copy, Debug)]
struct Link {
    hit: Hit,
    next: u32,
}

/// Where a memory's hits begin and end.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u32,
    last: u32,
}

/// No place among the hits: there are at most 160 for a memory, so four thousand million never.
const NOWHERE: u32 = u32::MAX;

impl Tally {
    /// Of memories of these lengths, which have nothing yet.
    pub(super) fn of_lengths(lengths: Vec<[u32; Field::ALL.len()]>) -> Self {
        let ends = vec![Ends { first: NOWHERE, last: NOWHERE }; lengths.len()];
        Self { lengths, ends, hits: Vec::new() }
    }

    /// How many memories there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The length of each field of a memory, in words and letters.
    pub(super) fn lengths(&self, memory: usize) -> [u32; Field::ALL.len()] {
        self.lengths[memory]
    }

    /// The terms that a memory has, by number.
    pub(super) fn hits(&self, memory: usize) -> impl Iterator<Item = &Hit> {
        let link = |at: u32| self.hits.get(at as usize);
        std::iter::successors(link(self.ends[memory].first), move |now| link(now.next)).map(|link| &link.hit)
    }

    /// All terms that memories have, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = &Hit> {
        self.hits.iter().map(|link| &link.hit)
    }

    /// Adds an occurrence of a term to a memory; its terms come in order, each perhaps as several
    /// words. `None`: there is no such memory.
    pub(super) fn add(&mut self, memory: usize, hit: Hit) -> Option<()> {
        let ends = self.ends.get_mut(memory)?;
        let new = self.hits.len() as u32;
        match self.hits.get_mut(ends.last as usize) {
            Some(last) if last.hit.term == hit.term => {
                last.hit.times.iter_mut().zip(hit.times).for_each(|(sum, times)| *sum += times);
                return Some(());
            }
            Some(last) => last.next = new,
            None => ends.first = new,
        }
        ends.last = new;
        self.hits.push(Link { hit, next: NOWHERE });
        Some(())
    }

    /// Adds a memory.
    pub fn push(&mut self, counts: &Counts) {
        self.put(counts.lengths, counts.hits.iter());
    }

    /// Adds a memory of another tally.
    pub fn push_from(&mut self, other: &Self, memory: usize) {
        self.put(other.lengths(memory), other.hits(memory));
    }

    fn put<'h>(&mut self, lengths: [u32; Field::ALL.len()], hits: impl Iterator<Item = &'h Hit>) {
        let first = self.hits.len();
        self.hits.extend((first as u32 + 1..).zip(hits).map(|(next, hit)| Link { hit: *hit, next }));
        self.lengths.push(lengths);
        let ends = match self.hits[first..].last_mut() {
            Some(last) => {
                last.next = NOWHERE;
                Ends { first: first as u32, last: self.hits.len() as u32 - 1 }
            }
            None => Ends { first: NOWHERE, last: NOWHERE },
        };
        self.ends.push(ends);
    }
}

impl FromIterator<Counts> for Tally {
    fn from_iter<I: IntoIterator<Item = Counts>>(memories: I) -> Self {
        let mut tally = Self::default();
        memories.into_iter().for_each(|counts| tally.push(&counts));
        tally
    }
}

/// Two are the same that say the same of each memory.
impl PartialEq for Tally {
    fn eq(&self, other: &Self) -> bool {
        self.lengths == other.lengths && (0..self.len()).all(|memory| self.hits(memory).eq(other.hits(memory)))
    }
}
