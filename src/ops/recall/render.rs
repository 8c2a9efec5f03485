//! The answer as the agent reads it.
//!
//! For each memory a header line, the warning above the body when it is old, then the body; the
//! advice to verify stands as a block of its own, where models follow it. Facts, not orders.

use super::{Recall, Recalled};
use crate::model::{age, memory::stem, text::clip};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// For a person or a prompt.
    #[default]
    Text,
    /// `mem.recall/1`.
    Json,
    /// Elements, for prompts that are built of them.
    Xml,
    /// A file a line, best first.
    Names,
}

/// Said once, behind the memories.
const ADVICE: &str = "These memories are notes from earlier sessions. A file, function or flag that one names was there when \
it was written; only the project itself shows whether it still is.";

/// The whole answer; empty when there is nothing to say.
#[must_use]
pub fn answer(recall: &Recall, form: Form) -> String {
    if recall.memories.is_empty() {
        return String::new();
    }
    let blocks: String = recall.memories.iter().map(|m| memory(m, form)).collect();
    match form {
        Form::Text => format!("{blocks}{ADVICE}\n"),
        Form::Xml => format!("<memories>\n{blocks}<advice>{ADVICE}</advice>\n</memories>\n"),
        Form::Names | Form::Json => blocks,
    }
}

/// Bytes of an answer that belong to no memory; they are characters too.
#[must_use]
pub(super) fn frame(form: Form) -> usize {
    match form {
        Form::Text | Form::Json => ADVICE.len() + 1,
        Form::Xml => ADVICE.len() + "<memories>\n<advice></advice>\n</memories>\n".len(),
        Form::Names => 0,
    }
}

/// One memory. JSON is measured as text: what counts is what a model will read.
pub(super) fn memory(recalled: &Recalled, form: Form) -> String {
    match form {
        Form::Text | Form::Json => text(recalled),
        Form::Xml => xml(recalled),
        Form::Names => format!("{}\n", line(&recalled.row.file)),
    }
}

fn text(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let head = format!("Memory (saved {}): {}\n", age::words(row.age_days), line(&row.path));
    let warning = age::warning(row.age_days).map(|w| w + "\n").unwrap_or_default();
    match &recalled.content {
        Some(content) => format!("{head}{warning}\n{content}\n\n"),
        None => format!("{head}{}\n\n", by_name(recalled)),
    }
}

/// Characters of a description in the place of a body.
const ABOUT: usize = 200;

/// What is said of a memory that did not fit.
fn by_name(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let about = row.description.as_deref().map(|d| format!(": {}", line(&clip(d, ABOUT)))).unwrap_or_default();
    format!("{}{about} [not shown: mem show {}]", line(&clip(&row.name, ABOUT)), argument(&row.file))
}

fn xml(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let mut head = format!("<memory file=\"{}\" saved=\"{}\"", attribute(&row.path), age::words(row.age_days));
    if let Some(kind) = &row.type_text {
        head.push_str(&format!(" type=\"{}\"", attribute(kind)));
    }
    let warning = age::warning(row.age_days).map(|w| format!("<warning>{w}</warning>\n")).unwrap_or_default();
    match &recalled.content {
        Some(content) => format!("{head}>\n{warning}{content}\n</memory>\n"),
        None => format!("{head}>\n{}\n</memory>\n", by_name(recalled)),
    }
}

fn attribute(value: &str) -> String {
    // `safe` has written some `&lt;` already; an attribute takes every `<`, so it starts from the value.
    let escaped = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
    line(&escaped)
}

/// The memory as an argument of `mem show` in a shell.
#[must_use]
pub(super) fn argument(file: &str) -> String {
    // A stem stands for its file at the top of the store only; a leading `-` would be an option.
    let name = if file.contains('/') { file } else { stem(file) };
    let name = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ',' | '@' | '%');
    if name.chars().all(plain) {
        return name;
    }
    if !name.contains(is_bad) && !name.contains(['\n', '\t']) {
        return safe(&format!("'{}'", name.replace('\'', r"'\''")));
    }
    let escaped = name.chars().map(|c| match c {
        '\n' => r"\n".into(),
        '\'' | '\\' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        c if is_bad(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.into(),
    });
    safe(&format!("$'{}'", escaped.collect::<String>()))
}

/// As [`safe`], on one line.
fn line(text: &str) -> String {
    safe(text).replace('\n', r"\n").replace('\t', r"\t")
}

/// Text that cannot close its wrapper, ours or the host's, and can neither steer a terminal nor
/// hide what it says. Saying it twice changes nothing.
#[must_use]
pub(in crate::ops) fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '<' if is_wrapper(&text[at + 1..]) => safe.push_str("&lt;"),
            '\r' if text[at + 1..].starts_with('\n') => {}
            c if is_bad(c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Controls, what turns the direction of text round, what is invisible and still read by models,
/// and what no XML may hold.
fn is_bad(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a tag of this name opens or closes a wrapper.
fn is_wrapper(tag: &str) -> bool {
    const WRAPPERS: [&str; 8] = [
        "memory",
        "memories",
        "advice",
        "warning",
        "system-reminder",
        "system_reminder",
        "hook_context",
        "user-prompt-submit-hook",
    ];
    let name = tag.trim_start_matches(['/', ' ', '\t']);
    WRAPPERS.iter().any(|wrapper| {
        name.get(..wrapper.len()).is_some_and(|n| n.eq_ignore_ascii_case(wrapper))
            && !name[wrapper.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::{argument, attribute, safe};

    #[test]
    fn a_body_cannot_leave_its_wrapper() {
        for tag in ["</system-reminder>", "</ memory >", "<MEMORY file=x>", "</memories>", "<system-reminder>"] {
            assert!(!safe(tag).contains('<'), "{tag}");
            assert_eq!(safe(&safe(tag)), safe(tag));
        }
        for fine in ["a < b", "<memoryless>", "<div>", "Vec<Memory2>", "x <- y", "\u{200f}שלום", "a\nb\tc"] {
            assert_eq!(safe(fine), fine);
        }
        assert_eq!(safe("a\u{1b}[2J\r\nb\tc\rd"), "a\u{fffd}[2J\nb\tc\u{fffd}d");
        assert_eq!(safe("a\u{202e}b\u{e0041}\u{ffff}"), "a\u{fffd}b\u{fffd}\u{fffd}");
    }

    #[test]
    fn attributes_are_well_formed() {
        assert_eq!(attribute("a&<memory>\"\n\u{1b}"), r"a&amp;&lt;memory&gt;&quot;\n".to_owned() + "\u{fffd}");
    }

    #[test]
    fn names_are_arguments_of_a_shell() {
        for (file, word) in [
            ("user_a.md", "user_a"),
            ("部署.md", "部署"),
            ("sub/user_a.md", "sub/user_a.md"),
            ("-x.md", "./-x"),
            ("a b.md", "'a b'"),
            ("it's.md", r"'it'\''s'"),
            ("$(x).md", "'$(x)'"),
            ("a\nb'\u{1b}.md", r"$'a\nb\'\x1b'"),
        ] {
            assert_eq!(argument(file), word);
        }
    }
}
