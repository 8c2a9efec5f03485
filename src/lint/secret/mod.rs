//! Finds secrets in text, and covers them.
//!
//! What is looked for is certain enough to refuse a memory for: tokens with the marks of those who
//! issue them, private keys, passwords in URLs, and values that a key word calls a secret and nobody
//! would guess. A name of a variable, a placeholder, an id of a commit is none.

mod guess;
mod keyed;
#[cfg(test)]
mod tests;
mod tokens;

use std::{borrow::Cow, ops::Range};

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is: "a GitHub token".
    pub what: &'static str,
}

/// The secrets of a text in their order; none overlaps another.
#[must_use]
pub fn find(text: &str) -> Vec<Secret> {
    let mut all = Vec::new();
    private_keys(text, &mut all);
    tokens::find(text, &mut all);
    keyed::find(text, &mut all);
    all.sort_by_key(|secret| (secret.range.start, std::cmp::Reverse(secret.range.end)));
    let mut until = 0;
    all.retain(|secret| {
        let apart = secret.range.start >= until;
        until = until.max(secret.range.end);
        apart
    });
    all
}

/// Whether the bytes of a file hold a secret.
#[must_use]
pub fn is_in(bytes: &[u8]) -> bool {
    !find(&String::from_utf8_lossy(bytes)).is_empty()
}

/// The text with a `*` for each character of a secret.
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    let secrets = find(text);
    if secrets.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(covered(text, 0..text.len(), &secrets)) }
}

/// A part of a text with a `*` for each character of these secrets of the text; line ends stay.
#[must_use]
pub fn covered(text: &str, part: Range<usize>, secrets: &[Secret]) -> String {
    let chars = text[part.clone()].char_indices().map(|(at, c)| (part.start + at, c));
    let secret = |at: usize| secrets.iter().any(|secret| secret.range.contains(&at));
    chars.map(|(at, c)| if c != '\n' && secret(at) { '*' } else { c }).collect()
}

/// From the line that opens a key to the one that closes it, or to the end of what can be a key.
fn private_keys(text: &str, all: &mut Vec<Secret>) {
    const OPEN: &str = "-----BEGIN ";
    for (at, _) in text.match_indices(OPEN) {
        let label = &text[at + OPEN.len()..];
        let Some(end) = label.find("-----").filter(|end| *end < 40) else { continue };
        if label[..end].contains("PRIVATE KEY") {
            let body = at + OPEN.len() + end + "-----".len();
            all.push(Secret { range: at..body + key_length(&text[body..]), what: "a private key" });
        }
    }
}

/// Bytes behind the opening line that belong to the key.
fn key_length(rest: &str) -> usize {
    const CLOSE: &str = "-----END ";
    if let Some(close) = rest.find(CLOSE) {
        let end = rest[close + CLOSE.len()..].find("-----").map_or(close, |end| close + CLOSE.len() + end + 5);
        return end;
    }
    // Torn off: lines of base64.
    let is_key = |line: &&str| {
        let line = line.trim();
        line.is_empty() || line.len() > 30 && line.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
    };
    let lines = rest.split_inclusive('\n').take_while(is_key).map(str::len).sum::<usize>();
    rest[..lines].trim_end().len()
}
