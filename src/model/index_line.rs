//! One line of the index as `mem` writes it: `- [Title](file.md) — hook`.

use std::fmt::Write as _;

use super::{limits::INDEX_LINE_CHARS, text};

/// Characters of a title; the rest of the line belongs to the hook.
const TITLE_CHARS: usize = 60;

/// The line for a memory, under 150 characters unless the file name alone is longer; no line end.
#[must_use]
pub fn entry(name: &str, file: &str, hook: &str) -> String {
    let title = text::clip(&title(name), TITLE_CHARS);
    let mut line = format!("- [{title}]({})", target(file));
    let hook = text::one_line(hook);
    // " — " and at least a few words, or the hook says nothing.
    let room = (INDEX_LINE_CHARS - 1).saturating_sub(line.chars().count() + 3);
    if !hook.is_empty() && room >= 8 {
        line.push_str(" — ");
        line.push_str(&text::clip(&hook, room));
    }
    line
}

/// A title that cannot end its link: readers find it with `\[([^\]]+)\]`, so escapes would not do.
fn title(name: &str) -> String {
    text::one_line(name).replace('[', "(").replace(']', ")")
}

/// A file name as a link target: what would end the link, and `%` itself, percent-encoded.
#[must_use]
pub fn target(file: &str) -> String {
    let mut target = String::with_capacity(file.len());
    for c in file.chars() {
        match c {
            ' ' | '(' | ')' | '<' | '>' | '"' | '\\' | '%' | '#' | '?' => {
                let _ = write!(target, "%{:02X}", u32::from(c));
            }
            c if c.is_control() => c.encode_utf8(&mut [0; 4]).bytes().for_each(|b| {
                let _ = write!(target, "%{b:02X}");
            }),
            c => target.push(c),
        }
    }
    target
}

/// The file that a link target means: without `./`, fragment and title, percent forms decoded.
/// `None` for links that leave the store or are no files.
#[must_use]
pub fn resolve(target: &str) -> Option<String> {
    let target = target.trim();
    let inner = match target.strip_prefix('<') {
        Some(rest) => rest.split('>').next()?,
        // `(file.md "a title")`
        None => target.split([' ', '\t']).next()?,
    };
    let path = inner.split(['#', '?']).next()?;
    if path.is_empty() || path.contains("://") || path.starts_with('/') || path.starts_with("mailto:") {
        return None;
    }
    normal(&decode(path)?)
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

fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        match code.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
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
    fn targets_come_back() {
        for file in ["user_a.md", "user b.md", "100%.md", "a(b).md", "sub/部署.md", "a\nb.md", "x#y.md"] {
            assert_eq!(resolve(&target(file)).as_deref(), Some(file));
        }
        assert_eq!(resolve("./user_a.md#part").as_deref(), Some("user_a.md"));
        assert_eq!(resolve("user%20b.md \"title\"").as_deref(), Some("user b.md"));
        assert_eq!(resolve("<user b.md>").as_deref(), Some("user b.md"));
        assert_eq!(resolve("a/../b.md").as_deref(), Some("b.md"));
        for outside in ["https://x/y.md", "../x.md", "/etc/x.md", "", "#part"] {
            assert_eq!(resolve(outside), None, "{outside}");
        }
    }
}
