//! `--format '{name}\t{path}'`: a line a memory, made of its keys.

use std::fmt::Write as _;

use crate::ops::row::Row;

/// A parsed template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Key(&'static str),
}

/// What is wrong with a template.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum TemplateError {
    /// A key that no memory has.
    #[error("`{{{0}}}` is no key; there are: {keys}", keys = KEYS.join(" "))]
    Key(String),
    /// A brace without its partner.
    #[error("a `{{` without its `}}`; write `{{{{` for the character itself")]
    Open,
    /// A `}` that closes nothing.
    #[error("a `}}` that closes nothing; write `}}}}` for the character itself")]
    Close,
    /// An escape that does not exist.
    #[error("`\\{0}` is no escape; there are: \\n \\t \\r \\0 \\\\")]
    Escape(String),
}

/// The keys, as in the documents.
const KEYS: [&str; 11] = [
    "file",
    "path",
    "name",
    "description",
    "type",
    "modified",
    "modified_source",
    "age",
    "age_days",
    "size",
    "problems",
];

impl Template {
    /// Parses keys in braces and the escapes `\n \t \r \0 \\`.
    ///
    /// # Errors
    /// [`TemplateError`] says which part is wrong.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => plain.push(escape(chars.next())?),
                '{' | '}' if chars.peek() == Some(&c) => {
                    chars.next();
                    plain.push(c);
                }
                '}' => return Err(TemplateError::Close),
                '{' => {
                    let key = until_brace(&mut chars)?;
                    let known = KEYS.iter().find(|k| **k == key).ok_or(TemplateError::Key(key))?;
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    pieces.push(Piece::Key(known));
                }
                c => plain.push(c),
            }
        }
        pieces.push(Piece::Text(plain));
        Ok(Self(pieces))
    }

    /// The line of one memory, with its line end.
    #[must_use]
    pub fn line(&self, row: &Row) -> String {
        let mut line = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => line.push_str(text),
                Piece::Key(key) => value(key, row, &mut line),
            }
        }
        line.push('\n');
        line
    }
}

fn escape(c: Option<char>) -> Result<char, TemplateError> {
    match c {
        Some('n') => Ok('\n'),
        Some('t') => Ok('\t'),
        Some('r') => Ok('\r'),
        Some('0') => Ok('\0'),
        Some('\\') => Ok('\\'),
        other => Err(TemplateError::Escape(other.map(String::from).unwrap_or_default())),
    }
}

fn until_brace(chars: &mut impl Iterator<Item = char>) -> Result<String, TemplateError> {
    let mut key = String::new();
    for c in chars {
        if c == '}' {
            return Ok(key);
        }
        key.push(c);
    }
    Err(TemplateError::Open)
}

/// Foreign text is cleaned: a template makes lines, and a memory must not add one.
fn value(key: &str, row: &Row, line: &mut String) {
    let text = |text: &str| super::clean(text).into_owned();
    let _ = match key {
        "file" => write!(line, "{}", text(&row.file)),
        "path" => write!(line, "{}", text(&row.path)),
        "name" => write!(line, "{}", text(&row.name)),
        "description" => write!(line, "{}", text(row.description.as_deref().unwrap_or_default())),
        "type" => write!(line, "{}", text(row.type_text.as_deref().unwrap_or_default())),
        "modified" => write!(line, "{}", row.modified.strftime("%Y-%m-%dT%H:%M:%SZ")),
        "modified_source" => write!(line, "{}", row.modified_source),
        "age" => write!(line, "{}", crate::model::age::words(row.age_days)),
        "age_days" => write!(line, "{}", row.age_days),
        "size" => write!(line, "{}", row.size),
        _ => write!(line, "{}", row.problems.join(",")),
    };
}

#[cfg(test)]
mod tests {
    use super::{Template, TemplateError};

    #[test]
    fn bad_templates_say_what_is_wrong() {
        assert_eq!(Template::parse("{nam}"), Err(TemplateError::Key("nam".into())));
        assert_eq!(Template::parse("{name"), Err(TemplateError::Open));
        assert_eq!(Template::parse("name}"), Err(TemplateError::Close));
        assert_eq!(Template::parse("\\q"), Err(TemplateError::Escape("q".into())));
        assert!(Template::parse("{{{name}}}\\t\\0").is_ok());
    }
}
