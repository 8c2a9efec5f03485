//! How old a memory is, in words: the one place for ages and for the staleness warning.

use std::collections::HashMap;

use jiff::{Timestamp, civil, tz::Offset};

use super::Stamp;

/// Header keys that date a memory, the most telling first.
pub const DATE_KEYS: [&str; 4] = ["modified", "updated", "date", "created"];

/// Where the time of a memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A date in the header.
    Header,
    /// The last commit that touched the file.
    Git,
    /// The file's modification time.
    Mtime,
}

impl Source {
    /// The word used in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Git => "git",
            Self::Mtime => "mtime",
        }
    }
}

/// When git last touched files, by path below the store: seconds since 1970, and the state that the
/// file was in when it was asked.
pub type Dates = HashMap<String, (Stamp, i64)>;

/// The commit time of a file, if it still is in the state of that time.
#[must_use]
pub fn committed(dates: &Dates, file: &str, stamp: &Stamp) -> Option<Timestamp> {
    let (then, seconds) = dates.get(file)?;
    (then == stamp).then(|| Timestamp::from_second(*seconds).ok())?
}

/// Whole days of 24 hours between two times; the future counts as 0.
#[must_use]
pub fn days(then: Timestamp, now: Timestamp) -> i64 {
    (now.as_second().saturating_sub(then.as_second())).max(0) / 86_400
}

/// The age as models and people read it; never a date, since models do not do date arithmetic.
#[must_use]
pub fn words(days: i64) -> String {
    match days {
        0 => "today".into(),
        1 => "yesterday".into(),
        n => format!("{n} days ago"),
    }
}

/// The same in a few columns, for tables.
#[must_use]
pub fn short(days: i64) -> String {
    match days {
        0 => "today".into(),
        n => format!("{n}d"),
    }
}

/// Whether a memory of this age needs the warning: older than one day.
#[must_use]
pub const fn is_stale(days: i64) -> bool {
    days > 1
}

/// What a reader should know before relying on a memory of this age; `None` while it is fresh.
#[must_use]
pub fn warning(days: i64) -> Option<String> {
    is_stale(days).then(|| {
        format!(
            "This memory is {days} days old: an observation from then, not the state of things now. \
             What it says about code, and any file:line it cites, may be outdated."
        )
    })
}

/// A date as headers carry them: RFC 3339, or a date with or without a time, taken as UTC.
#[must_use]
pub fn parse(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    let utc = |time: civil::DateTime| Offset::UTC.to_timestamp(time).ok();
    if let Ok(time) = text.parse::<civil::DateTime>() {
        return utc(time);
    }
    utc(text.parse::<civil::Date>().ok()?.at(0, 0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::{days, is_stale, parse, short, warning, words};

    #[test]
    fn whole_days_and_never_negative() {
        let now = parse("2026-11-29T12:00:00Z").unwrap();
        for (then, expected) in [
            ("2026-01-10T09:00:00Z", 323),
            ("2026-11-29T11:59:59Z", 0),
            ("2026-11-28T12:00:00Z", 1),
            ("2026-11-27T12:00:01Z", 1),
            ("2026-12-24T12:00:00Z", 0),
            ("1969-12-31T00:00:00Z", 20_787),
        ] {
            assert_eq!(days(parse(then).unwrap(), now), expected, "{then}");
        }
    }

    #[test]
    fn words_and_warning_change_together() {
        assert_eq!(words(0), "today");
        assert_eq!(words(1), "yesterday");
        assert_eq!(words(47), "47 days ago");
        assert_eq!(short(0), "today");
        assert_eq!(short(1), "1d");
        assert!(!is_stale(1) && warning(1).is_none());
        assert!(warning(2).unwrap().contains("2 days old"));
    }

    #[test]
    fn dates_as_headers_carry_them() {
        for good in
            ["2026-08-12T14:00:14.802Z", "2026-08-12T14:00:14+02:00", "2026-08-12", "2026-08-12 14:00", " 2026-08-12 "]
        {
            assert!(parse(good).is_some(), "{good}");
        }
        for bad in ["", "soon", "2026-02-30", "yesterday", "20:26"] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }
}
