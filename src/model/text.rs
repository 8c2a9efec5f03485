//! Cutting and folding text without breaking a character.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;

/// The longest prefix of at most `bytes` bytes that ends on a character boundary.
#[must_use]
pub fn prefix(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// The line end of a text: that of its first line.
#[must_use]
pub fn eol(text: &str) -> &'static str {
    if text.split_inclusive('\n').next().is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" }
}

/// A word as a shell takes it unchanged.
#[must_use]
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '+' | ',' | '%');
    if !word.is_empty() && word.chars().all(|c| plain(c) || !c.is_ascii() && c.is_alphanumeric()) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// One line: every run of blanks and control characters becomes one space.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// The same, as it is where it is one line already.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    let is_plain = if text.is_ascii() { is_plain_ascii(text.as_bytes()) } else { is_plain(text) };
    if is_plain && !text.ends_with(' ') { Cow::Borrowed(text) } else { Cow::Owned(one_line(text)) }
}

fn is_plain(text: &str) -> bool {
    let mut before = ' ';
    text.chars().all(|c| {
        let blank = c == ' ' && before == ' ' || c != ' ' && (c.is_whitespace() || c.is_control());
        before = c;
        !blank
    })
}

/// The same without a branch in the loops, so that they go over many bytes at a time.
fn is_plain_ascii(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return true };
    let control = text.iter().fold(false, |found, byte| found | byte.is_ascii_control());
    let double = text.iter().zip(rest).fold(false, |found, (one, two)| found | ((*one == b' ') & (*two == b' ')));
    !control && !double && *first != b' '
}

/// Where the first byte from here on stands that is one of these. Without a branch for each byte, so that
/// many are looked at at a time.
#[must_use]
pub fn find_any<const COUNT: usize>(bytes: &[u8], from: usize, any: [u8; COUNT]) -> Option<usize> {
    let is_any = |byte: &u8| any.iter().fold(false, |found, one| found | (byte == one));
    let (runs, _) = bytes.get(from..)?.as_chunks::<16>();
    let has_any = |run: &&[u8; 16]| run.iter().fold(false, |found, byte| found | is_any(byte));
    let start = from + 16 * runs.iter().take_while(|run| !has_any(run)).count();
    bytes[start..].iter().position(is_any).map(|length| start + length)
}

/// Whether a text has a digit. Without a branch in the loop, so that it goes over many bytes at a time.
#[must_use]
pub fn has_digit(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | byte.is_ascii_digit())
}

/// One line that keeps its inner blanks and odd characters: each line end, with the blanks around it,
/// becomes one space, and the ends are trimmed.
#[must_use]
pub fn unwrapped(text: &str) -> String {
    // Without a branch in the loop: most texts have no byte that may begin a line end.
    let may = |b: u8| (b'\n'..=b'\r').contains(&b) | (b == 0xc2) | (b == 0xe2);
    if !text.bytes().fold(false, |found, byte| found | may(byte)) {
        return text.trim().to_owned();
    }
    let ends = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let parts = text.split(ends).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// At most `chars` characters, with `…` as the last one when something was cut.
/// Cuts between grapheme clusters, so that no accent or joiner is torn off.
#[must_use]
pub fn clip(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let mut left = chars.saturating_sub(1);
    // Of ASCII only a line end of two characters is one cluster.
    if text.is_ascii() && !text.contains('\r') {
        return format!("{}…", text[..left].trim_end());
    }
    let mut clipped = String::new();
    for cluster in text.graphemes(true) {
        let size = cluster.chars().count();
        if size > left {
            break;
        }
        left -= size;
        clipped.push_str(cluster);
    }
    clipped.truncate(clipped.trim_end().len());
    clipped.push('…');
    clipped
}

/// A body cut to `limit` bytes, the marker behind it included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The text, at most `limit` bytes.
    pub text: String,
    /// Whether anything was left out.
    pub truncated: bool,
}

/// Cuts `body` to `limit` bytes including its marker, at a line end when one is near (in the last
/// quarter), else between grapheme clusters when one fits, and never to nothing.
#[must_use]
pub fn cut_body(body: &str, limit: usize, name: &str) -> Cut {
    if body.len() <= limit {
        return Cut { text: body.to_owned(), truncated: false };
    }
    let marker = format!("\n[truncated: mem show {name}]");
    let head = prefix(body, limit.saturating_sub(marker.len()));
    let kept = match head.rfind('\n') {
        Some(end) if end >= head.len() / 4 * 3 => &head[..end],
        _ => whole_clusters(head, body),
    };
    let mut text = kept.trim_end().to_owned();
    text.push_str(&marker);
    Cut { text, truncated: true }
}

/// `head` without a last cluster that goes on in `body`; all of `head` where that one cluster fills it.
fn whole_clusters<'t>(head: &'t str, body: &str) -> &'t str {
    // A cluster longer than this is not text that anyone reads; looking back further would cost a scan.
    const LOOK_BACK: usize = 256;
    let from = head.floor_char_boundary(head.len().saturating_sub(LOOK_BACK));
    let until = body.floor_char_boundary(head.len() + LOOK_BACK);
    let last =
        body[from..until].grapheme_indices(true).map(|(at, _)| from + at).take_while(|at| *at <= head.len()).last();
    match last {
        Some(at) if at > 0 => &head[..at],
        _ => head,
    }
}

/// How many characters must be put in, taken out or changed to make one text of the other (Levenshtein).
#[must_use]
pub fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{clip, cut_body, find_any, one_line, unwrapped};

    #[test]
    fn the_first_of_some_bytes_is_found_wherever_it_stands() {
        let bytes = |stop: usize| [vec![b'x'; stop], b".x?".to_vec()].concat();
        for stop in [0, 1, 31, 32, 33, 63, 64, 100] {
            let bytes = bytes(stop);
            for from in 0..=stop {
                assert_eq!(find_any(&bytes, from, *b"?."), Some(stop), "{stop} {from}");
            }
            assert_eq!(find_any(&bytes, stop + 1, *b"?."), Some(stop + 2));
            assert_eq!(find_any(&bytes, stop + 3, *b"?."), None);
            assert_eq!(find_any(&bytes, stop + 4, *b"?."), None);
        }
    }

    #[test]
    fn bodies_stay_within_the_limit_and_never_become_empty() {
        let zwj = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        for lead in 0..3 {
            for unit in ["记", "e\u{301}", zwj, "a", "\u{301}", "word ", "line\n"] {
                let body = "x".repeat(lead) + &unit.repeat(6_000 / unit.len());
                let cut = cut_body(&body, 4_096, "user_a");
                assert!(cut.truncated && cut.text.len() <= 4_096, "{unit:?}: {}", cut.text.len());
                assert!(cut.text.len() > 3_000, "{unit:?}: {}", cut.text.len());
                assert!(cut.text.ends_with("[truncated: mem show user_a]"));
            }
        }
    }

    #[test]
    fn the_limit_itself_fits_and_one_more_byte_does_not() {
        let exact = "a".repeat(4_096);
        assert_eq!(cut_body(&exact, 4_096, "n").text, exact);
        assert!(cut_body(&(exact + "a"), 4_096, "n").truncated);
    }

    #[test]
    fn a_cut_prefers_a_near_line_end_and_whole_clusters() {
        let lines = "0123456789\n".repeat(20);
        let cut = cut_body(&lines, 100, "n").text;
        assert!(cut.lines().rev().skip(1).all(|l| l == "0123456789"), "{cut}");
        let accents = "e\u{301}".repeat(100);
        let cut = cut_body(&accents, 100, "n").text;
        assert!(cut.split('\n').next().unwrap().ends_with('\u{301}'), "{cut}");
    }

    #[test]
    fn folding_and_clipping() {
        assert_eq!(one_line(" a\n\tb\u{1b}c "), "a b c");
        assert_eq!(unwrapped(" a\tb  c\u{1b}d \r\n\n\t e\u{2028}f\n"), "a\tb  c\u{1b}d e f");
        assert_eq!(clip("abc", 3), "abc");
        assert_eq!(clip("abcd", 3), "ab…");
        assert_eq!(
            (clip("ab cd", 4).as_str(), clip("a\r\nbc", 4).as_str(), clip("ab", 0).as_str()),
            ("ab…", "a…", "…")
        );
        assert_eq!(clip("ae\u{301}\u{301}x", 3), "a…");
    }
}
