//! Other endings of the words of a prompt: `tlačítko` is also asked for as `tlačítka`, `деплой` as
//! `деплоя`. English has its stems; the rules of thirty languages more are not worth their weight, so
//! what a long word begins with stands for it, where a prompt is written in another language.

use super::{
    fold::{self, Class},
    query::{Term, Want},
};

/// What another ending of a word counts beside the word (1.0).
const OTHER_ENDING: f64 = 0.6;

/// Letters of a word at least: what shorter ones begin with says too little.
const SHORTEST: usize = 6;

/// A longer ending belongs to another word.
const LONGEST_ENDING: usize = 5;

/// One letter in so many that English lacks shows another language: German has the fewest, one in fifty
/// to sixty, but a prompt has twenty letters or a hundred.
const ONE_IN: usize = 40;

/// The terms for other endings of the words of a prompt that is not English.
pub(super) fn other_words(terms: &[Term]) -> Vec<Term> {
    let others = terms.iter().enumerate().filter_map(|(head, term)| {
        let text = beginning(term)?;
        Some(Term { want: Want::Beginning(text.clone()), text, weight: term.weight * OTHER_ENDING, head: Some(head) })
    });
    others.collect()
}

/// Whether a prompt is in a language of spaced words that has other letters than English.
pub(super) fn has_other_letters(prompt: &str) -> bool {
    let (mut letters, mut own) = (0, 0);
    for letter in prompt.chars().filter(|c| c.is_alphabetic() && fold::class(*c) == Class::Letter) {
        letters += 1;
        // Not the full-width forms of English letters.
        own += usize::from(('\u{80}'..'\u{3000}').contains(&letter));
    }
    own > 0 && own * ONE_IN >= letters
}

/// What a long word begins with.
fn beginning(term: &Term) -> Option<String> {
    if !matches!(term.want, Want::Stem(_) | Want::Foreign(_)) || !term.text.chars().all(char::is_alphabetic) {
        return None;
    }
    let letters = term.text.chars().count();
    let ending = if letters > 8 { 3 } else { 2 };
    (letters >= SHORTEST).then(|| term.text.chars().take(letters - ending).collect())
}

/// Whether a word has this beginning, in any case, and no more than an ending behind it.
pub(super) fn begins(word: &[u8], beginning: &str) -> bool {
    let begins_letter = |byte: &&u8| **byte & 0xc0 != 0x80;
    word.split_at_checked(beginning.len()).is_some_and(|(start, ending)| {
        start.eq_ignore_ascii_case(beginning.as_bytes())
            && ending.iter().filter(begins_letter).count() <= LONGEST_ENDING
    })
}

#[cfg(test)]
mod tests {
    use crate::select::{Fields, Query};

    fn finds(prompt: &str, body: &str) -> bool {
        !Query::new(prompt).count(&Fields { body, ..Fields::default() }).hits.is_empty()
    }

    #[test]
    fn other_endings_are_found_in_other_languages() {
        let table = [
            ("Přidej tlačítko", "s tlačítky v menu"),
            ("uložených záznamů", "Uložené věci"),
            ("почему упали миграции?", "После миграцией ничего"),
            ("wo läuft die Auslieferung", "der Auslieferungen"),
            ("a implantação não funciona", "implantações na sexta"),
        ];
        for (prompt, body) in table {
            assert!(finds(prompt, body), "{prompt}");
        }
    }

    #[test]
    fn english_keeps_to_its_stems_and_other_words_are_other_words() {
        let table = [
            ("where is the database", "the databank"),
            ("why does the naïve comparator of our merge queue fail again", "a comparison"),
            ("Přidej tlačítko", "tlačítkopodobnost"),
            ("Přidej menší sloup", "slon"),
        ];
        for (prompt, body) in table {
            assert!(!finds(prompt, body), "{prompt}");
        }
    }
}
