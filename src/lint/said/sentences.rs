//! Sentences of the prose.

use std::{borrow::Cow, ops::Range};

use super::Line;
use crate::model::{Document, text};

/// One sentence, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence<'d> {
    /// On one line, without the marks of Markdown before it.
    pub(crate) text: Cow<'d, str>,
    /// Where it stands in the whole text.
    pub(crate) span: Range<usize>,
}

pub(super) fn sentences<'d>(memory: &'d Document, lines: &[Line<'d>]) -> Vec<Sentence<'d>> {
    let mut found = Vec::new();
    let mut paragraph: Option<Range<usize>> = None;
    for line in lines {
        let text = line.text.trim();
        if line.fenced || text.is_empty() {
            finish(memory, paragraph.take(), &mut found);
            continue;
        }
        let span = line.span();
        paragraph = match paragraph.take() {
            Some(open) if !begins_item(text) => Some(open.start..span.end),
            open => {
                finish(memory, open, &mut found);
                Some(span.clone())
            }
        };
        if text.starts_with(['#', '|']) {
            finish(memory, paragraph.take(), &mut found);
        }
    }
    finish(memory, paragraph, &mut found);
    found
}

pub(super) fn description(memory: &Document) -> Option<Sentence<'_>> {
    let text = Cow::from(memory.memory.description.as_deref()?);
    let header = &memory.text[..memory.text.len() - memory.body().len()];
    let start = header.find("description:")?;
    let end = header[start..].find('\n').map_or(header.len(), |at| start + at);
    Some(Sentence { text, span: start..end })
}

fn begins_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..4).contains(&digits) && line[digits..].starts_with([')', '.']);
    numbered || line.starts_with(['#', '|', '>']) || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

fn finish<'d>(memory: &'d Document, paragraph: Option<Range<usize>>, found: &mut Vec<Sentence<'d>>) {
    let Some(span) = paragraph else { return };
    let text = &memory.text[span.clone()];
    let mut start = 0;
    for (at, length) in stops(text).filter(|(at, length)| ends_sentence(text, *at, *length)) {
        push(text, start..at + length, span.start, found);
        start = at + length;
    }
    push(text, start..text.len(), span.start, found);
}

/// Characters that may end a sentence, with the bytes of each.
fn stops(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        loop {
            let at = text::find_any(text.as_bytes(), next, [b'.', b'!', b'?', 0xe3, 0xef])?;
            next = at + 1;
            if text.as_bytes()[at].is_ascii() {
                return Some((at, 1));
            }
            if text[at..].starts_with(['。', '！', '？', '；']) {
                return Some((at, 3));
            }
        }
    })
}

fn push<'d>(text: &'d str, part: Range<usize>, offset: usize, found: &mut Vec<Sentence<'d>>) {
    let piece = &text[part.clone()];
    let bare = piece.trim_start_matches(|c: char| c.is_whitespace() || "-*+#>|".contains(c)).trim_end();
    if bare.chars().any(char::is_alphanumeric) {
        let begin = part.start + (piece.len() - piece.trim_start().len());
        found.push(Sentence {
            text: text::on_one_line(bare),
            span: offset + begin..offset + begin + piece.trim().len(),
        });
    }
}

/// A full stop before a blank, or one of the scripts that need none.
fn ends_sentence(text: &str, at: usize, length: usize) -> bool {
    let after = &text[at + length..];
    length > 1 || after.starts_with(char::is_whitespace) && !is_abbreviation(&text[..at])
}

fn is_abbreviation(before: &str) -> bool {
    ["e.g", "i.e", "etc", "vs", "cf", "approx", "No", "Dr", "Mr", "St"]
        .iter()
        .any(|word| before.strip_suffix(word).is_some_and(|head| !head.ends_with(char::is_alphanumeric)))
}
