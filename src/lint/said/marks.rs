//! Words that show what a text is for, in the languages that memories are written in.

use std::{ops::Range, sync::OnceLock};

use aho_corasick::AhoCorasick;

use crate::model::Document;

/// How a reason is introduced.
static REASONS: Marks = Marks::new(&[
    "why:",
    "why**",
    "**why",
    "reason:",
    "because the user",
    "the user said",
    "user said",
    "the user wants",
    "the user asked",
    "the user prefers",
    "incident",
    "postmortem",
    "cost us",
    "bit us",
    "warum",
    "grund:",
    "motivo:",
    "por que:",
    "por quê",
    "por qué",
    "pourquoi",
    "proč:",
    "důvod",
    "почему",
    "причина",
    "为什么",
    "原因：",
    "因为用户",
    "用户要求",
    "為什麼",
    "なぜ",
    "理由",
    "이유",
    "왜",
]);

/// Whether a memory says why: then it is a lesson, and not only a description.
pub(crate) fn has_reason(memory: &Document) -> bool {
    REASONS.stand_in(&memory.body().to_lowercase())
}

/// Words that are looked for in many texts, all in one pass. In lower case.
#[derive(Debug)]
pub(crate) struct Marks {
    words: &'static [&'static str],
    /// Made for the first text.
    matcher: OnceLock<Option<AhoCorasick>>,
}

impl Marks {
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        Self { words, matcher: OnceLock::new() }
    }

    /// Whether a text in lower case has one of them, be it within a word.
    pub(crate) fn touch(&self, text: &str) -> bool {
        self.matcher().map_or_else(|| self.words.iter().any(|word| text.contains(word)), |all| all.is_match(text))
    }

    /// Whether a text in lower case has one of them, as [`mentions`] understands it.
    pub(crate) fn stand_in(&self, text: &str) -> bool {
        self.matcher().map_or_else(
            || mentions(text, self.words),
            |all| all.find_overlapping_iter(text).any(|found| is_whole(text, found.range())),
        )
    }

    fn matcher(&self) -> Option<&AhoCorasick> {
        self.matcher.get_or_init(|| AhoCorasick::new(self.words).ok()).as_ref()
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
fn is_whole(text: &str, mark: Range<usize>) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric();
    let (before, after, mark) = (&text[..mark.start], &text[mark.end..], &text[mark]);
    let in_word = mark.starts_with(letter) && before.ends_with(letter);
    let goes_on = mark.ends_with(letter) && after.starts_with(letter);
    !in_word && !goes_on
}
