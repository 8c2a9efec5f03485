//! One line of the index as `mem` writes it: `- [Title](file.md) — hook`.

use std::{fmt::Write as _, ops::Range};

use unicode_normalization::UnicodeNormalization as _;

use super::{limits::INDEX_LINE_CHARS, text};

/// Characters of a title; the rest of the line belongs to the hook.
const TITLE_CHARS: usize = 60;

/// The line for a memory, under 150 characters unless the file name alone is longer; no line end.
#[must_use]
pub fn entry(name: &str, file: &str, hook: &str) -> String {
    let title = title(name, file);
    let mut line = format!("- [{title}]({})", target(file));
    let hook = hook_text(hook);
    // " — " and at least a few words, or the hook says nothing.
    let room = (INDEX_LINE_CHARS - 1).saturating_sub(line.chars().count() + 3);
    if !hook.is_empty() && room >= 8 {
        line.push_str(" — ");
        line.push_str(&text::clip(&hook, room));
    }
    line
}

/// A title that cannot end its link: readers find it with `\[([^\]]+)\]`, so escapes would not do.
fn title(name: &str, file: &str) -> String {
    let title = text::clip(&text::one_line(name).replace('[', "(").replace(']', ")"), TITLE_CHARS);
    // A comment's end could close one that somebody left open above; a backslash would take the bracket along.
    let title = title.replace("-->", "→");
    let title = title.trim_end_matches('\\').trim_end();
    if title.is_empty() {
        return file.replace(['[', ']'], "_");
    }
    // A code span that is still open would swallow the link.
    if spans_close(title) { title.to_owned() } else { title.replace('`', "'") }
}

/// Whether every code span of a text certainly ends in it.
fn spans_close(text: &str) -> bool {
    !text.contains("``") && text.matches('`').count().is_multiple_of(2)
}

/// A hook that is text alone: a link in it would make the line be about two memories.
fn hook_text(hook: &str) -> String {
    text::one_line(hook).replace("](", "] (").replace("-->", "→")
}

/// A file name as a link target: what would end the link or make it a URL, and `%` itself, percent-encoded.
#[must_use]
pub fn target(file: &str) -> String {
    let mut target = String::with_capacity(file.len());
    for c in file.chars() {
        match c {
            ' ' | '(' | ')' | '<' | '>' | '[' | ']' | '"' | '\'' | '`' | '\\' | '%' | '#' | '?' | ':' | '|' => {
                let _ = write!(target, "%{:02X}", u32::from(c));
            }
            c if c.is_control() || c.is_whitespace() => c.encode_utf8(&mut [0; 4]).bytes().for_each(|b| {
                let _ = write!(target, "%{b:02X}");
            }),
            c => target.push(c),
        }
    }
    // A home directory is not meant.
    if target.starts_with("~/") { target.replacen('~', "%7E", 1) } else { target }
}

/// The file that a link target means: without `./`, fragment and title, percent forms decoded.
/// `None` for links that leave the store or are no files.
#[must_use]
pub fn resolve(target: &str) -> Option<String> {
    let path = &target[path_part(target)];
    let outside = path.is_empty() || path.starts_with(['/', '\\']) || path.starts_with("~/") || has_scheme(path);
    if outside { None } else { normal(&decode(path)?) }
}

/// Where the path stands in a link target, between `<`, title, fragment and blanks.
#[must_use]
pub fn path_part(target: &str) -> Range<usize> {
    let start = target.len() - target.trim_start().len();
    let rest = &target[start..];
    let (start, path) = match rest.strip_prefix('<') {
        Some(inner) => (start + 1, inner.split('>').next().unwrap_or_default()),
        // Agents write blanks as they are, so that only a title ends the path.
        None => (start, &rest[..title_at(rest).unwrap_or(rest.len())]),
    };
    let path = path.split(['#', '?']).next().unwrap_or_default().trim_end();
    start..start + path.len()
}

/// Where a link's title begins: `file.md "a title"`.
fn title_at(target: &str) -> Option<usize> {
    let opens = |at: usize| target[at..].trim_start().starts_with(['"', '\'', '(']);
    target.match_indices([' ', '\t']).map(|(at, _)| at).find(|at| opens(*at))
}

/// `https:`, `mailto:`, a drive's `C:`.
fn has_scheme(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once(':') else { return false };
    let rest = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(rest)
}

/// What is the same for names that one disk or another holds for one: case and composition.
#[must_use]
pub fn folded(file: &str) -> String {
    if file.is_ascii() { file.to_ascii_lowercase() } else { file.nfc().collect::<String>().to_lowercase() }
}

/// `./` and `a/../` taken out; `None` when it climbs out.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Percent forms and backslashes before punctuation resolved.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    loop {
        rest = match rest {
            [] => return String::from_utf8(bytes).ok(),
            [b'%', high, low, tail @ ..] if hex(*high, *low).is_some() => {
                bytes.extend(hex(*high, *low));
                tail
            }
            [b'\\', escaped, tail @ ..] if escaped.is_ascii_punctuation() => {
                bytes.push(*escaped);
                tail
            }
            [first, tail @ ..] => {
                bytes.push(*first);
                tail
            }
        };
    }
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |c: u8| char::from(c).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::{entry, resolve, target};

    #[test]
    fn a_line_is_short_and_its_link_cannot_be_broken() {
        let line = entry("a](http://x) [b", "user_a.md", "one\ntwo");
        assert_eq!(line, "- [a)(http://x) (b](user_a.md) — one two");
        for (name, hook) in [("n", "d".repeat(9_000)), ("长".repeat(90).as_str(), "记".repeat(900))] {
            let line = entry(name, "project_x.md", &hook);
            assert!(line.chars().count() < 150, "{}", line.chars().count());
        }
        assert_eq!(entry("n", "f.md", ""), "- [n](f.md)");
    }

    #[test]
    fn no_title_and_no_hook_breaks_the_link() {
        assert_eq!(entry("open ` span", "f.md", "and ` here"), "- [open ' span](f.md) — and ` here");
        assert_eq!(entry("use `just`", "f.md", "h"), "- [use `just`](f.md) — h");
        assert_eq!(entry("C:\\", "f.md", "a --> b"), "- [C:](f.md) — a → b");
        assert_eq!(entry("n", "f.md", "see [x](y.md)"), "- [n](f.md) — see [x] (y.md)");
        assert_eq!(entry(" \n ", "a[1].md", ""), "- [a_1_.md](a%5B1%5D.md)");
    }

    #[test]
    fn targets_come_back() {
        for file in [
            "user_a.md",
            "user b.md",
            "100%.md",
            "a(b).md",
            "sub/部署.md",
            "a\nb.md",
            "x#y.md",
            "a:b.md",
            "~/x.md",
            "q?.md",
            "b`c.md",
            "'q' (1).md",
            "e\u{301}.md",
        ] {
            assert_eq!(resolve(&target(file)).as_deref(), Some(file));
        }
        assert_eq!(resolve("./user_a.md#part").as_deref(), Some("user_a.md"));
        assert_eq!(resolve("user%20b.md \"title\"").as_deref(), Some("user b.md"));
        assert_eq!(resolve("user b.md 'title'").as_deref(), Some("user b.md"));
        assert_eq!(resolve("user b.md#part").as_deref(), Some("user b.md"));
        assert_eq!(resolve(" a\\(b\\).md ").as_deref(), Some("a(b).md"));
        assert_eq!(resolve("<user b.md>").as_deref(), Some("user b.md"));
        assert_eq!(resolve("a/../b.md").as_deref(), Some("b.md"));
        for outside in
            ["https://x/y.md", "../x.md", "/etc/x.md", "", "#part", "~/x.md", "C:\\x.md", "mailto:x.md", "%ff.md"]
        {
            assert_eq!(resolve(outside), None, "{outside}");
        }
    }
}
