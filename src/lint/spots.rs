//! Where things stand in the text of a memory. All ranges are bytes of the whole text.

use std::{collections::HashSet, ops::Range};

use super::said;
use crate::model::Document;

/// Where the body starts.
#[must_use]
pub fn body_start(memory: &Document) -> usize {
    memory.text.len() - memory.body().len()
}

/// Where a line starts, counted from 1, and its bytes without the line end.
#[must_use]
pub fn line(text: &str, number: usize) -> Range<usize> {
    let start = text.split_inclusive('\n').take(number.saturating_sub(1)).map(str::len).sum();
    let length = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    start..start + length
}

/// The value of a key as written in the header, at the top or below `metadata`, on its first line.
#[must_use]
pub fn value(memory: &Document, key: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in memory.text[..body_start(memory)].split_inclusive('\n') {
        let said = line.trim_end();
        if let Some((before, after)) = said.split_once(':')
            && before.trim().trim_matches(['"', '\'']).eq_ignore_ascii_case(key)
        {
            let end = start + said.len();
            return Some(end - after.trim_start().len()..end);
        }
        start += line.len();
    }
    None
}

/// The value of a key, or the first line where the header does not have it.
#[must_use]
pub fn value_or_first(memory: &Document, key: &str) -> Range<usize> {
    value(memory, key).unwrap_or_else(|| line(&memory.text, 1))
}

/// The lines of a text from this byte on that are no code block, each with where it starts.
pub fn prose(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    said::lines_of(text, from).filter(|line| !line.fenced).map(|line| (line.start, line.text))
}

/// The code spans of a line, with their backticks.
#[must_use]
pub fn code_spans(line: &str) -> Vec<Range<usize>> {
    let run = |at: usize| line[at..].bytes().take_while(|b| *b == b'`').count();
    let mut spans = Vec::new();
    // Runs that no later run closes are not looked for again.
    let mut lonely = HashSet::new();
    let mut at = 0;
    while let Some(open) = line[at..].find('`').map(|found| at + found) {
        let ticks = run(open);
        let mut next = open + ticks;
        let close = loop {
            if lonely.contains(&ticks) {
                break None;
            }
            let Some(found) = line[next..].find('`').map(|found| next + found) else { break None };
            if run(found) == ticks {
                break Some(found + ticks);
            }
            next = found + run(found);
        };
        match close {
            Some(end) => spans.push(open..end),
            None => drop(lonely.insert(ticks)),
        }
        at = close.unwrap_or(open + ticks);
    }
    spans
}

/// The line with blanks in the place of its code.
#[must_use]
pub fn without_code(line: &str) -> String {
    let mut said = line.to_owned();
    for span in code_spans(line) {
        said.replace_range(span.clone(), &" ".repeat(span.len()));
    }
    said
}

/// The first line of the body that says something.
#[must_use]
pub fn first_words(memory: &Document) -> Range<usize> {
    let body = memory.body();
    let start = body_start(memory) + body.len() - body.trim_start().len();
    start..start + memory.text[start..].lines().next().map_or(0, str::len)
}

/// Characters that take no room or turn the direction of text round, and that no script needs.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// Those characters of a text and where they stand.
pub fn invisible(text: &str) -> impl Iterator<Item = (usize, char)> {
    let text = if text.is_ascii() { "" } else { text };
    // Few characters begin with a byte that one of these begins with.
    let may = |byte: u8| matches!(byte, 0xc2 | 0xe1 | 0xe2 | 0xef | 0xf3);
    let starts = text.bytes().enumerate().filter(move |(_, byte)| may(*byte));
    starts.filter_map(|(at, _)| Some((at, text[at..].chars().next().filter(|c| is_invisible(*c))?)))
}

/// Where the first of the three marks of an unsettled merge stands.
#[must_use]
pub fn conflict(text: &str) -> Option<usize> {
    if !text.contains("<<<<<<<") {
        return None;
    }
    let mut open = None;
    let mut halved = false;
    for (at, line) in prose(text, 0) {
        match line.split_at_checked(7) {
            Some(("<<<<<<<", rest)) if rest.starts_with(' ') || rest.is_empty() => (open, halved) = (Some(at), false),
            Some(("=======", "")) => halved = true,
            Some((">>>>>>>", rest)) if halved && (rest.starts_with(' ') || rest.is_empty()) && open.is_some() => {
                return open;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{body_start, code_spans, line, prose, value};
    use crate::lint::Example;

    #[test]
    fn code_spans_close_with_as_many_ticks() {
        let spans = |line: &str| {
            code_spans(line).into_iter().map(|span: std::ops::Range<usize>| line[span].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(spans("a `b` ``c ` d`` `e"), ["`b`", "``c ` d``"]);
        let line: String = (1..2_000).map(|n| "`".repeat(n % 50 + 1) + " ").collect();
        assert!(!code_spans(&line).is_empty());
    }

    #[test]
    fn places_in_a_memory() {
        let text = "---\nname: A\nmetadata: \n  type: user\n---\nbody\n```\ncode\n~~~\n```\nmore";
        let store: &[(&str, &str)] = Box::leak(Box::new([("user_a.md", &*text.to_owned().leak())]));
        let snapshot = Example { store, ..Example::EMPTY }.snapshot();
        let memory = &snapshot.memories[0];
        assert_eq!(&text[value(memory, "type").unwrap()], "user");
        assert_eq!(&text[value(memory, "metadata").unwrap()], "");
        assert_eq!(value(memory, "description"), None);
        assert_eq!(&text[line(text, 4)], "  type: user");
        assert_eq!(line(text, 99), text.len()..text.len());
        let lines: Vec<_> = prose(text, body_start(memory)).map(|(at, said)| (&text[at..at + 4], said)).collect();
        assert_eq!(lines, [("body", "body"), ("more", "more")]);
    }
}
