//! Values and whole headers as text that every reader reads alike.

use std::borrow::Cow;
use std::fmt::Write;

use super::reading::METADATA;

/// Keys whose value is a date for every reader, so that a date there stays plain.
const DATES: [&str; 4] = ["modified", "updated", "date", "created"];

/// A value as it may stand after `key: `. Plain when YAML 1.1, YAML 1.2 and a reader of
/// lines agree on it, else in quotes; always one line.
pub fn quote(value: &str) -> Cow<'_, str> {
    if is_plain(value) { Cow::Borrowed(value) } else { Cow::Owned(quoted(value)) }
}

/// A fresh file: the fields in their order, then the body, which follows the closing fence
/// and ends with one line end. Fields named `metadata.x` that stand together share a block.
pub fn compose(fields: &[(&str, &str)], body: &str) -> String {
    let mut text = String::from("---\n");
    let mut inside = false;
    for (path, value) in fields {
        let child = child(path);
        if child.is_some() && !inside {
            text.push_str("metadata:\n");
        }
        inside = child.is_some();
        text.push_str(if inside { "  " } else { "" });
        text.push_str(&line(child.unwrap_or(path), value));
        text.push('\n');
    }
    text.push_str("---\n");
    let body = body.trim_end_matches(['\n', '\r']);
    text.push_str(body);
    text.push_str(if body.is_empty() { "" } else { "\n" });
    text
}

/// The key of a `metadata.key` path.
pub(super) fn child(path: &str) -> Option<&str> {
    path.strip_prefix(METADATA)?.strip_prefix('.')
}

/// `key: value`, without indentation and line end.
pub(super) fn line(key: &str, value: &str) -> String {
    format!("{}: {}", quote(key), scalar(key, value))
}

/// The value of a key, a date left plain where a date belongs.
pub(super) fn scalar<'v>(key: &str, value: &'v str) -> Cow<'v, str> {
    if DATES.contains(&key) && is_date(value) { Cow::Borrowed(value) } else { quote(value) }
}

/// In quotes, whether or not it needs them.
pub(super) fn quoted(value: &str) -> String {
    if !value.contains('\'') && !value.chars().any(is_escaped) {
        return format!("'{value}'");
    }
    let mut text = String::with_capacity(value.len() + 2);
    text.push('"');
    for c in value.chars() {
        escape(&mut text, c);
    }
    text.push('"');
    text
}

fn escape(text: &mut String, c: char) {
    let code = u32::from(c);
    let written = match c {
        '"' | '\\' => write!(text, "\\{c}"),
        '\n' => write!(text, "\\n"),
        '\r' => write!(text, "\\r"),
        '\t' => write!(text, "\\t"),
        _ if !is_escaped(c) => write!(text, "{c}"),
        _ if code <= 0xff => write!(text, "\\x{code:02X}"),
        _ => write!(text, "\\u{code:04X}"),
    };
    debug_assert!(written.is_ok(), "writing to a String does not fail");
}

/// Controls, and the characters that some reader breaks lines at, drops or refuses.
fn is_escaped(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn is_plain(value: &str) -> bool {
    let trimmed = value.trim() == value && !value.is_empty();
    let split = value.contains(": ") || value.contains(" #") || value.ends_with(':');
    trimmed && !split && !leads(value) && !value.chars().any(is_escaped) && !is_typed(value)
}

/// Whether the first character means something to YAML.
fn leads(value: &str) -> bool {
    let mut chars = value.chars();
    match chars.next() {
        Some('-' | '?' | ':') => chars.next().is_none_or(char::is_whitespace),
        Some(first) => ",[]{}#&*!|>'\"%@`".contains(first),
        None => true,
    }
}

/// Whether a YAML 1.1 or 1.2 reader makes something other than text of it.
fn is_typed(value: &str) -> bool {
    const WORDS: [&str; 10] = ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let word = WORDS.iter().any(|word| value.eq_ignore_ascii_case(word));
    word || matches!(value, "=" | "<<") || is_number(value) || is_date(value)
}

fn is_number(value: &str) -> bool {
    let unsigned = value.strip_prefix(['-', '+']).unwrap_or(value);
    let special = [".inf", ".nan"].iter().any(|word| unsigned.eq_ignore_ascii_case(word));
    let radix = ["0x", "0o", "0b"]
        .iter()
        .find_map(|prefix| unsigned.strip_prefix(prefix))
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_'));
    special || radix || is_decimal(unsigned)
}

/// Digits with at most one point, an exponent, `_` between, or `:` as in 12:30.
fn is_decimal(unsigned: &str) -> bool {
    let (number, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let digit = |byte: u8| byte.is_ascii_digit();
    // Some readers of YAML 1.1 take even `.` and `e3` for numbers.
    let leads = number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    (leads || (number.is_empty() && unsigned.len() > 1))
        && number.bytes().all(|byte| digit(byte) || b"_.:".contains(&byte))
        && number.matches('.').count() < 2
        && exponent.bytes().all(digit)
}

/// A date, alone or with a time, as YAML 1.1 knows it: `2026-11-29T10:00:00Z`.
fn is_date(value: &str) -> bool {
    let mut parts = value.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let tail = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    year.len() == 4
        && number(year)
        && number(month)
        && tail.len() < rest.len()
        && (tail.is_empty() || tail.starts_with(['T', 't', ' ']))
        && tail.bytes().all(|byte| byte.is_ascii_digit() || b"TtZz:.+- ".contains(&byte))
}
