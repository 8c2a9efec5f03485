//! Words that show what a text is for, in the languages that memories are written in.

use std::{
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use aho_corasick::{AhoCorasick, MatchKind};

/// Texts that are looked through word by word: to make the matcher takes as long, and one memory has no more.
const PLAINLY: usize = 32;

/// Words in lower case that are looked for in many texts, all in one pass.
#[derive(Debug)]
pub(crate) struct Marks {
    words: &'static [&'static str],
    /// Texts that were looked through without it.
    plainly: AtomicUsize,
    /// Made for the first text after them.
    matcher: OnceLock<Option<AhoCorasick>>,
}

impl Marks {
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        Self { words, plainly: AtomicUsize::new(0), matcher: OnceLock::new() }
    }

    /// Whether a text in lower case has one of them, be it within a word.
    pub(crate) fn touch(&self, text: &str) -> bool {
        let plain = || self.words.iter().any(|word| text.contains(word));
        if self.matcher.get().is_none() && self.plainly.fetch_add(1, Ordering::Relaxed) < PLAINLY {
            return plain();
        }
        self.matcher().map_or_else(plain, |all| all.is_match(text))
    }

    /// Whether a text in lower case has one of them in a place that counts; of several that begin in one place
    /// the longest is meant.
    pub(crate) fn any(&self, text: &str, counts: impl Fn(Range<usize>) -> bool) -> bool {
        let plain = || {
            let places = self.words.iter().flat_map(|word| text.match_indices(word));
            places.map(|(at, word)| at..at + word.len()).any(&counts)
        };
        self.matcher().map_or_else(plain, |all| all.find_iter(text).any(|found| counts(found.range())))
    }

    /// The words.
    pub(crate) const fn words(&self) -> &'static [&'static str] {
        self.words
    }

    fn matcher(&self) -> Option<&AhoCorasick> {
        // Only of this kind are many bytes looked at together.
        let make = || AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(self.words).ok();
        self.matcher.get_or_init(make).as_ref()
    }
}

/// Whether a text in lower case has one of these; a word of letters only where it begins and ends as a
/// word.
pub(crate) fn mentions(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| finds(text, mark).next().is_some())
}

/// Where a mark stands in a text in lower case, as [`mentions`] understands it.
pub(crate) fn finds<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(mark).map(|(at, _)| at).filter(move |at| is_whole(text, *at..at + mark.len()))
}

/// Whether what stands there begins and ends as a word, where it begins and ends with a letter.
pub(super) fn is_whole(text: &str, mark: Range<usize>) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric();
    let (before, after, mark) = (&text[..mark.start], &text[mark.end..], &text[mark]);
    let in_word = mark.starts_with(letter) && before.ends_with(letter);
    let goes_on = mark.ends_with(letter) && after.starts_with(letter);
    !in_word && !goes_on
}
