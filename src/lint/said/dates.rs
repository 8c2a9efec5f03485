//! Dates that are written out, with their year.

use std::ops::Range;

use jiff::civil::Date;

use crate::model::{months, text::has_digit};

/// The dates of a text and where they stand in it, in order: `2026-03-05`, `2026/3/5`, `2026.03.05`,
/// `2026年3月5日`, `2026년 3월 5일`, `March 5, 2026`, `5 March 2026`.
pub(crate) fn dates(text: &str) -> Vec<(Date, Range<usize>)> {
    let numbers = if has_digit(text) { numbers(text) } else { Vec::new() };
    let mut found: Vec<(Date, Range<usize>)> = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let year = i16::try_from(number.value).ok().filter(|year| (1990..2200).contains(year));
        let Some(year) = year.filter(|_| number.digits == 4) else { continue };
        if let Some((date, end)) = after_year(text, year, number, &numbers[at + 1..]) {
            found.push((date, number.start..end));
        } else if let Some((date, start)) = before_year(text, year, number, &numbers[..at]) {
            found.push((date, start..number.end));
        }
    }
    found
}

/// The day that a file is named after: `session_2026-03-05.md`, `session_2026_03_05.md`, `20260305_session.md`.
pub(crate) fn day_of_file(file: &str) -> Option<Date> {
    let name = file.rsplit('/').next()?.replace('_', "-");
    let joined = name.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 8);
    let joined = joined.map(|day| format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..])).unwrap_or_default();
    dates(&name).into_iter().chain(dates(&joined)).map(|(day, _)| day).next()
}

struct Number {
    value: u32,
    digits: usize,
    start: usize,
    end: usize,
}

fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if at > start && at - start <= 4 {
            let value = text[start..at].parse().unwrap_or_default();
            found.push(Number { value, digits: at - start, start, end: at });
        }
        at = at.max(start + 1);
    }
    found
}

/// Year, month, day with the same mark between, or with the words for them.
fn after_year(text: &str, year: i16, first: &Number, rest: &[Number]) -> Option<(Date, usize)> {
    let [month, day, ..] = rest else { return None };
    let (one, two) = (&text[first.end..month.start], &text[month.end..day.start]);
    let marked = one == two && matches!(one, "-" | "/" | ".");
    let worded = matches!((one.trim(), two.trim()), ("年", "月") | ("년", "월"));
    if !(marked || worded) || day.digits > 2 {
        return None;
    }
    let end = if worded { day.end + text[day.end..].chars().next().map_or(0, char::len_utf8) } else { day.end };
    Some((date(year, month.value, day.value)?, end))
}

/// `March 5, 2026` and `5 March 2026`.
fn before_year(text: &str, year: i16, last: &Number, rest: &[Number]) -> Option<(Date, usize)> {
    let day = rest.last().filter(|day| day.digits <= 2)?;
    let between = &text[day.end..last.start];
    if let Some(month) = month(between.trim_matches([' ', ',', '.'])) {
        return Some((date(year, month, day.value)?, day.start));
    }
    let before = text[..day.start].trim_end();
    let word = before.rsplit(|c: char| !c.is_alphabetic() && c != '.').next()?;
    let month = month(word).filter(|_| between.trim_start_matches(['t', 'h', 's', 'n', 'd', 'r']).trim() == ",")?;
    Some((date(year, month, day.value)?, before.len() - word.len()))
}

/// The month that an English word names, which may be cut: `Sept.`
fn month(word: &str) -> Option<u32> {
    months::month(word.trim_end_matches('.')).map(u32::from)
}

fn date(year: i16, month: u32, day: u32) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_file_may_be_named_after_a_day() {
        let day = |file| super::day_of_file(file).map(|day| day.to_string());
        for file in ["a/session_2026-03-05.md", "session_2026_03_05_late.md", "20260305_session.md", "v2_2026-03-05.md"]
        {
            assert_eq!(day(file).as_deref(), Some("2026-03-05"), "{file}");
        }
        for file in ["2026-03-05/session.md", "port_20269999.md", "release_2026.md", "20260305.1.md"] {
            assert_eq!(day(file).is_some(), file == "20260305.1.md", "{file}");
        }
    }

    #[test]
    fn dates_of_many_hands() {
        let text = "2026-03-05 2026/3/6, 2026.03.07 2026年3月8日 2026년 3월 9일 March 10, 2026 and 11 Mar 2026; 2026-13-05 v2026.1 12026-03-05";
        let found = super::dates(text);
        let days: Vec<i8> = found.iter().map(|(date, _)| date.day()).collect();
        assert_eq!(days, [5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(&text[found[3].1.clone()], "2026年3月8日");
        assert_eq!(&text[found[5].1.clone()], "March 10, 2026");
    }
}
