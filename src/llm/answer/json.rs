//! The JSON values in a text that is more than JSON, or nearly JSON.

use serde_json::Value;

/// Values that are tried: a text of brackets is not an answer.
const TRIES: usize = 64;

/// The text as one value, its fence taken off.
pub(super) fn whole(text: &str) -> Option<Value> {
    serde_json::from_str(unfenced(text)).ok()
}

/// What stands between two fences, or behind one that is not closed.
fn unfenced(text: &str) -> &str {
    for fence in ["```", "~~~"] {
        if let Some(rest) = text.strip_prefix(fence) {
            let inner = rest.split_once('\n').map_or(rest, |(_, inner)| inner);
            return inner.rsplit_once(fence).map_or(inner, |(inner, _)| inner).trim();
        }
    }
    text
}

/// Every value that starts with a bracket, from the left. One inside of another comes behind it, since
/// what is around it may be of a shape that is not understood.
pub(super) fn values(text: &str) -> impl Iterator<Item = Value> + '_ {
    let starts = text.match_indices(['{', '[']).map(|(at, _)| at).take(TRIES);
    starts.filter_map(|at| read(&text[at..]))
}

/// The value at the start of a text: as it is, else mended.
fn read(text: &str) -> Option<Value> {
    match serde_json::Deserializer::from_str(text).into_iter::<Value>().next() {
        Some(Ok(value)) => Some(value),
        _ => serde_json::from_str(&mended(text)?).ok(),
    }
}

/// The value at the start of a text without commas before a closing bracket, and with JSON's quotes in
/// the place of others. `None` when it does not close.
fn mended(text: &str) -> Option<String> {
    let (mut made, mut depth, mut rest) = (String::with_capacity(text.len()), 0_usize, text);
    while let Some(c) = rest.chars().next() {
        if let Some(close) = closing(c) {
            let (inner, after) = quoted(&rest[c.len_utf8()..], close)?;
            made.push_str(&inner);
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            ',' if rest.trim_start().starts_with([']', '}']) => continue,
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        made.push(c);
        if depth == 0 {
            return Some(made);
        }
    }
    None
}

/// The quote that closes what this one opens.
fn closing(open: char) -> Option<char> {
    match open {
        '"' | '\'' => Some(open),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

/// A quoted text, its opening quote taken off, as JSON writes it, and what comes behind it.
fn quoted(text: &str, close: char) -> Option<(String, &str)> {
    let mut made = String::from('"');
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            c if escaped => {
                // JSON knows no escape for a single quote.
                made.truncate(made.len() - usize::from(c == '\''));
                made.push(c);
                escaped = false;
            }
            c if c == close => {
                made.push('"');
                return Some((made, &text[at + c.len_utf8()..]));
            }
            '"' => made.push_str("\\\""),
            c => {
                escaped = c == '\\';
                made.push(c);
            }
        }
    }
    None
}
