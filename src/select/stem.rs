//! English endings.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// Shorter words keep their ending: `aws`, `css`, `dns` are names, not plurals. (`fly` meets `flies`.)
const SHORTEST: usize = 4;

/// Longer words are no English: hashes, base64.
pub(super) const LONGEST: usize = 40;

/// The stem of a lower-case word; words with digits have none but themselves.
pub(super) fn stem(word: &str) -> Cow<'_, str> {
    let long_enough = word.len() >= SHORTEST || word.len() + 1 == SHORTEST && word.ends_with('y');
    let english = long_enough && word.len() <= LONGEST && word.bytes().all(|b| b.is_ascii_lowercase());
    if english { Stemmer::create(Algorithm::English).stem(word) } else { Cow::Borrowed(word) }
}

/// The last letters of all endings that are taken off or changed; a word that ends in another one is its
/// own stem.
const LAST_LETTERS: &[u8] = b"cdegilmnrsty";

/// The letters that no ending has; what is taken off holds none of them.
const NO_ENDING: &[u8] = b"hjkqwx";

/// The letters of the endings that leave three letters or fewer, `ed`, `ingly`, `fulness`: others are taken off
/// only behind a second syllable.
const SHORT_ENDING: &[u8] = b"defgilnsuy";

/// Whether `word` may have this stem, in any case: stemming keeps all but the last letter of the stem
/// (`happi` of `happy`), so most words are told apart without being stemmed.
pub(super) fn may_have(word: &[u8], stem: &[u8]) -> bool {
    let kept = stem.len() - 1;
    word.len() >= kept
        && word.len() <= LONGEST
        && word[..kept].eq_ignore_ascii_case(&stem[..kept])
        && may_end(word.get(stem.len()..).unwrap_or_default(), stem)
}

/// Whether what stands in a word behind so many letters as its stem has may be an ending.
fn may_end(ending: &[u8], stem: &[u8]) -> bool {
    let is_in = |letter: &u8, letters: &[u8]| letters.contains(&letter.to_ascii_lowercase());
    let Some((last, others)) = ending.split_last() else { return true };
    if stem.len() > 3 {
        return is_in(last, LAST_LETTERS) && !others.iter().any(|letter| is_in(letter, NO_ENDING));
    }
    // `hopping` has its letter twice.
    let doubled = usize::from(stem.last().is_some_and(|own| own.eq_ignore_ascii_case(&ending[0])));
    ending[doubled..].iter().all(|letter| is_in(letter, SHORT_ENDING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_these_endings_change_a_word() {
        let beginnings = ["tri", "conditi", "hop", "sk", "gen", "communic", "relat", "y", "e", "rr", "abl", "ous"];
        let letters = || b'a'..=b'z';
        for beginning in beginnings {
            for (a, b) in letters().flat_map(|a| letters().map(move |b| (a, b))) {
                for last in letters().filter(|last| !LAST_LETTERS.contains(last)) {
                    let word = format!("{beginning}{}{}{}", char::from(a), char::from(b), char::from(last));
                    assert_eq!(stem(&word), word);
                }
            }
        }
    }

    #[test]
    fn a_word_may_have_its_stem() {
        // All of the algorithm, one behind the other, behind words of each shape.
        let endings: Vec<&str> =
            "s es ed ing ingly edly eed eedly y ies ied ly tional ational enci anci abli entli izer ization ation \
            ator alism aliti alli fulness ousli ousness iveness iviti biliti bli ogi fulli lessli li alize icate \
            iciti ical ful ness ative al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize \
            ion e l"
                .split(' ')
                .chain([""])
                .collect();
        let beginnings = "hop hopp show fix rel relat commun tax flex judg ski art us use own ic eat add egg i o ox pi tr fl \
            be bee ye run runn api bug bugg nel";
        for beginning in beginnings.split(' ') {
            for (one, other) in endings.iter().flat_map(|one| endings.iter().map(move |other| (one, other))) {
                let word = [beginning, one, other].concat();
                assert!(may_have(word.as_bytes(), stem(&word).as_bytes()), "{word} {}", stem(&word));
            }
        }
    }

    #[test]
    fn inflections_meet_and_names_stay() {
        for (a, b) in [("deploying", "deploys"), ("queries", "query"), ("merged", "merge"), ("flies", "fly")] {
            assert_eq!(stem(a), stem(b));
            assert!(may_have(a.as_bytes(), stem(b).as_bytes()));
            assert!(may_have(b.to_uppercase().as_bytes(), stem(a).as_bytes()));
        }
        for name in ["aws", "css", "k8s", "utf8", "ios"] {
            assert_eq!(stem(name), name);
        }
    }
}
