//! What is asked: the terms of a prompt, each with what it counts.

use std::collections::HashMap;

use super::{
    bridge,
    count::{self, Lookup},
    dates, endings,
    fold::{is_han, is_south_east_asian},
    ident,
    scan::{self, Sink},
    stem, stop, stop_unspaced,
    tongues::{Heard, Tongue},
};

/// How much of a long prompt is read at either end, in bytes: what a person asks stands before or
/// after what was pasted.
const READ_AT_EITHER_END: usize = 4_096;

/// Past this many tokens from either end a term counts for less and less.
const NEAR_AN_END: f64 = 48.0;

/// The most terms a query keeps; the heaviest stay.
const MOST_TERMS: usize = 160;

/// One letter of Han beside a pair of them (1.0).
const HAN_ALONE: f64 = 0.3;

/// A pair of letters of which one belongs to a function word.
const HALF_COVERED: f64 = 0.3;

/// A known word of three letters beside its two pairs (1.0 each).
const KNOWN_WORD: f64 = 0.7;

/// A part of an identifier beside the identifier (1.0).
const PART: f64 = 1.0;

/// A whole identifier: its parts are matched as well.
const WHOLE: f64 = 1.0;

/// A bare number.
const NUMBER: f64 = 0.7;

/// A prompt, analysed: its terms without repetition, weighted.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) terms: Vec<Term>,
    pub(super) lookup: Lookup,
}

/// One thing to look for.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// As the person wrote it, in lower case.
    pub(super) text: String,
    pub(super) want: Want,
    pub(super) weight: f64,
    /// The term that this one stands for, when it is another word for it.
    pub(super) head: Option<usize>,
}

/// What counts as an occurrence of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Want {
    /// An ASCII word with this stem, or a name that reads like it.
    Stem(String),
    /// A name, spelled in any of the ways identifiers are.
    Name(String),
    /// A word of another spaced script.
    Foreign(String),
    /// Adjacent letters of an unspaced script.
    Letters(String),
    /// A word that begins like this, in lower case.
    Beginning(String),
}

impl Query {
    /// Analyses a prompt; time and size are bounded whatever its length.
    pub fn new(text: &str) -> Self {
        let mut reader = Reader::default();
        let (head, tail) = ends(text);
        scan::scan(head, &mut reader);
        if let Some(tail) = tail {
            scan::scan(tail, &mut reader);
        }
        let tongue = reader.heard.tongue();
        let mut terms = reader.terms(tongue);
        let mut others = bridge::other_words(&terms);
        if tongue.is_some() || endings::has_other_letters(head) {
            others.extend(endings::other_words(&terms));
        }
        others.extend([Some(head), tail].into_iter().flatten().flat_map(|text| dates::other_words(text, &terms)));
        terms.append(&mut others);
        Self { lookup: Lookup::new(&terms), terms }
    }

    /// Whether nothing in the prompt can match: only punctuation or grammar.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// What one memory has of this query's terms.
    pub fn count(&self, fields: &super::Fields<'_>) -> super::Counts {
        count::count(self, fields)
    }
}

/// The beginning of a text and, when it is long, its end.
fn ends(text: &str) -> (&str, Option<&str>) {
    if text.len() <= 2 * READ_AT_EITHER_END {
        return (text, None);
    }
    let head = text.floor_char_boundary(READ_AT_EITHER_END);
    let tail = text.ceil_char_boundary(text.len() - READ_AT_EITHER_END);
    (&text[..head], Some(&text[tail..]))
}

/// Something that a prompt asks for.
struct Seen {
    want: Want,
    /// How it was written.
    text: String,
    weight: f64,
    /// A word that stands alone, not a part of a name, and not `CI` or `OS`: it may be grammar.
    is_prose: bool,
    position: usize,
}

/// Collects what a prompt asks for.
#[derive(Default)]
struct Reader {
    seen: Vec<Seen>,
    position: usize,
    run: Vec<char>,
    heard: Heard,
}

impl Reader {
    fn push(&mut self, want: Want, text: String, weight: f64) {
        self.see(Seen { want, text, weight, is_prose: false, position: self.position });
    }

    fn see(&mut self, seen: Seen) {
        if seen.weight > 0.0 {
            self.seen.push(seen);
        }
    }

    fn part(&mut self, part: &[u8], share: f64, is_prose: bool) {
        self.position += 1;
        let text = lower(part);
        if text.len() > stem::LONGEST {
            return;
        }
        let number = if part.iter().all(u8::is_ascii_digit) { NUMBER } else { 1.0 };
        let telling = stop::weight(&text);
        if is_prose {
            self.heard.word(&text, telling);
        }
        let want = Want::Stem(stem::stem(&text).into_owned());
        self.see(Seen { want, text, weight: telling * number * share, is_prose, position: self.position });
    }

    fn grams(&mut self, covered: &[bool], size: usize, share: f64) {
        let run = std::mem::take(&mut self.run);
        for (letters, covered) in run.windows(size).zip(covered.windows(size)) {
            let text: String = letters.iter().collect();
            let weight = match covered.iter().filter(|&&c| c).count() {
                0 => 1.0,
                n if n < size => HALF_COVERED,
                _ => 0.0,
            };
            self.push(Want::Letters(text.clone()), text, weight * share);
        }
        self.run = run;
    }

    /// Words of three letters and more that the glossary knows: beside their pairs, for their meaning.
    fn known_words(&mut self) {
        let run = std::mem::take(&mut self.run);
        for letters in run.windows(3) {
            let text: String = letters.iter().collect();
            if bridge::knows(&text) {
                self.push(Want::Letters(text.clone()), text, KNOWN_WORD);
            }
        }
        self.run = run;
    }

    /// The terms without repetition, in the order of first mention; what is grammar in the prompt's own
    /// language is none.
    fn terms(self, tongue: Option<Tongue>) -> Vec<Term> {
        let last = self.position;
        let is_grammar = |seen: &Seen| seen.is_prose && tongue.is_some_and(|tongue| tongue.is_grammar(&seen.text));
        let mut at: HashMap<Want, usize> = HashMap::new();
        let mut terms: Vec<Term> = Vec::new();
        for seen in self.seen.into_iter().filter(|seen| !is_grammar(seen)) {
            let Seen { want, text, weight, position, .. } = seen;
            let weight = weight * nearness(position, last);
            match at.get(&want) {
                Some(&known) => terms[known].weight = terms[known].weight.max(weight),
                None => {
                    at.insert(want.clone(), terms.len());
                    terms.push(Term { text, want, weight, head: None });
                }
            }
        }
        if terms.len() > MOST_TERMS {
            terms.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            terms.truncate(MOST_TERMS);
        }
        terms
    }
}

/// 1 near the beginning and the end of a prompt, falling towards its middle.
fn nearness(position: usize, last: usize) -> f64 {
    let from_an_end = position.min(last.saturating_sub(position)) as f64;
    (NEAR_AN_END / from_an_end.max(NEAR_AN_END)).powi(2)
}

fn lower(part: &[u8]) -> String {
    part.iter().map(|b| char::from(b.to_ascii_lowercase())).collect()
}

impl Sink for Reader {
    fn chunk(&mut self, chunk: &[u8], plain: bool) {
        if plain {
            return self.part(chunk, 1.0, true);
        }
        let mut wholes = Vec::new();
        ident::names(chunk, |name| wholes.push(ident::joined(name).map(char::from).collect::<String>()));
        let share = if wholes.is_empty() { 1.0 } else { PART };
        ident::parts(chunk, |part| self.part(part, share, false));
        for name in wholes {
            if name.len() <= 4 * stem::LONGEST {
                self.push(Want::Name(name.clone()), name, WHOLE);
            }
        }
    }

    fn word(&mut self, word: &str) {
        self.position += 1;
        if word.len() <= 4 * stem::LONGEST {
            self.heard.word(word, 1.0);
            let (want, position) = (Want::Foreign(word.to_owned()), self.position);
            self.see(Seen { want, text: word.to_owned(), weight: 1.0, is_prose: true, position });
        }
    }

    fn letter(&mut self, letter: char) {
        self.position += 1;
        self.run.push(letter);
    }

    fn gap(&mut self) {
        let covered = stop_unspaced::covered(&self.run);
        let size = if self.run.iter().copied().any(is_south_east_asian) { 3 } else { 2 };
        match self.run.len() {
            0 | 1 => self.grams(&covered, 1, HAN_ALONE),
            length => self.grams(&covered, size.min(length), 1.0),
        }
        self.known_words();
        if size == 2 && self.run.len() > 1 {
            let run = std::mem::take(&mut self.run);
            for (&letter, &covered) in run.iter().zip(&covered) {
                if is_han(letter) && !covered {
                    self.push(Want::Letters(letter.into()), letter.into(), HAN_ALONE);
                }
            }
        }
        self.run.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let query = Query::new(text);
        query.terms.iter().filter(|term| term.head.is_none()).map(|term| term.text.clone()).collect()
    }

    #[test]
    fn terms_of_each_shape() {
        assert_eq!(terms("Why does AuthService fail?"), ["auth", "service", "authservice", "fail"]);
        assert_eq!(terms("run with --no-verify"), ["run", "verify", "noverify"]);
        assert_eq!(terms("C++ or C#"), ["c", "c++", "c#"]);
        assert_eq!(terms("CI/CD on k8s"), ["ci", "cd", "cicd", "k8s"]);
        assert_eq!(terms("部署流程"), ["部署", "署流", "流程", "部", "署", "流", "程"]);
        assert_eq!(terms("部"), ["部"]);
        assert_eq!(terms("деплой"), ["деплои"]);
        assert_eq!(terms("deploy deploys deploying"), ["deploy"]);
    }

    #[test]
    fn nothing_to_look_for() {
        for text in ["", " \n", "。。", "?!", "the of and", "的了吗", "🎉"] {
            assert!(Query::new(text).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn a_megabyte_is_read_at_its_ends() {
        let query = Query::new(&format!("quokka {} wombat", "lorem ipsum dolor ".repeat(60_000)));
        let wanted = |text: &str| query.terms.iter().any(|term| term.text == text);
        assert!(wanted("quokka") && wanted("wombat"));
        assert!(query.terms.len() < 400);
        let unbroken = Query::new(&"部署流程预发环境".repeat(50_000));
        assert!(!unbroken.is_empty() && unbroken.terms.len() < 400);
    }
}
