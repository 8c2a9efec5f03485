//! Days as people say them in a prompt: `May 2nd` and `5月2号` are `05-02` of the files that say
//! `2026-05-02`.

use super::{
    fold,
    query::{Term, Want},
};
use crate::model::days;

/// What a day as files name it counts beside a name (1.0).
const DAY: f64 = 1.0;

/// The terms for the days that a prompt names, each in the place of the number that it was said with.
pub(super) fn other_words(prompt: &str, terms: &[Term]) -> Vec<Term> {
    let of_day = |day: &str| {
        let number = |term: &Term| term.text.trim_end_matches(|c: char| c.is_ascii_lowercase()).parse::<u32>();
        let wanted = day[day.len() - 2..].parse();
        terms.iter().position(|term| number(term) == wanted)
    };
    let term = |day: String| {
        let head = of_day(&day)?;
        Some(Term { want: Want::Name(day.clone()), text: day, weight: DAY, head: Some(head) })
    };
    named(prompt).into_iter().filter_map(term).collect()
}

/// The days that a prompt names other than files do.
fn named(prompt: &str) -> Vec<String> {
    match prompt.is_ascii() {
        true => days::named(prompt),
        // Few prompts have a digit, be it a wide one: only these are folded for it.
        false if prompt.chars().any(char::is_numeric) => days::named(&fold::fold(prompt)),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn wide_digits_are_digits() {
        assert_eq!(named("5月２号和５月３日"), ["05-02", "05-03"]);
        assert_eq!(named("MAY 2nd"), ["05-02"]);
    }
}
