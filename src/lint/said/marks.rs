//! Words that show what a text is for, in the languages that memories are written in.

use crate::model::Document;

/// How a reason is introduced.
const REASONS: [&str; 34] = [
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
];

/// Whether a memory says why: then it is a lesson, and not only a description.
pub(crate) fn has_reason(memory: &Document) -> bool {
    mentions(&memory.body().to_lowercase(), &REASONS)
}

/// Whether a text in lower case has one of these; a word of letters only where it begins and ends as a
/// word.
pub(crate) fn mentions(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| finds(text, mark).next().is_some())
}

/// Where a mark stands in a text in lower case, as [`mentions`] understands it.
pub(crate) fn finds<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = usize> + 't {
    let letter = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(mark).map(|(at, _)| at).filter(move |at| {
        let in_word = mark.starts_with(letter) && text[..*at].ends_with(letter);
        let goes_on = mark.ends_with(letter) && text[at + mark.len()..].starts_with(letter);
        !in_word && !goes_on
    })
}
