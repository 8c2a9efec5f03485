//! English words that carry grammar or courtesy, not a topic. Other languages: [`super::tongues`] and
//! [`super::stop_unspaced`].

use super::hash::hash;

/// Grammar: never evidence that a memory is about the prompt.
const GRAMMAR: &str = "
a about above after again ain all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn d did didn do does doesn doing don done down during each
either else ever every few for from further had hadn has hasn have haven having he her here hers herself
him himself his how i if in into is isn it its itself just ll m may me might more most much must mustn my
myself neither no nor not now of off on once one only or other ought our ours ourselves out over own per
quite rather re s same shall shan she should shouldn since so some such t than that the their theirs them
themselves then there these they this those though through thus to too under until up upon us ve very via
was wasn we were weren what when where whether which while who whom whose why will with within without
won would wouldn y yet you your yours yourself yourselves";

/// Courtesy and the small change of requests: a little evidence, in company.
const COMMON: &str = "
able already always another anyone anything away back bad begin best better big bring call came certain
come day different easy enough everything example explain far feel fine find first full gave get
getting give given go goes going good got great guess happen hello help hey hi idea instead keep kind
know last least leave less let like little long look looks lot made make makes making many maybe mean
means mention mind need needs never new next nice ok okay old part people place please point possible put
question quick quickly ready really right said say says see seem set show small something sometimes soon
start still stop stuff sure take taken talk tell thank thanks thing things think thought time times today
together told tomorrow took tried true try trying turn understand use used using usually want wanted wants
way well went whatever whole wonder work works wrong yeah yes yesterday";

static GRAMMAR_HASHES: [u64; count(GRAMMAR)] = hashes(GRAMMAR);
static COMMON_HASHES: [u64; count(COMMON)] = hashes(COMMON);

const fn count(words: &str) -> usize {
    let (mut rest, mut count) = (words.as_bytes(), 0);
    while let Some((_, others)) = first_word(rest) {
        (rest, count) = (others, count + 1);
    }
    count
}

/// The hashes of these words, sorted, while `mem` is built: a prompt looks up a few of them.
const fn hashes<const COUNT: usize>(words: &str) -> [u64; COUNT] {
    let (mut rest, mut hashes, mut count) = (words.as_bytes(), [0; COUNT], 0);
    while let Some((word, others)) = first_word(rest) {
        let (hash, mut place) = (hash(word), count);
        while place > 0 && hashes[place - 1] > hash {
            hashes[place] = hashes[place - 1];
            place -= 1;
        }
        hashes[place] = hash;
        (rest, count) = (others, count + 1);
    }
    hashes
}

/// The first word of a list, and what is behind it; also while `mem` is built.
pub(super) const fn first_word(list: &[u8]) -> Option<(&[u8], &[u8])> {
    let (list, mut end) = (list.trim_ascii_start(), 0);
    while end < list.len() && !list[end].is_ascii_whitespace() {
        end += 1;
    }
    if end == 0 { None } else { Some(list.split_at(end)) }
}

/// What a common word counts beside a word with a topic (1.0).
const COMMON_WEIGHT: f64 = 0.2;

/// The weight of a lower-case English word.
pub(super) fn weight(word: &str) -> f64 {
    let hash = hash(word.as_bytes());
    match () {
        () if GRAMMAR_HASHES.binary_search(&hash).is_ok() => 0.0,
        () if COMMON_HASHES.binary_search(&hash).is_ok() => COMMON_WEIGHT,
        () => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar_counts_nothing_and_short_names_count() {
        assert!(GRAMMAR.split_whitespace().all(|word| weight(word) == 0.0));
        assert!(COMMON.split_whitespace().all(|word| weight(word) == COMMON_WEIGHT));
        assert_eq!(weight("the"), 0.0);
        assert_eq!(weight("thanks"), COMMON_WEIGHT);
        for name in ["ci", "ui", "db", "deploy"] {
            assert_eq!(weight(name), 1.0);
        }
    }
}
