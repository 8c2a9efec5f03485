//! What one memory has of a query's terms: one pass over its text, looking only for them.

use std::collections::HashMap;

use super::{
    Field, Fields, Query, endings,
    hash::{Hashed, mix},
    ident,
    query::{Term, Want},
    scan::{self, Sink},
    stem,
};

/// What one memory has of a query's terms. All that ranking needs to know of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The length of each field, in words and letters.
    pub(super) lengths: [u32; Field::ALL.len()],
    /// The terms that occur, by number, with their occurrences in each field.
    pub(super) hits: Vec<Hit>,
}

/// One term of the query that occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) term: u16,
    pub(super) times: [u32; Field::ALL.len()],
}

/// Finds a query's terms by what a text shows first of them.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// ASCII terms by their first two characters: a number into `lists`, 0 for none.
    pairs: Vec<u8>,
    /// ASCII terms by their first character.
    firsts: [u8; SLOTS],
    lists: Vec<Vec<u16>>,
    /// Two terms may look for the same word, each in the place of another.
    foreign: HashMap<String, Vec<u16>>,
    /// Terms for words of other scripts that begin in some way.
    beginnings: Vec<u16>,
    letters: Hashed<Vec<u16>>,
    /// A bit for each letter that ends a letter term, by its low bits.
    last_letters: Vec<u64>,
}

const SLOTS: usize = 32;
const LETTER_BITS: usize = 1 << 13;

fn slot(byte: u8) -> usize {
    byte as usize & (SLOTS - 1)
}

fn pair(word: &[u8]) -> usize {
    slot(word[0]) * SLOTS + word.get(1).map_or(0, |&b| slot(b))
}

/// Up to three letters as a hash: no two of them share one.
fn letters_key(letters: impl IntoIterator<Item = char>) -> u64 {
    mix(0, letters.into_iter().fold(0, |key, letter| key << 21 | u64::from(u32::from(letter))))
}

impl Lookup {
    pub(super) fn new(terms: &[Term]) -> Self {
        let mut lookup = Self {
            pairs: vec![0; SLOTS * SLOTS],
            firsts: [0; SLOTS],
            lists: vec![Vec::new()],
            foreign: HashMap::new(),
            beginnings: Vec::new(),
            letters: Hashed::default(),
            last_letters: vec![0; LETTER_BITS / 64],
        };
        for (number, term) in (0_u16..).zip(terms) {
            match &term.want {
                Want::Stem(_) | Want::Name(_) => lookup.add_ascii(number, term.text.as_bytes()),
                Want::Foreign(word) => lookup.foreign.entry(word.clone()).or_default().push(number),
                Want::Letters(letters) => lookup.add_letters(number, letters),
                Want::Beginning(_) if term.text.is_ascii() => lookup.add_ascii(number, term.text.as_bytes()),
                Want::Beginning(_) => lookup.beginnings.push(number),
            }
        }
        lookup
    }

    fn add_ascii(&mut self, number: u16, text: &[u8]) {
        add(&mut self.lists, &mut self.pairs[pair(text)], number);
        add(&mut self.lists, &mut self.firsts[slot(text[0])], number);
    }

    fn add_letters(&mut self, number: u16, letters: &str) {
        self.letters.entry(letters_key(letters.chars())).or_default().push(number);
        if let Some(last) = letters.chars().last() {
            let bit = last as usize % LETTER_BITS;
            self.last_letters[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn may_end(&self, letter: char) -> bool {
        let bit = letter as usize % LETTER_BITS;
        self.last_letters[bit / 64] >> (bit % 64) & 1 != 0
    }
}

/// Adds `number` to the list that `slot` names, making one where there is none. A query has at most
/// 160 terms, so list numbers fit a byte: two new lists a term would be too many only past 127, and
/// then the last list is shared, which costs time and no match.
fn add(lists: &mut Vec<Vec<u16>>, slot: &mut u8, number: u16) {
    if *slot == 0 {
        if lists.len() <= usize::from(u8::MAX) {
            lists.push(Vec::new());
        }
        *slot = u8::try_from(lists.len() - 1).unwrap_or(u8::MAX);
    }
    lists[usize::from(*slot)].push(number);
}

/// Counts the terms of `query` in one memory.
pub(super) fn count(query: &Query, fields: &Fields<'_>) -> Counts {
    let mut counter = Counter { query, counts: Counts::default(), field: 0, length: 0, previous: ['\0'; 2] };
    for field in Field::ALL {
        (counter.field, counter.length) = (field as usize, 0);
        scan::scan(fields.text(field), &mut counter);
        counter.counts.lengths[field as usize] = counter.length;
    }
    counter.counts.hits.sort_unstable_by_key(|hit| hit.term);
    counter.counts
}

struct Counter<'q> {
    query: &'q Query,
    counts: Counts,
    field: usize,
    length: u32,
    /// The two letters before this one in its run.
    previous: [char; 2],
}

impl Counter<'_> {
    fn hit(&mut self, term: u16) {
        let hits = &mut self.counts.hits;
        let at = hits.iter().position(|hit| hit.term == term).unwrap_or_else(|| {
            hits.push(Hit { term, times: [0; Field::ALL.len()] });
            hits.len() - 1
        });
        hits[at].times[self.field] += 1;
    }

    fn part(&mut self, part: &[u8]) {
        self.length += 1;
        let query = self.query;
        let list = query.lookup.pairs[pair(part)];
        if list == 0 {
            return;
        }
        for &term in &query.lookup.lists[usize::from(list)] {
            if is_word(&query.terms[usize::from(term)], part) {
                self.hit(term);
            }
        }
    }

    fn name(&mut self, name: &[u8]) {
        let query = self.query;
        let list = query.lookup.firsts[slot(name[0])];
        for &term in &query.lookup.lists[usize::from(list)] {
            if is_name(&query.terms[usize::from(term)], name) {
                self.hit(term);
            }
        }
    }

    fn letters(&mut self, key: u64) {
        for &term in self.query.lookup.letters.get(&key).into_iter().flatten() {
            self.hit(term);
        }
    }
}

/// Whether a word is an occurrence of a term for a stem, a name or a beginning.
pub(super) fn is_word(term: &Term, word: &[u8]) -> bool {
    if word.eq_ignore_ascii_case(term.text.as_bytes()) {
        return true;
    }
    match &term.want {
        Want::Stem(wanted) => {
            stem::may_have(word, wanted.as_bytes())
                && stem::stem(&String::from_utf8_lossy(word).to_ascii_lowercase()) == *wanted
        }
        Want::Beginning(wanted) => endings::begins(word, wanted),
        _ => false,
    }
}

/// Whether an identifier of several parts reads like a term.
fn is_name(term: &Term, name: &[u8]) -> bool {
    name.len() <= 2 * term.text.len() + 1 && ident::joined(name).eq(term.text.bytes())
}

impl Sink for Counter<'_> {
    fn chunk(&mut self, chunk: &[u8], plain: bool) {
        if plain {
            return self.part(chunk);
        }
        ident::parts(chunk, |part| self.part(part));
        ident::names(chunk, |name| self.name(name));
        ident::days(chunk, |day| self.name(day));
    }

    fn word(&mut self, word: &str) {
        self.length += 1;
        let query = self.query;
        for &term in query.lookup.foreign.get(word).into_iter().flatten() {
            self.hit(term);
        }
        for &term in &query.lookup.beginnings {
            if is_word(&query.terms[usize::from(term)], word.as_bytes()) {
                self.hit(term);
            }
        }
    }

    fn letter(&mut self, letter: char) {
        self.length += 1;
        let [before, previous] = self.previous;
        if self.query.lookup.may_end(letter) {
            self.letters(letters_key([letter]));
            if previous != '\0' {
                self.letters(letters_key([previous, letter]));
            }
            if before != '\0' {
                self.letters(letters_key([before, previous, letter]));
            }
        }
        self.previous = [previous, letter];
    }

    fn gap(&mut self) {
        self.previous = ['\0'; 2];
    }
}
