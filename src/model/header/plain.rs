//! The quick reader: the one shape nearly every header has, read as YAML reads
//! it. Anything else is left to the YAML reader; a property test compares both.

use super::fence::{Line, is_blank, line_at};
use super::reading::{METADATA, Reading};

/// The fields of a simple header; none when a line needs the YAML reader.
pub(super) fn read(inner: &str, first_line: usize) -> Option<Reading> {
    let mut reader = Reader { reading: Reading::default(), indent: None, empty: None };
    let mut at = 0;
    let mut number = first_line;
    while let Some(line) = line_at(inner, at) {
        if is_lone_return(inner, line) {
            return None;
        }
        reader.line(line.text, number)?;
        (at, number) = (line.next, number + 1);
    }
    reader.end_block();
    Some(reader.reading)
}

fn is_lone_return(inner: &str, line: Line<'_>) -> bool {
    let end = inner.get(line.start + line.text.len()..line.next);
    end == Some("\r")
}

struct Reader {
    reading: Reading,
    /// Inside `metadata:`; the indentation once a child has been seen.
    indent: Option<usize>,
    /// The line of a `metadata:` that has no child yet.
    empty: Option<usize>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Option<()> {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if text.is_empty() {
            return Some(());
        }
        if text.starts_with('#') {
            return (indent == 0 && self.indent.is_none() && self.empty.is_none() && is_safe(text)).then_some(());
        }
        if indent > 0 {
            self.child(indent)?;
            return self.field(text, number, true);
        }
        self.end_block();
        if let Some(rest) = text.strip_prefix("metadata:")
            && is_blank(rest)
        {
            return self.open(number, rest);
        }
        self.field(text, number, false)
    }

    fn open(&mut self, number: usize, rest: &str) -> Option<()> {
        if self.reading.blocks > 0 || rest.contains('\t') {
            return None;
        }
        self.reading.open_metadata(number);
        self.empty = Some(number);
        Some(())
    }

    fn child(&mut self, indent: usize) -> Option<()> {
        if self.empty.take().is_some() {
            self.indent = Some(indent);
        }
        (self.indent == Some(indent)).then_some(())
    }

    fn end_block(&mut self) {
        if let Some(number) = self.empty.take() {
            self.reading.blocks = 0;
            self.reading.push(false, METADATA, "", number);
        }
        self.indent = None;
    }

    fn field(&mut self, text: &str, number: usize, nested: bool) -> Option<()> {
        let (key, rest) = text.split_once(':')?;
        if !is_key(key) || (!rest.is_empty() && !rest.starts_with(' ')) {
            return None;
        }
        let raw = rest.trim_matches(' ');
        if let Some(value) = quoted(raw) {
            self.reading.push(nested, key, value, number);
            return Some(());
        }
        if !is_plain(raw) {
            return None;
        }
        self.reading.push(nested, key, raw, number);
        self.reading.note_null();
        Some(())
    }
}

fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.len() <= 128
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// The inside of a value in quotes of one kind that needs no decoding.
fn quoted(raw: &str) -> Option<&str> {
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    let decoded = inside.contains(quote) || (quote == '"' && inside.contains('\\'));
    (!decoded && is_safe(inside)).then_some(inside)
}

fn is_plain(raw: &str) -> bool {
    let leads = raw
        .chars()
        .next()
        .is_none_or(|first| first.is_alphanumeric() || matches!(first, '_' | '(' | '/' | '.' | '$' | '~' | '+'));
    let splits = raw.contains(':') && (raw.contains(": ") || raw.ends_with(':'));
    let cut = raw.contains('#') && raw.contains(" #");
    leads && !splits && !cut && is_safe(raw)
}

/// No control character, and none that some reader takes for a line end.
fn is_safe(text: &str) -> bool {
    // Without an early exit, so that many bytes are looked at in one step.
    let odd = text.bytes().fold(false, |odd, byte| {
        odd | (byte < 0x20) | (byte == 0x7f) | (byte == 0xc2) | (byte == 0xe2) | (byte == 0xef)
    });
    !odd || !text.chars().any(is_odd)
}

fn is_odd(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
