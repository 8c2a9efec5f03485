//! What a setting holds, and whether what was written fits.

use std::{
    fmt,
    path::{Component, Path},
    time::Duration,
};

use super::{file::Raw, keys::Kind};

/// What a setting holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word or a path.
    Text(String),
    /// A number.
    Number(u64),
    /// Words.
    List(Vec<String>),
    /// What nobody may see.
    Secret(Secret),
    /// A length of time.
    Time(Duration),
}

/// A key: it goes where it belongs and into no output.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key without the blanks and line ends around it, which come with copying; `None` for nothing.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.into()))
    }

    /// The key itself, for the one place that needs it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::List(words) => f.write_str(&words.join(",")),
            Self::Secret(_) => f.write_str("(set)"),
            Self::Time(time) => f.write_str(&written(*time)),
        }
    }
}

/// A length of time as it is written: `4s`, `250ms`, `1500ms`.
#[must_use]
pub fn written(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

/// A length of time: a number of seconds, or a number with `ms`, `s` or `m` behind it; not nothing.
///
/// # Errors
/// What it should be, in words.
pub fn time(text: &str, most: Duration) -> Result<Duration, String> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit {
        "ms" => Some(0.001),
        "s" | "" => Some(1.0),
        "m" => Some(60.0),
        _ => None,
    };
    let is_plain = !number.is_empty() && number.trim_end().bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let time = seconds
        .filter(|_| is_plain)
        .and_then(|unit| Duration::try_from_secs_f64(number.trim_end().parse::<f64>().ok()? * unit).ok())
        .filter(|time| *time >= Duration::from_millis(1) && *time <= most);
    time.ok_or_else(|| format!("must be {}, not {}", wanted(Kind::Time { most }), text.escape_debug()))
}

/// The value of a setting in a file, where numbers and text are different things.
pub(super) fn from_file(kind: Kind, raw: &Raw) -> Result<Value, String> {
    match (kind, raw) {
        (Kind::Number { .. } | Kind::Time { .. }, Raw::Number(text)) => from_text(kind, text),
        (Kind::Choice(_) | Kind::InsideProject | Kind::Text | Kind::Secret | Kind::Time { .. }, Raw::Text(text)) => {
            from_text(kind, text)
        }
        (Kind::List, Raw::List(words)) => Ok(Value::List(words.clone())),
        (_, Raw::Text(_)) => Err(format!("must be {}, not text", wanted(kind))),
        (_, Raw::Number(_)) => Err(format!("must be {}, not a number", wanted(kind))),
        (_, Raw::List(_)) => Err(format!("must be {}, not a list", wanted(kind))),
        (_, Raw::Other(what)) => Err(format!("must be {}, not {what}", wanted(kind))),
    }
}

/// The value of a setting in a variable or a flag, where everything is text.
pub(super) fn from_text(kind: Kind, text: &str) -> Result<Value, String> {
    let unfit = || format!("must be {}, not {}", wanted(kind), text.escape_debug());
    match kind {
        Kind::Number { min, max } => match text.trim().parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(Value::Number(number)),
            _ => Err(unfit()),
        },
        Kind::Choice(words) => words.contains(&text).then(|| Value::Text(text.into())).ok_or_else(unfit),
        Kind::InsideProject => inside(text).map(|()| Value::Text(text.into())),
        Kind::List => {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            Ok(Value::List(words.map(str::to_owned).collect()))
        }
        Kind::Text if text.trim().is_empty() => Err(format!("must be {}, not empty", wanted(kind))),
        Kind::Text => Ok(Value::Text(text.trim().into())),
        Kind::Secret => Secret::new(text).map(Value::Secret).ok_or_else(|| "must not be empty".into()),
        Kind::Time { most } => time(text, most).map(Value::Time),
    }
}

/// What the setting should be, in words.
fn wanted(kind: Kind) -> String {
    match kind {
        Kind::Number { min, max: u64::MAX } => format!("a whole number from {min}"),
        Kind::Number { min, max } => format!("a whole number from {min} to {max}"),
        Kind::Choice(words) => format!("one of {}", words.join(", ")),
        Kind::Text | Kind::Secret => "text".into(),
        Kind::Time { most } => format!("a time such as 4s or 500ms, {} at most", written(most)),
        Kind::InsideProject => "a directory inside the project, relative to it".into(),
        Kind::List => "a list of words in quotes".into(),
    }
}

/// Whether a path stays in the project as far as its text tells.
fn inside(text: &str) -> Result<(), String> {
    let outside = |what: &str| Err(format!("must be {}; {text:?} {what}", wanted(Kind::InsideProject)));
    let path = Path::new(text);
    // On every system alike: the file is shared.
    let drive = text.as_bytes().get(1) == Some(&b':') || text.starts_with('\\');
    let part = |name: &str| path.components().any(|c| c.as_os_str().eq_ignore_ascii_case(name));
    if text.trim().is_empty() || text.contains('\0') {
        outside("names nothing")
    } else if path.is_absolute() || drive || text.starts_with('~') {
        outside("is not relative to it")
    } else if path.components().any(|c| c == Component::ParentDir) || text.split(['/', '\\']).any(|c| c == "..") {
        outside("leads out of it")
    } else if part(".git") {
        outside("is git's own")
    } else {
        Ok(())
    }
}
