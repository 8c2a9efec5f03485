//! Dates in prose: `2026-03-20`, `20 March 2026`, `March 20`, `2026年3月20日`, `3월 20일`.

use std::ops::Range;

use jiff::civil::Date;

use crate::model::months::month;

/// A date and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dated {
    pub(super) at: Range<usize>,
    pub(super) date: Date,
}

/// All dates of a text that was written on the day `written`: one without a year is the next such
/// day, one without a day the last of its month.
pub(super) fn dates(text: &str, written: Date) -> Vec<Dated> {
    let mut found = Vec::new();
    let mut before = ' ';
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let begins = c.is_ascii_alphanumeric() && !before.is_ascii_alphanumeric() && !matches!(before, '-' | '/' | '.');
        before = c;
        if !begins || at < end {
            continue;
        }
        let mut cursor = Cursor { rest: &text[at..] };
        if let Some(date) = date(&mut cursor, written) {
            end = text.len() - cursor.rest.len();
            found.push(Dated { at: at..end, date });
        }
    }
    found
}

fn date(cursor: &mut Cursor<'_>, written: Date) -> Option<Date> {
    let start = cursor.rest;
    [numeric, unspaced, day_first, month_first].into_iter().find_map(|form| {
        cursor.rest = start;
        form(cursor, written)
    })
}

/// `2026-03-20`, `2026/3/20`, `2026-03`.
fn numeric(cursor: &mut Cursor<'_>, _: Date) -> Option<Date> {
    let year = cursor.number(4)?;
    let separator = ["-", "/", "."].into_iter().find(|s| cursor.eat(s))?;
    let month = cursor.number(2)?;
    let after = cursor.rest;
    let day = cursor.eat(separator).then(|| cursor.number(2)).flatten();
    match day {
        Some(day) => make(year, month, day),
        None => {
            cursor.rest = after;
            (separator == "-" && !after.starts_with(['-', '.', '/'])).then(|| month_end(year, month)).flatten()
        }
    }
}

/// `2026年3月20日`, `3月20日`, `2026년 3월 20일`.
fn unspaced(cursor: &mut Cursor<'_>, written: Date) -> Option<Date> {
    let first = cursor.number(4)?;
    let (year, month) = if cursor.eat("年") || cursor.eat("년") {
        cursor.blanks();
        (Some(first), cursor.number(2)?)
    } else {
        (None, first)
    };
    if !(cursor.eat("月") || cursor.eat("월")) {
        return None;
    }
    cursor.blanks();
    let day = cursor.number(2)?;
    (cursor.eat("日") || cursor.eat("일") || cursor.eat("号")).then_some(())?;
    on(year, month, day, written)
}

/// `20 March 2026`, `20th of March`.
fn day_first(cursor: &mut Cursor<'_>, written: Date) -> Option<Date> {
    let day = cursor.number(2)?;
    cursor.ordinal();
    cursor.blanks();
    if cursor.eat("of ") {
        cursor.blanks();
    }
    let month = cursor.month()?;
    let year = cursor.year();
    on(year, month, day, written)
}

/// `March 20, 2026`, `March 20`, `March 2026`.
fn month_first(cursor: &mut Cursor<'_>, written: Date) -> Option<Date> {
    let month = cursor.month()?;
    cursor.blanks();
    let before = cursor.rest;
    let Some(day) = cursor.number(2) else {
        cursor.rest = before;
        return month_end(cursor.number(4).filter(|year| *year > 999)?, month);
    };
    cursor.ordinal();
    let year = cursor.year();
    on(year, month, day, written)
}

/// With its year, or the next such day.
fn on(year: Option<i16>, month: i16, day: i16, written: Date) -> Option<Date> {
    match year {
        Some(year) => make(year, month, day),
        None => {
            let this = make(written.year(), month, day)?;
            if this >= written { Some(this) } else { make(written.year() + 1, month, day) }
        }
    }
}

fn make(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn month_end(year: i16, month: i16) -> Option<Date> {
    make(year, month, 1).map(Date::last_of_month)
}

/// What is left of the text.
struct Cursor<'t> {
    rest: &'t str,
}

impl Cursor<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\u{a0}']);
    }

    /// A number of at most so many digits.
    fn number(&mut self, digits: usize) -> Option<i16> {
        let len = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest[..len].parse().ok().filter(|_| (1..=digits).contains(&len))?;
        self.rest = &self.rest[len..];
        Some(number)
    }

    fn ordinal(&mut self) {
        let _ = ["st", "nd", "rd", "th", "."].into_iter().any(|end| self.eat(end));
    }

    /// The name of a month, or its beginning.
    fn month(&mut self) -> Option<i16> {
        let len = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let month = month(&self.rest[..len])?;
        self.rest = self.rest[len..].trim_start_matches('.');
        Some(month.into())
    }

    /// A year behind the day, if one follows.
    fn year(&mut self) -> Option<i16> {
        let before = self.rest;
        self.eat(",");
        self.blanks();
        let year = self.number(4).filter(|year| *year > 999);
        if year.is_none() {
            self.rest = before;
        }
        year
    }
}
