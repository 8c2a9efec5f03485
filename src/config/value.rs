//! What a setting holds, and whether what was written fits.

use std::{
    fmt,
    path::{Component, Path},
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
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::List(words) => f.write_str(&words.join(",")),
        }
    }
}

/// The value of a setting in a file, where numbers and text are different things.
pub(super) fn from_file(kind: Kind, raw: &Raw) -> Result<Value, String> {
    match (kind, raw) {
        (Kind::Number { .. }, Raw::Number(text)) | (Kind::Choice(_) | Kind::InsideProject, Raw::Text(text)) => {
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
    }
}

/// What the setting should be, in words.
fn wanted(kind: Kind) -> String {
    match kind {
        Kind::Number { min, max: u64::MAX } => format!("a whole number from {min}"),
        Kind::Number { min, max } => format!("a whole number from {min} to {max}"),
        Kind::Choice(words) => format!("one of {}", words.join(", ")),
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
