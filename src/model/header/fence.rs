//! Where a header starts and ends: the two `---` lines, and what cannot be a header.

use std::ops::Range;

use super::yaml;
use crate::model::text::find_any;

/// A header found in a text; every place is a byte offset.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Line number of the opening fence, from 1.
    pub(super) line: usize,
    /// The lines between the fences.
    pub(super) inner: Range<usize>,
    /// Where the body starts, after the closing fence line.
    pub(super) body: usize,
    /// Line number of the first line of the body.
    pub(super) body_line: usize,
    /// Whether there is a `key: value` line.
    pub(super) keyed: bool,
}

/// What a text starts with.
#[derive(Debug)]
pub(super) enum Found {
    Block(Block),
    Missing,
    Unclosed { line: usize, dots: bool },
}

/// One line: its content without the line end, and where the next one starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) next: usize,
}

/// The line that starts at `start`; none at the end of the text.
pub(super) fn line_at(text: &str, start: usize) -> Option<Line<'_>> {
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    let length = find_any(rest.as_bytes(), 0, [b'\n', b'\r']).unwrap_or(rest.len());
    let (content, end) = rest.split_at_checked(length)?;
    let width = match end.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    };
    Some(Line { text: content, start, next: start + length + width })
}

/// Finds the header that opens at `from`, the start of line `line`.
pub(super) fn find(text: &str, from: usize, line: usize) -> Found {
    let Some((open, line)) = skip_blank(text, from, line) else {
        return Found::Missing;
    };
    if !is_fence(open.text) {
        return Found::Missing;
    }
    let led = open.start != from;
    match close(text, open.next, line) {
        Found::Unclosed { .. } if led => Found::Missing,
        found => found,
    }
}

fn skip_blank(text: &str, from: usize, line: usize) -> Option<(Line<'_>, usize)> {
    let mut number = line;
    let mut at = from;
    loop {
        let line = line_at(text, at)?;
        if !is_blank(line.text) {
            return Some((line, number));
        }
        (at, number) = (line.next, number + 1);
    }
}

fn close(text: &str, start: usize, open_line: usize) -> Found {
    let mut at = start;
    let mut number = open_line;
    let mut shape = Shape::default();
    while let Some(line) = line_at(text, at) {
        number += 1;
        if is_fence(line.text) {
            let block = Block {
                line: open_line,
                inner: start..at,
                body: line.next,
                body_line: number + 1,
                keyed: shape.keys > 0,
            };
            return shape.judge(text, block);
        }
        shape.take(line.text);
        at = line.next;
    }
    shape.unclosed(open_line)
}

/// Whether the lines between two fences can be a header. A closing fence that
/// is missing lets the next horizontal rule of the body take its place, so
/// prose after a blank line counts against it.
#[derive(Default)]
struct Shape {
    keys: usize,
    blank: bool,
    prose: bool,
    content: bool,
    dots: bool,
    list: bool,
}

impl Shape {
    fn take(&mut self, line: &str) {
        if is_blank(line) {
            self.blank = true;
        } else if line.starts_with(['#', ' ', '\t']) {
            self.content = true;
        } else if let Some((_, value)) = key_line(line) {
            self.keys += 1;
            self.blank = false;
            self.list = is_blank(value);
        } else if !(self.list && line.starts_with("- ")) {
            self.dots |= line.trim_end() == "...";
            self.content = true;
            self.prose |= self.blank || self.dots;
        }
    }

    fn judge(self, text: &str, block: Block) -> Found {
        let doubtful = self.prose || (self.keys == 0 && self.content);
        let inner = text.get(block.inner.clone()).unwrap_or_default();
        if doubtful && yaml::read(inner, block.line + 1).is_err() {
            return self.unclosed(block.line);
        }
        Found::Block(block)
    }

    fn unclosed(self, line: usize) -> Found {
        if self.keys == 0 {
            return Found::Missing;
        }
        let dots = self.dots;
        Found::Unclosed { line, dots }
    }
}

fn is_fence(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(is_blank)
}

/// Whether a line holds nothing but spaces and tabs.
pub(super) fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Splits `key: value` at the first colon, when the line starts with a key of one word.
pub(super) fn key_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let bare = unquoted_key(key);
    let word = !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'));
    let spaced = value.is_empty() || value.starts_with([' ', '\t']);
    let glued = bare == key && !value.starts_with(['/', ':', '\\']) && !key.contains(['.', '/']);
    (word && !bare.starts_with('-') && (spaced || glued)).then_some((bare, value))
}

fn unquoted_key(key: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| key.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(key)
}
