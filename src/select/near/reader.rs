//! Takes texts apart, word by word.

use super::{
    Note, Words,
    claims::{self, Sentence},
    marks, said,
};
use crate::select::{
    Fields,
    hash::{Hashed, hash, hash_of_letters, hash_of_word},
    ident,
    scan::{self, Sink},
    stem, stop, stop_unspaced,
};

/// What is read of a memory before asking whether it can still be alike, in bytes.
const STEP: usize = 512;

/// A pair of letters beside a single one (1.0): letters hold the words, pairs their order.
const PAIR: f64 = 0.5;

/// What takes the words of a note.
pub(super) trait Take: Default {
    /// What stands for a topic word.
    type Topic: Copy;
    /// That of a word by its hash, and what it weighs.
    fn topic(&mut self, word: u64, weight: f64) -> Self::Topic;
    /// The note says this word.
    fn add(&mut self, topic: Self::Topic);
    /// The note says of something that it is not.
    fn negate(&mut self);
}

#[derive(Default)]
pub(super) struct Reader<T: Take = Words> {
    pub(super) words: T,
    /// The sentence that is being read, where somebody asks for sentences.
    pub(super) sentence: Option<Sentence>,
    /// By the word's hash: a store is stemmed once a word, not once an occurrence.
    memo: Hashed<(Word, Option<T::Topic>)>,
    run: Vec<char>,
}

/// An English word.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// The stem's hash; none for grammar.
    pub(super) topic: Option<u64>,
    negates: bool,
    /// Whether it turns a claim round.
    pub(super) turns: bool,
    /// Whether it is part of what is claimed.
    pub(super) is_claimed: bool,
}

impl Word {
    fn new(chunk: &[u8]) -> Self {
        let word = String::from_utf8_lossy(chunk).to_ascii_lowercase();
        let topic = (stop::weight(&word) > 0.0).then(|| hash(stem::stem(&word).as_bytes()));
        let turns = claims::turns(&word);
        Self { topic, negates: negates(&word), turns, is_claimed: !turns && !claims::takes_a_stand(&word) }
    }
}

impl Reader {
    /// Takes a note apart.
    pub(super) fn note(&mut self, fields: &Fields<'_>) -> Note {
        self.read(fields, |_| true);
        Note { words: std::mem::take(&mut self.words), marks: marks(fields) }
    }
}

impl<T: Take> Reader<T> {
    /// Reads a note while it `may` still matter; false when it was given up.
    pub(super) fn read(&mut self, fields: &Fields<'_>, may: impl Fn(&T) -> bool) -> bool {
        for mut text in said(fields) {
            while !text.is_empty() {
                let (step, rest) = text.split_at(step_end(text));
                scan::scan(step, self);
                if !may(&self.words) {
                    return false;
                }
                text = rest;
            }
        }
        true
    }
}

/// Where a step of reading may end without cutting a word.
fn step_end(text: &str) -> usize {
    let least = text.floor_char_boundary(STEP);
    text[least..].find(char::is_whitespace).map_or(text.len(), |space| least + space)
}

impl<T: Take> Sink for Reader<T> {
    fn chunk(&mut self, chunk: &[u8], plain: bool) {
        if !plain {
            let outer = self.sentence.as_mut().map(|sentence| std::mem::replace(&mut sentence.named, true));
            ident::parts(chunk, |part| self.chunk(part, true));
            if let (Some(sentence), Some(outer)) = (&mut self.sentence, outer) {
                sentence.named = outer;
            }
            return;
        }
        let hash = hash_of_word(chunk);
        let (word, topic) = self.memo.get(&hash).copied().unwrap_or_else(|| {
            let word = Word::new(chunk);
            let new = (word, word.topic.map(|topic| self.words.topic(topic, 1.0)));
            self.memo.insert(hash, new);
            new
        });
        if word.negates {
            self.words.negate();
        }
        if let Some(topic) = topic {
            self.words.add(topic);
        }
        if let Some(sentence) = &mut self.sentence {
            sentence.word(&word);
        }
    }

    fn word(&mut self, word: &str) {
        let topic = hash(word.as_bytes());
        add(&mut self.words, topic, 1.0);
        if let Some(sentence) = &mut self.sentence {
            sentence.topic(topic);
        }
    }

    fn letter(&mut self, letter: char) {
        self.run.push(letter);
    }

    fn gap(&mut self) {
        let covered = stop_unspaced::covered(&self.run);
        for (&c, _) in self.run.iter().zip(&covered).filter(|(_, covered)| !**covered) {
            let topic = hash_of_letters([c]);
            add(&mut self.words, topic, 1.0);
            if let Some(sentence) = &mut self.sentence {
                sentence.letter(c, topic);
            }
        }
        for (pair, covered) in self.run.windows(2).zip(covered.windows(2)) {
            if covered == [false, false] {
                add(&mut self.words, hash_of_letters(pair.iter().copied()), PAIR);
            }
        }
        if self.run.iter().any(|c| matches!(c, '不' | '别' | '勿' | '禁' | '没')) {
            self.words.negate();
        }
        self.run.clear();
    }
}

fn add(words: &mut impl Take, topic: u64, weight: f64) {
    let topic = words.topic(topic, weight);
    words.add(topic);
}

/// Words that turn a statement into its opposite.
pub(super) fn negates(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "no"
            | "never"
            | "don"
            | "doesn"
            | "isn"
            | "aren"
            | "won"
            | "cannot"
            | "avoid"
            | "without"
            | "hate"
            | "dislike"
    )
}
