//! One TOML file, flattened: dotted names with their values and lines. The one user of `toml`.

use std::{fs, io, ops::Range, path::Path};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::origin::{At, ConfigError, Origin};

/// A longer one was not written by a person.
const MAX_BYTES: u64 = 1 << 20;

/// One setting as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The names of the tables around it, then its own.
    pub path: Vec<String>,
    /// What it is set to.
    pub value: Raw,
    /// Its line, from 1.
    pub line: usize,
    /// Where in the text its value stands.
    pub value_at: Range<usize>,
}

/// A value before anybody knows what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// Text in quotes.
    Text(String),
    /// A whole number, in decimal.
    Number(String),
    /// A list of texts.
    List(Vec<String>),
    /// Anything else, by the name of its type.
    Other(&'static str),
}

/// The settings of the file, in its order; none when there is no such file.
pub(super) fn read(origin: &Origin, file: &Path) -> Result<Vec<Entry>, ConfigError> {
    match text(origin, file)? {
        Some(text) => parse(origin, text.strip_prefix('\u{feff}').unwrap_or(&text)),
        None => Ok(Vec::new()),
    }
}

/// The text of the file. Looked at before it is opened: a pipe in a cloned project would hang.
fn text(origin: &Origin, file: &Path) -> Result<Option<String>, ConfigError> {
    let failed = |source| ConfigError::Read { file: file.into(), source };
    let what = match fs::metadata(file) {
        Ok(meta) if meta.is_dir() => "a directory",
        Ok(meta) if !meta.is_file() => "a special file",
        Ok(meta) if meta.len() > MAX_BYTES => "longer than 1 MiB",
        Ok(_) => return utf8(origin, fs::read(file).map_err(failed)?).map(Some),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
        Err(e) => return Err(failed(e)),
    };
    Err(ConfigError::NotAFile { file: file.into(), what })
}

fn utf8(origin: &Origin, bytes: Vec<u8>) -> Result<String, ConfigError> {
    String::from_utf8(bytes).map_err(|e| {
        let line = line_of(e.as_bytes(), e.utf8_error().valid_up_to());
        ConfigError::Syntax { at: at(origin, line), why: "the text is not UTF-8".into() }
    })
}

/// The settings of a text.
pub(super) fn parse(origin: &Origin, text: &str) -> Result<Vec<Entry>, ConfigError> {
    let table = DeTable::parse(text).map_err(|e| {
        let line = line_of(text.as_bytes(), e.span().map_or(0, |span| span.start));
        let why = e.message().lines().collect::<Vec<_>>().join(", ");
        ConfigError::Syntax { at: at(origin, line), why }
    })?;
    let mut entries = Vec::new();
    flatten(text, &mut Vec::new(), table.get_ref(), &mut entries);
    entries.sort_by_key(|entry| entry.line);
    Ok(entries)
}

fn flatten(text: &str, path: &mut Vec<String>, table: &DeTable<'_>, out: &mut Vec<Entry>) {
    for (key, value) in table {
        path.push(key.get_ref().clone().into_owned());
        match value.get_ref() {
            DeValue::Table(inner) => flatten(text, path, inner, out),
            other => {
                let line = line_of(text.as_bytes(), Spanned::span(key).start);
                out.push(Entry { path: path.clone(), value: raw(other), line, value_at: value.span() });
            }
        }
        path.pop();
    }
}

fn raw(value: &DeValue<'_>) -> Raw {
    match value {
        DeValue::String(text) => Raw::Text(text.clone().into_owned()),
        DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Raw::Number(number.to_string()),
            Err(_) => Raw::Other("a number out of range"),
        },
        DeValue::Float(_) => Raw::Other("a fraction"),
        DeValue::Boolean(_) => Raw::Other("true or false"),
        DeValue::Datetime(_) => Raw::Other("a date"),
        DeValue::Array(items) => list(items).map_or(Raw::Other("a list of other things"), Raw::List),
        DeValue::Table(_) => Raw::Other("a table"),
    }
}

/// The texts of a list that holds nothing else.
fn list(items: &toml::de::DeArray<'_>) -> Option<Vec<String>> {
    let text = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
        DeValue::String(text) => Some(text.clone().into_owned()),
        _ => None,
    };
    items.iter().map(text).collect()
}

fn at(origin: &Origin, line: usize) -> At {
    At { origin: origin.clone(), line: Some(line) }
}

fn line_of(text: &[u8], offset: usize) -> usize {
    1 + text[..offset.min(text.len())].iter().filter(|&&b| b == b'\n').count()
}
