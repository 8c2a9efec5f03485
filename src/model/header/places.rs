//! Where a value ends in the text, which the parser's spans tell only in part.

use super::fence::line_at;

/// The first byte from `at` on that is neither blank nor in a comment.
pub(super) fn past_comments(inner: &str, at: usize) -> usize {
    let mut rest = inner.get(at..).unwrap_or_default();
    loop {
        rest = rest.trim_start();
        if !rest.starts_with('#') {
            return inner.len() - rest.len();
        }
        rest = rest.split_once('\n').map_or("", |(_, later)| later);
    }
}

/// The comment that follows a value on its line, with the blanks before it.
pub(super) fn comment_after(inner: &str, at: usize) -> Option<&str> {
    let rest = inner.get(at..)?;
    let commented = rest.trim_start_matches([' ', '\t']).starts_with('#');
    // Only then is the line looked at: one line may hold a great many values.
    commented.then(|| line_at(inner, at).map_or("", |line| line.text.trim_end()))
}

/// The length of a quoted scalar; the parser's span runs on over a comment.
pub(super) fn quoted_length(source: &str) -> usize {
    let quote = source.find(['"', '\'']).unwrap_or_default();
    let double = source.as_bytes().get(quote) == Some(&b'"');
    let mut bytes = source.bytes().enumerate().skip(quote + 1).peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if double => _ = bytes.next(),
            b'"' if double => return at + 1,
            b'\'' if !double && bytes.next_if(|&(_, next)| next == b'\'').is_none() => {
                return at + 1;
            }
            _ => {}
        }
    }
    source.len()
}

/// The parser counts characters; places are bytes. Walks from the last place asked for.
pub(super) struct Offsets<'t> {
    text: &'t str,
    ascii: bool,
    chars: usize,
    bytes: usize,
}

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t str) -> Offsets<'t> {
        Offsets { text, ascii: text.is_ascii(), chars: 0, bytes: 0 }
    }

    pub(super) fn byte(&mut self, index: usize) -> usize {
        if self.ascii {
            return index.min(self.text.len());
        }
        let (before, after) = self.text.split_at_checked(self.bytes).unwrap_or((self.text, ""));
        if index >= self.chars {
            let ahead = after.chars().take(index - self.chars);
            self.bytes += ahead.map(char::len_utf8).sum::<usize>();
        } else {
            let back = before.chars().rev().take(self.chars - index);
            self.bytes -= back.map(char::len_utf8).sum::<usize>();
        }
        self.chars = index;
        self.bytes
    }
}
