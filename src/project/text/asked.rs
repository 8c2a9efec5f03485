//! Questions made ready for looking: what a file's bytes are compared with is numbers.

use std::collections::{HashMap, hash_map::Entry};
use std::hash::{BuildHasherDefault, Hasher};

use super::words;
use crate::project::facts::Questions;

/// Of a sentence's words this share must stand in one place, in percent, for it to be worth telling.
pub(super) const LEAST_SHARE: usize = 50;

/// A sentence of fewer words stands everywhere by chance.
const LEAST_WORDS: usize = 5;

/// A table whose keys are hashes already.
pub(super) type Table<V> = HashMap<u64, V, BuildHasherDefault<Hashed>>;

/// The hasher of what is a hash.
#[derive(Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = words::hash(bytes);
    }

    fn write_u64(&mut self, number: u64) {
        // The table looks at the lowest and at the highest bits.
        self.0 = number.rotate_left(26).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// What kind of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Name,
    Snippet,
    Pin,
    Sentence,
}

/// One question as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'q> {
    pub(super) kind: Kind,
    pub(super) text: &'q str,
    /// What identifies it in the cache.
    pub(super) key: u64,
}

/// A sentence by its words.
struct Sentence {
    question: u32,
    words: Vec<u64>,
}

/// Questions, ready.
#[derive(Default)]
pub(super) struct Asked<'q> {
    pub(super) questions: Vec<Question<'q>>,
    /// Each question's place by its key.
    numbers: Table<u32>,
    names: Table<u32>,
    /// One bit for each hash that ends so: most words of a file are in no question.
    filter: Vec<u64>,
    snippets: Table<u32>,
    pins: Table<u32>,
    sentences: Vec<Sentence>,
    /// Sentences by their rarest words. One that stands in a place with enough of its words stands
    /// there with one of these.
    anchors: Table<Vec<u32>>,
}

impl<'q> Asked<'q> {
    /// All of these; sentences only where there is prose that may repeat them.
    pub(super) fn new(questions: &'q Questions<'_>, prose: bool) -> Self {
        let mut all = Vec::new();
        let mut take = |kind, text: &'q str| all.push(Question { kind, text, key: key(kind, text) });
        questions.names.iter().for_each(|text| take(Kind::Name, text));
        questions.snippets.iter().for_each(|text| take(Kind::Snippet, text));
        questions.pins.iter().for_each(|text| take(Kind::Pin, text));
        questions.sentences.iter().filter(|_| prose).for_each(|text| take(Kind::Sentence, text));
        Self::of(all)
    }

    /// Those whose key is not known.
    pub(super) fn unknown(&self, known: impl Fn(u64) -> bool) -> Self {
        Self::of(self.questions.iter().filter(|question| !known(question.key)).copied().collect())
    }

    /// The place of the question with this key.
    pub(super) fn number(&self, key: u64) -> Option<usize> {
        self.numbers.get(&key).map(|number| *number as usize)
    }

    fn of(mut questions: Vec<Question<'q>>) -> Self {
        let mut asked = Self::default();
        let mut next = 0..;
        // A sentence that stands in several memories is one question.
        questions.retain(|question| match asked.numbers.entry(question.key) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => next.next().map(|number| place.insert(number)).is_some(),
        });
        for (question, number) in questions.iter().zip(0..) {
            let hash = words::hash(question.text.as_bytes());
            match question.kind {
                Kind::Name => _ = asked.names.insert(hash, number),
                Kind::Snippet => _ = asked.snippets.insert(hash, number),
                Kind::Pin => _ = asked.pins.insert(hash, number),
                Kind::Sentence => {
                    let words = words::of(question.text);
                    if words.len() >= LEAST_WORDS {
                        asked.sentences.push(Sentence { question: number, words });
                    }
                }
            }
        }
        asked.questions = questions;
        asked.build_filter();
        asked.build_anchors();
        asked
    }

    fn build_filter(&mut self) {
        let bits = (self.names.len() * 16).next_power_of_two().max(1024);
        self.filter = vec![0; bits / 64];
        for hash in self.names.keys() {
            let (word, bit) = place(*hash, self.filter.len());
            self.filter[word] |= bit;
        }
    }

    fn build_anchors(&mut self) {
        let mut counts: Table<u32> = Table::default();
        for word in self.sentences.iter().flat_map(|sentence| &sentence.words) {
            *counts.entry(*word).or_default() += 1;
        }
        for (sentence, number) in self.sentences.iter().zip(0..) {
            let mut words = sentence.words.clone();
            words.sort_by_key(|word| counts.get(word));
            // One more than may be missing.
            words.truncate(words.len() - needed(words.len()) + 1);
            for word in words {
                self.anchors.entry(word).or_default().push(number);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// Whether code is to be compared with anything but names.
    pub(super) fn has_snippets(&self) -> bool {
        !self.snippets.is_empty()
    }

    /// The question about a word with this hash.
    #[inline]
    pub(super) fn name(&self, hash: u64) -> Option<u32> {
        let (word, bit) = place(hash, self.filter.len());
        if self.filter.get(word)? & bit == 0 { None } else { self.names.get(&hash).copied() }
    }

    pub(super) fn snippet(&self, hash: u64) -> Option<u32> {
        self.snippets.get(&hash).copied()
    }

    pub(super) fn pin(&self, hash: u64) -> Option<u32> {
        self.pins.get(&hash).copied()
    }

    pub(super) fn has_pins(&self) -> bool {
        !self.pins.is_empty()
    }

    pub(super) fn has_sentences(&self) -> bool {
        !self.sentences.is_empty()
    }

    /// The sentences of which enough words are in this piece: the question, the share in percent, and
    /// the line with the most of them.
    pub(super) fn sentences_in(&self, piece: &[(u64, u32)], mut take: impl FnMut(u32, u8, u32)) {
        let mut candidates: Vec<u32> =
            piece.iter().filter_map(|(word, _)| self.anchors.get(word)).flatten().copied().collect();
        if candidates.is_empty() {
            return;
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut words = piece.to_vec();
        words.sort_unstable();
        for number in candidates {
            let sentence = &self.sentences[number as usize];
            let places: Vec<u32> = sentence.words.iter().filter_map(|word| line_of(&words, *word)).collect();
            if places.len() >= needed(sentence.words.len()) {
                let share = u8::try_from(places.len() * 100 / sentence.words.len()).unwrap_or(100);
                take(sentence.question, share, most(places));
            }
        }
    }
}

/// Words of a sentence that must be in one place.
fn needed(words: usize) -> usize {
    (words * LEAST_SHARE).div_ceil(100)
}

/// The line of a word in a piece sorted by words.
fn line_of(words: &[(u64, u32)], word: u64) -> Option<u32> {
    let at = words.partition_point(|(other, _)| *other < word);
    words.get(at).filter(|(other, _)| *other == word).map(|(_, line)| *line)
}

/// The most frequent number, the lowest of several.
fn most(mut lines: Vec<u32>) -> u32 {
    lines.sort_unstable();
    let runs = lines.chunk_by(|a, b| a == b);
    runs.rev().max_by_key(|run| run.len()).map_or(1, |run| run[0])
}

fn place(hash: u64, words: usize) -> (usize, u64) {
    let bit = usize::try_from(hash >> 20).unwrap_or(0) & (words * 64).wrapping_sub(1);
    (bit / 64, 1 << (bit % 64))
}

fn key(kind: Kind, text: &str) -> u64 {
    words::mix(words::hash(text.as_bytes()), kind as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_found_by_half_of_its_words() {
        let mut questions = Questions::default();
        questions.sentences.extend(["Keep existing comments when code moves elsewhere", "Alpha beta gamma"]);
        let asked = Asked::new(&questions, true);
        let mut found = Vec::new();
        words::pieces("Nothing here\n\n- existing comments\n  move with code\n- alpha beta gamma\n", |piece| {
            asked.sentences_in(piece, |question, share, line| found.push((question, share, line)));
        });
        // keep existing comment code move elsewhere: three of six, two of them on the first line.
        assert_eq!(found, [(0, 50, 3)]);
    }

    #[test]
    fn unknown_questions_are_asked_alone() {
        let mut questions = Questions::default();
        questions.names.extend(["alpha", "beta"]);
        let asked = Asked::new(&questions, true);
        let first = asked.questions[0].key;
        let rest = asked.unknown(|key| key == first);
        assert_eq!(rest.questions.len(), 1);
        assert_eq!(rest.name(words::hash(b"beta")), Some(0));
        assert_eq!(rest.name(words::hash(b"alpha")), None);
    }
}
