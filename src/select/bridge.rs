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

/// The lines of the glossary by the words in them.
static LINES: LazyLock<HashMap<Want, Vec<usize>>> = LazyLock::new(|| {
    let mut lines: HashMap<Want, Vec<usize>> = HashMap::new();
    for (number, line) in MEANINGS.lines().enumerate() {
        for word in line.split_whitespace() {
            lines.entry(want(word)).or_default().push(number);
        }
    }
    lines
});

fn want(word: &str) -> Want {
    if word.is_ascii() {
        Want::Stem(stem::stem(word).into_owned())
    } else {
        Want::Letters(word.chars().map(super::fold::simplify).take(LETTERS).collect())
    }
}

/// Whether the glossary has a word.
pub(super) fn knows(word: &Want) -> bool {
    LINES.contains_key(word)
}

/// The other words for `terms`, each pointing at the term that it stands for.
pub(super) fn other_words(terms: &[Term]) -> Vec<Term> {
    let known: HashSet<&Want> = terms.iter().map(|term| &term.want).collect();
    let mut added = HashSet::new();
    let mut others = Vec::new();
    for (head, term) in terms.iter().enumerate().take(TRANSLATED) {
        let lines = LINES.get(&term.want).map_or(&[][..], Vec::as_slice);
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
