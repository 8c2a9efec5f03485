//! Other words for what is asked: `部署` for `deploy`, `db` for `database`.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{
    glossary::MEANINGS,
    query::{Term, Want},
    stem,
};

/// What another word for a term counts beside the term itself (1.0).
const OTHER_WORD: f64 = 0.6;

/// How many terms of a query are translated; the rest of a long paste is not.
const TRANSLATED: usize = 48;

/// More letters than this of a word are not compared: what a lookup of letters can hold.
const LETTERS: usize = 3;

/// Shorter stems are those of words that have no ending to lose.
const SHORTEST_STEM: usize = 3;

/// The lines by the first letters of their words in unspaced scripts.
static LETTERS_IN: LazyLock<HashMap<String, Vec<&str>>> = LazyLock::new(|| {
    let mut lines: HashMap<String, Vec<&str>> = HashMap::new();
    for line in MEANINGS.lines() {
        for word in line.split(' ').filter(|word| !word.is_ascii()) {
            lines.entry(letters(word)).or_default().push(line);
        }
    }
    lines
});

fn want(word: &str) -> Want {
    if word.is_ascii() { Want::Stem(stem::stem(word).into_owned()) } else { Want::Letters(letters(word)) }
}

fn letters(word: &str) -> String {
    word.chars().map(super::fold::simplify).take(LETTERS).collect()
}

/// Whether the glossary has these letters of an unspaced script.
pub(super) fn knows(letters: &str) -> bool {
    LETTERS_IN.contains_key(letters)
}

/// Where the English words of the glossary begin, sorted by their first letters; made while `mem` is built,
/// since to go through all of them takes as long as the rest of an answer.
static ENGLISH: [u16; count()] = english();

/// Whether an English word begins here.
const fn begins_english(at: usize) -> bool {
    let text = MEANINGS.as_bytes();
    text[at] > b' ' && text[at].is_ascii() && (at == 0 || text[at - 1] <= b' ')
}

const fn count() -> usize {
    let (mut at, mut count) = (0, 0);
    while at < MEANINGS.len() {
        count += begins_english(at) as usize;
        at += 1;
    }
    count
}

const fn english<const COUNT: usize>() -> [u16; COUNT] {
    let text = MEANINGS.as_bytes();
    let (mut starts, mut count, mut at) = ([0; COUNT], 0, 0);
    while at < text.len() {
        if begins_english(at) {
            let mut place = count;
            while place > 0 && text[starts[place - 1] as usize] > text[at] {
                starts[place] = starts[place - 1];
                place -= 1;
            }
            starts[place] = at as u16;
            count += 1;
        }
        at += 1;
    }
    starts
}

// Every place in the glossary is such a number.
const _: () = assert!(MEANINGS.len() < u16::MAX as usize);

/// The lines that have a term, in their order.
fn lines(term: &Term) -> Vec<&'static str> {
    match &term.want {
        Want::Letters(letters) => LETTERS_IN.get(letters).cloned().unwrap_or_default(),
        Want::Stem(stem) => {
            let first = |start: &u16| MEANINGS.as_bytes()[usize::from(*start)];
            let wanted = stem.as_bytes()[0];
            let words = &ENGLISH[ENGLISH.partition_point(|start| first(start) < wanted)..];
            let words = words.iter().take_while(|start| first(start) == wanted).map(|start| usize::from(*start));
            words.filter(|start| has_stem(word_at(*start), stem)).map(line_at).collect()
        }
        Want::Name(_) | Want::Foreign(_) | Want::Beginning(_) => Vec::new(),
    }
}

fn word_at(start: usize) -> &'static [u8] {
    let rest = &MEANINGS.as_bytes()[start..];
    &rest[..rest.iter().position(|byte| *byte <= b' ').unwrap_or(rest.len())]
}

fn line_at(start: usize) -> &'static str {
    let begin = MEANINGS[..start].rfind('\n').map_or(0, |end| end + 1);
    let length = MEANINGS[begin..].find('\n').unwrap_or(MEANINGS.len() - begin);
    &MEANINGS[begin..begin + length]
}

fn has_stem(word: &[u8], stem: &str) -> bool {
    if stem.len() < SHORTEST_STEM {
        return word == stem.as_bytes();
    }
    stem::may_have(word, stem.as_bytes()) && str::from_utf8(word).is_ok_and(|word| stem::stem(word) == stem)
}

/// The other words for `terms`, each pointing at the term that it stands for.
pub(super) fn other_words(terms: &[Term]) -> Vec<Term> {
    let known: HashSet<&Want> = terms.iter().map(|term| &term.want).collect();
    let mut added = HashSet::new();
    let mut others = Vec::new();
    for (head, term) in terms.iter().enumerate().take(TRANSLATED) {
        for word in lines(term).into_iter().flat_map(|line| line.split(' ')) {
            let want = want(word);
            if !known.contains(&want) && added.insert((head, want.clone())) {
                let weight = term.weight * OTHER_WORD;
                others.push(Term { text: word.to_owned(), want, weight, head: Some(head) });
            }
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_finds_its_line() {
        for line in MEANINGS.lines() {
            for word in line.split_whitespace() {
                let term = Term { text: word.into(), want: want(word), weight: 1.0, head: None };
                assert!(lines(&term).contains(&line), "{word}");
            }
        }
    }
}
