//! Where things stand in the text of a memory. All ranges are bytes of the whole text.

use std::ops::Range;

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

/// The lines of a text that are no code block, each with where it starts.
pub fn prose(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    let mut fence: Option<char> = None;
    let lines = text.get(from..).unwrap_or_default().split_inclusive('\n');
    lines.filter_map(move |line| {
        let start = at;
        at += line.len();
        let said = line.trim();
        let mark = ['`', '~'].into_iter().find(|c| said.starts_with(&[*c; 3][..].iter().collect::<String>()));
        match (fence, mark) {
            (None, Some(c)) => fence = Some(c),
            (Some(open), Some(c)) if open == c => fence = None,
            (None, None) => return Some((start, line.trim_end_matches(['\n', '\r']))),
            _ => {}
        }
        None
    })
}

/// Characters that take no room or turn the direction of text round, and that no script needs.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// Where the first of the three marks of an unsettled merge stands.
#[must_use]
pub fn conflict(text: &str) -> Option<usize> {
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
    use super::{body_start, line, prose, value};
    use crate::lint::Example;

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
