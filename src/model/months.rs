//! The English names of months.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The month, from 1, that a word in any case names, whole or by three letters or more of its beginning.
#[must_use]
pub fn month(word: &str) -> Option<u8> {
    let word = word.to_ascii_lowercase();
    let named = (1..).zip(MONTHS).find(|(_, month)| word.len() >= 3 && month.starts_with(&word));
    named.map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::month;

    #[test]
    fn whole_and_cut() {
        for (word, wanted) in [("May", Some(5)), ("sept", Some(9)), ("DECEMBER", Some(12)), ("jun", Some(6))] {
            assert_eq!(month(word), wanted, "{word}");
        }
        for word in ["", "ma", "marches", "octopus", "五月"] {
            assert_eq!(month(word), None, "{word}");
        }
    }
}
