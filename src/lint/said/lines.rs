//! The lines of a body.

use std::ops::Range;

use crate::model::Document;

/// A line of the body without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t str,
    /// Where it begins in the whole text.
    pub(crate) start: usize,
    /// Whether it is code: inside a fence, or the fence.
    pub(crate) fenced: bool,
}

impl Line<'_> {
    /// Bytes of the whole text.
    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines of a memory's body, in order.
pub(crate) fn lines(memory: &Document) -> impl Iterator<Item = Line<'_>> {
    lines_of(&memory.text, memory.text.len() - memory.body().len())
}

/// The lines of any text from this byte on.
pub(crate) fn lines_of(text: &str, mut start: usize) -> impl Iterator<Item = Line<'_>> {
    let mut fence: Option<&str> = None;
    text.get(start..).unwrap_or_default().split_inclusive('\n').map(move |whole| {
        let text = whole.trim_end_matches(['\n', '\r']);
        let mark = fence_mark(text);
        let fenced = fence.is_some() || mark.is_some();
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(close)) if close.starts_with(open) => fence = None,
            _ => {}
        }
        let line = Line { text, start, fenced };
        start += whole.len();
        line
    })
}

/// The run of backticks or tildes that opens or closes a block.
fn fence_mark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = &line[..line.len() - line.trim_start_matches(mark).len()];
    // An inline code span at the start of a line has its backticks again in it.
    (run.len() >= 3 && !line[run.len()..].contains('`')).then_some(run)
}
