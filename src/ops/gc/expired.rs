//! Project notes about something that was to end on a day that has passed.
//!
//! "Frozen until 2026-03-20" is over by then; "we used the old runner until 2026-03-20" was never
//! about the time after it. So the day must stand with a word for an end, in the name, the
//! description or the first paragraph, and nothing may speak against it.

use jiff::{Timestamp, civil::Date, tz::Offset};

use super::{
    Evidence, Item, Kind,
    dates::{Dated, dates},
    plan::Found,
    superseded::evidence,
};
use crate::model::{self, Document, age};

/// Header keys that say when a note ends.
const KEYS: [&str; 6] = ["expires", "expiry", "until", "valid_until", "valid-until", "ends"];

/// Words before a day that make it an end. Lower case.
const BEFORE: [&str; 14] = [
    "until",
    "till",
    "through",
    "expires",
    "expires on",
    "ends",
    "ends on",
    "valid to",
    "直到",
    "截至",
    "截止",
    "截止到",
    "到",
    "至",
];
/// Words behind a day that make it an end.
const BEHIND: [&str; 3] = ["まで", "까지", "为止"];
/// What only looks like one of them: "by then".
const NOT_BEHIND: [&str; 1] = ["までに"];

/// In the same sentence these say that it is about the time before. Lower case, blanks around.
const PAST: [&str; 8] = [" was ", " were ", " used ", " had ", " did ", " ran ", " previously ", " formerly "];
/// Anywhere these say that the day may not hold any more.
const MOVED: [&str; 10] =
    ["extended", "postponed", "delayed", "pushed back", "rescheduled", "延期", "延长", "延長", "연장", "연기"];

pub(super) fn find(documents: &[Document], now: Timestamp) -> Found {
    let mut found = Found::default();
    let today = day(now);
    for document in documents.iter().filter(|d| d.memory.kind == Some(model::Kind::Project)) {
        match judge(document, today) {
            Some((item, true)) => found.items.push(item),
            Some((item, false)) => found.suggestions.push(item.shown()),
            None => {}
        }
    }
    found
}

fn day(time: Timestamp) -> Date {
    Offset::UTC.to_datetime(time).date()
}

/// Whether the day is over everywhere on earth.
fn has_passed(date: Date, today: Date) -> bool {
    date.tomorrow().is_ok_and(|next| next < today)
}

/// The item, and whether nothing speaks against it.
fn judge(document: &Document, today: Date) -> Option<(Item, bool)> {
    let written = day(document.memory.modified);
    let (date, evidence, certain) = by_header(document).or_else(|| by_text(document, written))?;
    let other_days = dates(&document.text, written);
    let still_ahead = other_days.iter().any(|other| !has_passed(other.date, today));
    if !has_passed(date, today) || still_ahead {
        return None;
    }
    let renewed = document.memory.modified_source == age::Source::Header && written > date;
    let days = today.since(date).map_or(0, |span| span.get_days());
    let mut reason = format!("it was to end on {date}, {days} days ago");
    if renewed {
        reason.push_str(", and was changed after that");
    }
    let item = Item::drop(Kind::Expired, &document.memory.file, reason, vec![evidence]);
    Some((item, certain && !renewed && !has_any(&document.text.to_lowercase(), &MOVED)))
}

fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

fn by_header(document: &Document) -> Option<(Date, Evidence, bool)> {
    let (key, time) = KEYS.into_iter().find_map(|key| Some((key, age::parse(document.header.get(key)?)?)))?;
    Some((day(time), evidence(document, |line| line.trim_start().starts_with(key)), true))
}

/// The last day that the telling parts of a note call an end.
fn by_text(document: &Document, written: Date) -> Option<(Date, Evidence, bool)> {
    let description = document.memory.description.as_deref().unwrap_or_default();
    let parts = [document.memory.name.as_str(), description, first_paragraph(document.body())];
    let ends =
        parts.into_iter().flat_map(|part| dates(part, written).into_iter().filter_map(move |dated| end(part, &dated)));
    let (date, sentence, certain) = ends.max_by_key(|(date, _, certain)| (*date, *certain))?;
    let line = evidence(document, |line| line.contains(sentence)).line;
    Some((date, Evidence::new(&document.memory.file, line, sentence), certain))
}

fn first_paragraph(body: &str) -> &str {
    let body = body.trim_start();
    body.find("\n\n").map_or(body, |end| &body[..end])
}

/// The day with its sentence, if it is called an end, and whether the sentence is about now.
fn end<'t>(text: &'t str, dated: &Dated) -> Option<(Date, &'t str, bool)> {
    let (before, behind) = (&text[..dated.at.start], text[dated.at.end..].trim_start());
    let lead = before.to_lowercase();
    let lead = lead.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '`' | '_' | ':' | '('));
    let word = BEFORE.iter().any(|word| {
        lead.strip_suffix(word).is_some_and(|rest| !word.is_ascii() || !rest.ends_with(char::is_alphanumeric))
    });
    let suffix = has_start(behind, &BEHIND) && !has_start(behind, &NOT_BEHIND);
    if !(word || suffix) {
        return None;
    }
    let stops = ['\n', '。', '！', '!', '?', ';'];
    let start = before
        .rfind(stops)
        .map_or(0, |at| text.ceil_char_boundary(at + 1))
        .max(before.rfind(". ").map_or(0, |at| at + 2));
    let rest = &text[dated.at.end..];
    let stop = rest.find(stops).unwrap_or(rest.len()).min(rest.find(". ").unwrap_or(rest.len()));
    let sentence = &text[start..dated.at.end + stop];
    let past = has_any(&format!(" {} ", sentence.to_lowercase()), &PAST);
    Some((dated.date, sentence, !past))
}

fn has_start(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}
