//! Names of code: identifiers that somebody has coined, not words of a language.

use std::{collections::HashSet, ops::Range};

use super::{Line, sentences::description};
use crate::model::Document;

/// An identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name<'d> {
    pub(crate) text: &'d str,
    /// Where it stands first in the whole text.
    pub(crate) span: Range<usize>,
}

/// Shorter ones stand everywhere by chance.
const LEAST: usize = 5;

/// Products and formats that are written like identifiers.
const PRODUCTS: [&str; 40] = [
    "AppStore",
    "BigQuery",
    "BitBucket",
    "ChatGPT",
    "ClickHouse",
    "CloudFlare",
    "CloudFront",
    "CoffeeScript",
    "DevOps",
    "DynamoDB",
    "ElasticSearch",
    "FastAPI",
    "GitHub",
    "GitLab",
    "GraphQL",
    "HuggingFace",
    "IntelliJ",
    "JavaScript",
    "JetBrains",
    "LaTeX",
    "LibreOffice",
    "LinkedIn",
    "MariaDB",
    "MongoDB",
    "MySQL",
    "NextJS",
    "NodeJS",
    "NumPy",
    "OAuth",
    "OpenAI",
    "OpenSSL",
    "PayPal",
    "PostgreSQL",
    "PowerPoint",
    "PowerShell",
    "PyTorch",
    "TypeScript",
    "VSCode",
    "WordPress",
    "YouTube",
];

pub(super) fn names<'d>(memory: &'d Document, lines: &[Line<'d>]) -> Vec<Name<'d>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let description = description(memory).map(|said| (&memory.text[said.span.clone()], said.span.start));
    let lines = lines.iter().map(|line| (line.text, line.start));
    for (text, start) in description.into_iter().chain(lines).filter(|(text, _)| may_have_coined(text.as_bytes())) {
        for (at, word) in words(text) {
            if is_coined(word) && stands_free(text, at, word) && seen.insert(word) {
                found.push(Name { text: word, span: start + at..start + at + word.len() });
            }
        }
    }
    found
}

/// Whether a line has a `_`, or a capital right behind another letter: few lines do, and no word of the others is
/// coined. Without a branch in the loop, so that it goes over many bytes at a time.
fn may_have_coined(line: &[u8]) -> bool {
    let rises =
        |before: u8, byte: u8| byte.is_ascii_uppercase() & (before.is_ascii_lowercase() | before.is_ascii_digit());
    let marks = line.iter().fold(false, |found, byte| found | (*byte == b'_'));
    let pairs = line.iter().zip(line.get(1..).unwrap_or_default());
    marks | pairs.fold(false, |found, (before, byte)| found | rises(*before, *byte))
}

/// Runs of letters, digits and `_` with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.as_bytes()[at..].iter().position(part)?;
        let length = text.as_bytes()[start..].iter().position(|byte| !part(byte));
        let end = length.map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}

/// Whether a word is not part of a link to another memory, an address or a file name with an extension.
fn stands_free(text: &str, start: usize, word: &str) -> bool {
    let (before, after) = (&text[..start], &text[start + word.len()..]);
    let linked = before.rfind("[[").is_some_and(|open| !before[open..].contains("]]"));
    !linked && !after.starts_with(".md") && !is_address(before)
}

/// Whether what ends here has an address going on.
fn is_address(before: &str) -> bool {
    let start = before.rfind(|c: char| c.is_whitespace() || "<>()[]`\"'".contains(c)).map_or(0, |at| at + 1);
    before.get(start..).is_some_and(|word| word.contains("://"))
}

/// Whether a word is written as only code writes: `snake_case`, `camelCase`, `CamelCase`.
fn is_coined(word: &str) -> bool {
    if word.len() < LEAST {
        return false;
    }
    let snake = word.trim_matches('_').contains('_');
    let rises = |pair: &[u8]| !pair[0].is_ascii_uppercase() && pair[0] != b'_' && pair[1].is_ascii_uppercase();
    let camel = || word.as_bytes().windows(2).any(rises);
    (snake || camel())
        && word.bytes().filter(u8::is_ascii_alphabetic).count() >= 3
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !PRODUCTS.contains(&word)
}
