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

/// How many terms of a query are translated; the rest of a long paste is not. A bit each.
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

/// The lines that have one of these terms, each with the number of its term and in their order. The English
/// words are gone through once for all terms: stemming them first costs more than a whole answer.
fn lines(terms: &[Term]) -> Vec<(usize, &'static str)> {
    // A bit for each term, by the first byte of the words that it may be.
    let mut firsts = [0_u64; 256];
    let mut lines = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        match &term.want {
            Want::Letters(letters) => {
                lines.extend(LETTERS_IN.get(letters).into_iter().flatten().map(|line| (number, *line)));
            }
            Want::Stem(stem) => firsts[usize::from(stem.as_bytes()[0])] |= 1 << number,
            Want::Name(_) | Want::Foreign(_) | Want::Beginning(_) => {}
        }
    }
    for line in MEANINGS.lines() {
        for word in line.as_bytes().split(|byte| *byte == b' ') {
            let mut left = word.first().map_or(0, |first| firsts[usize::from(*first)]);
            while left > 0 {
                let number = left.trailing_zeros() as usize;
                if matches!(&terms[number].want, Want::Stem(stem) if has_stem(word, stem)) {
                    lines.push((number, line));
                }
                left &= left - 1;
            }
        }
    }
    lines.sort_by_key(|(number, _)| *number);
    lines
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
    for (head, line) in lines(&terms[..terms.len().min(TRANSLATED)]) {
        for word in line.split(' ') {
            let want = want(word);
            if !known.contains(&want) && added.insert((head, want.clone())) {
                let weight = terms[head].weight * OTHER_WORD;
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
                assert!(lines(&[term]).contains(&(0, line)), "{word}");
            }
        }
    }
}
