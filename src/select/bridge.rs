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

/// The words of the glossary, each with its line.
static WORDS: LazyLock<Vec<(usize, &str)>> = LazyLock::new(|| {
    let lines = MEANINGS.lines().enumerate();
    lines.flat_map(|(number, line)| line.split(' ').map(move |word| (number, word))).collect()
});

/// The lines by the first letters of the words in unspaced scripts.
static LETTERS_IN: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let mut lines: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, word) in WORDS.iter().filter(|(_, word)| !word.is_ascii()) {
        lines.entry(letters(word)).or_default().push(*number);
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

/// The lines that have a term. The English words are gone through for each: stemming all of them first costs
/// more than a whole answer.
fn lines(term: &Term) -> Vec<usize> {
    match &term.want {
        Want::Letters(letters) => LETTERS_IN.get(letters).cloned().unwrap_or_default(),
        Want::Stem(stem) => WORDS.iter().filter(|(_, word)| has_stem(word, stem)).map(|(number, _)| *number).collect(),
        Want::Name(_) | Want::Foreign(_) | Want::Beginning(_) => Vec::new(),
    }
}

fn has_stem(word: &str, stem: &str) -> bool {
    match stem.len() < SHORTEST_STEM {
        true => word == stem,
        false => stem::may_have(word.as_bytes(), stem.as_bytes()) && stem::stem(word) == stem,
    }
}

/// The other words for `terms`, each pointing at the term that it stands for.
pub(super) fn other_words(terms: &[Term]) -> Vec<Term> {
    let known: HashSet<&Want> = terms.iter().map(|term| &term.want).collect();
    let mut added = HashSet::new();
    let mut others = Vec::new();
    for (head, term) in terms.iter().enumerate().take(TRANSLATED) {
        let lines = lines(term);
        for word in lines.iter().filter_map(|&line| MEANINGS.lines().nth(line)).flat_map(str::split_whitespace) {
            let want = want(word);
            if !known.contains(&want) && added.insert((head, want.clone())) {
                let text = word.to_owned();
                others.push(Term { text, want, weight: term.weight * OTHER_WORD, head: Some(head) });
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
        for (number, line) in MEANINGS.lines().enumerate() {
            for word in line.split_whitespace() {
                let term = Term { text: word.into(), want: want(word), weight: 1.0, head: None };
                assert!(lines(&term).contains(&number), "{word}");
            }
        }
    }
}
