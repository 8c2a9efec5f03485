//! Words for days that depend on the day they are written: where they stand and which day they mean.

use std::{borrow::Cow, ops::Range};

use jiff::{
    ToSpan as _,
    civil::{Date, Weekday},
};

use crate::lint::said::Marks;

/// A word for a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) span: Range<usize>,
    pub(super) meaning: Meaning,
}

/// Which day is meant, seen from the day of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// So many days later.
    Days(i32),
    /// The next such day after.
    Coming(Weekday),
    /// The last such day before.
    Past(Weekday),
    /// Such a day so many weeks later; weeks begin on Monday.
    Of(i32, Weekday),
    /// The week so many weeks later.
    Week(i32),
    /// The month so many months later.
    Month(i32),
    /// The year so many years later.
    Year(i32),
}

impl Meaning {
    /// The absolute words for it.
    pub(super) fn of(self, written: Date) -> Option<String> {
        let date = |date: Date| date.to_string();
        let monday = |weeks: i32| {
            let back = i32::from(written.weekday().to_monday_zero_offset());
            written.checked_add((weeks * 7 - back).days()).ok()
        };
        let from = |days: i32| written.checked_add(days.days()).ok();
        Some(match self {
            Self::Days(days) => date(from(days)?),
            Self::Coming(day) => date(from(ahead(written, day))?),
            Self::Past(day) => date(from(if ahead(written, day) == 7 { -7 } else { ahead(written, day) - 7 })?),
            Self::Of(weeks, day) => {
                date(monday(weeks)?.checked_add(i32::from(day.to_monday_zero_offset()).days()).ok()?)
            }
            Self::Week(weeks) => format!("the week of {}", monday(weeks)?),
            Self::Month(months) => {
                let month = written.first_of_month().checked_add(months.months()).ok()?;
                format!("{:04}-{:02}", month.year(), month.month())
            }
            Self::Year(years) => (i32::from(written.year()) + years).to_string(),
        })
    }
}

/// Days to the next such weekday, 1 to 7.
fn ahead(from: Date, to: Weekday) -> i32 {
    let days = i32::from(to.to_monday_zero_offset()) - i32::from(from.weekday().to_monday_zero_offset());
    if days > 0 { days } else { days + 7 }
}

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

const COUNTS: [(&str, i32); 14] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("twelve", 12),
    ("fourteen", 14),
];

/// Words before a span of time that make it a span and no day.
const SPANS: [&str; 22] = [
    "within", "after", "every", "each", "per", "expires", "expire", "expiring", "than", "for", "any", "retry",
    "retries", "until", "rotated", "rotates", "lasts", "least", "most", "about", "only", "all",
];

/// Words before `in two weeks` that make it a day: elsewhere it mostly tells how long something took.
const BEFORE_IN: [&str; 21] = [
    "is",
    "are",
    "be",
    "starts",
    "start",
    "begins",
    "ends",
    "due",
    "ships",
    "ship",
    "launches",
    "launch",
    "released",
    "release",
    "planned",
    "scheduled",
    "again",
    "back",
    "live",
    "meeting",
    "demo",
];

/// Words before a weekday that make it one day.
const BEFORE_WEEKDAY: [&str; 8] = ["by", "on", "until", "till", "before", "due", "from", "starting"];

/// One of these is in every such phrase, the latter in those of Chinese, Japanese and Korean.
static SIGNS: Marks = Marks::new(&[
    "tomorrow", "day", "week", "month", "quarter", "year", "天", "日", "月", "周", "週", "星期", "礼拜", "禮拜", "일",
    "제", "레", "저께", "달", "주",
]);

/// Whether a text in lower case has what is in every such phrase.
pub(super) fn may_speak_of_a_day(text: &str) -> bool {
    SIGNS.touch(text)
}

struct Word<'t> {
    /// In lower case.
    text: Cow<'t, str>,
    raw: &'t str,
    span: Range<usize>,
}

/// The words for days of one sentence, in order.
pub(super) fn phrases(text: &str) -> Vec<Phrase> {
    let words = words(text);
    let mut found: Vec<Phrase> = Vec::new();
    for at in 0..words.len() {
        if let Some((meaning, count)) = english(&words[at..], &words[..at], text) {
            let span = words[at].span.start..words[at + count - 1].span.end;
            // `next month's review` is one of many.
            let owns = text[span.end..].starts_with(['\'', '’', '-', '_']);
            if !owns && found.last().is_none_or(|last| last.span.end <= span.start) {
                found.push(Phrase { span, meaning });
            }
        }
    }
    if !text.is_ascii() {
        found.extend(super::shared_unspaced::phrases(text));
    }
    found
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    let letter = |c: char| c.is_ascii_alphanumeric();
    while let Some(start) = text[at..].find(letter).map(|start| at + start) {
        let end = text[start..].find(|c| !letter(c)).map_or(text.len(), |length| start + length);
        let raw = &text[start..end];
        let capital = raw.bytes().any(|byte| byte.is_ascii_uppercase());
        let lower = if capital { Cow::Owned(raw.to_ascii_lowercase()) } else { Cow::Borrowed(raw) };
        words.push(Word { text: lower, raw, span: start..end });
        at = end;
    }
    words
}

/// The meaning of the words here, and how many they are.
fn english(words: &[Word<'_>], before: &[Word<'_>], text: &str) -> Option<(Meaning, usize)> {
    let word = |at: usize| words.get(at).map_or("", |word| &*word.text);
    let last = before.last().map_or("", |word| &*word.text);
    // In the middle of a sentence a capital makes it the name of something.
    let named = words[0].raw.starts_with(|c: char| c.is_ascii_uppercase())
        && !before.is_empty()
        && !text[..words[0].span.start].trim_end().ends_with(['.', '!', '?', ':', '(', '*', '—', '-']);
    let joined = text[words[0].span.end..].starts_with(['_', '-', '/', '(', '\'', '’'])
        || text[..words[0].span.start].ends_with(['_', '-', '/', '.', '#', '$']);
    if joined || (named && weekday(word(0)).is_none()) {
        return None;
    }
    // A bound of a length of time.
    let bounded = text[..words[0].span.start].trim_end().ends_with(['<', '>', '=', '≤', '≥', '~', '≈']);
    let contrast = || before.iter().chain(words).any(|word| word.text == "today");
    match word(0) {
        // What held yesterday and does not today is no day of anybody's.
        "tomorrow" | "yesterday" if contrast() => None,
        "tomorrow" => Some((Meaning::Days(1), 1)),
        "yesterday" => Some((Meaning::Days(-1), 1)),
        "next" | "coming" => unit(word(1), 1, last),
        "last" | "past" => unit(word(1), -1, last),
        "this" if weekday(word(1)).is_some() => weekday(word(1)).map(|day| (Meaning::Of(0, day), 2)),
        "in" if before.is_empty() || BEFORE_IN.contains(&last) => {
            let (days, count) = length(&words[1..])?;
            Some((days, count + 1))
        }
        day if weekday(day).is_some() && BEFORE_WEEKDAY.contains(&last) => {
            let is_habit =
                before.iter().any(|word| ["every", "each", "always", "never", "usually"].contains(&&*word.text));
            weekday(day).filter(|_| !is_habit).map(|day| (Meaning::Coming(day), 1))
        }
        _ => {
            let (meaning, count) = length(words).filter(|_| !bounded)?;
            let Meaning::Days(days) = meaning else { return ago(words, meaning, count) };
            (word(count) == "ago" && !SPANS.contains(&last)).then_some((Meaning::Days(-days), count + 1))
        }
    }
}

fn ago(words: &[Word<'_>], meaning: Meaning, count: usize) -> Option<(Meaning, usize)> {
    let is_ago = words.get(count).is_some_and(|word| word.text == "ago");
    match meaning {
        Meaning::Month(months) if is_ago => Some((Meaning::Month(-months), count + 1)),
        _ => None,
    }
}

/// `next week`, `last Thursday`.
fn unit(unit: &str, sign: i32, before: &str) -> Option<(Meaning, usize)> {
    let meaning = match unit {
        "week" => Meaning::Week(sign),
        "month" => Meaning::Month(sign),
        "quarter" => Meaning::Month(3 * sign),
        "year" => Meaning::Year(sign),
        day if sign > 0 => Meaning::Coming(weekday(day)?),
        day => Meaning::Past(weekday(day)?),
    };
    // `the next week of the sprint`, `over the past year`.
    (!["the", "every", "each", "per", "a", "your", "its"].contains(&before)).then_some((meaning, 2))
}

/// `two weeks`, `a couple of days`, `3 months`.
fn length(words: &[Word<'_>]) -> Option<(Meaning, usize)> {
    let first = words.first()?;
    let couple = first.text == "a" && words.get(1).is_some_and(|word| word.text == "couple");
    let (count, used) = match couple {
        true => (2, 3),
        false => (
            first
                .text
                .parse::<i32>()
                .ok()
                .or_else(|| COUNTS.iter().find(|(word, _)| *word == first.text).map(|(_, n)| *n))?,
            1,
        ),
    };
    if count > 400 {
        return None;
    }
    let unit = &*words.get(used)?.text;
    let meaning = match unit {
        "day" | "days" => Meaning::Days(count),
        "week" | "weeks" => Meaning::Days(7 * count),
        "month" | "months" => Meaning::Month(count),
        _ => return None,
    };
    Some((meaning, used + 1))
}

fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(name, _)| *name == word).map(|(_, day)| *day)
}
