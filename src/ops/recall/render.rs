//! The answer as the agent reads it.
//!
//! For each memory a header line, the warning above the body when it is old, then the body; the
//! advice to verify stands as a block of its own, where models follow it. Facts, not orders.

use super::{Recall, Recalled};
use crate::model::age;

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

/// Bytes of an answer that belong to no memory.
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
        Form::Names => format!("{}\n", recalled.row.file),
    }
}

fn text(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let head = format!("Memory (saved {}): {}\n", age::words(row.age_days), safe(&row.path));
    let warning = age::warning(row.age_days).map(|w| w + "\n").unwrap_or_default();
    match &recalled.content {
        Some(content) => format!("{head}{warning}\n{}\n\n", safe(content)),
        None => format!("{head}{}\n\n", by_name(recalled)),
    }
}

/// What is said of a memory that did not fit.
fn by_name(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let about = row.description.as_deref().unwrap_or(&row.name);
    format!("{} [not shown: mem show {}]", safe(about), safe(crate::model::memory::stem(&row.file)))
}

fn xml(recalled: &Recalled) -> String {
    let row = &recalled.row;
    let mut head = format!("<memory file=\"{}\" saved=\"{}\"", attribute(&row.path), age::words(row.age_days));
    if let Some(kind) = &row.type_text {
        head.push_str(&format!(" type=\"{}\"", attribute(kind)));
    }
    let warning = age::warning(row.age_days).map(|w| format!("<warning>{w}</warning>\n")).unwrap_or_default();
    let body = recalled.content.as_deref().map_or_else(|| by_name(recalled), safe);
    format!("{head}>\n{warning}{body}\n</memory>\n")
}

fn attribute(value: &str) -> String {
    safe(value).replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text that cannot close its wrapper, ours or the host's, and cannot steer a terminal.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '<' if is_wrapper(&text[at + 1..]) => safe.push_str("&lt;"),
            '\n' | '\t' => safe.push(c),
            '\r' if text[at + 1..].starts_with('\n') => {}
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Whether a tag of this name opens or closes a wrapper.
fn is_wrapper(tag: &str) -> bool {
    const WRAPPERS: [&str; 7] =
        ["memory", "memories", "advice", "warning", "system-reminder", "system_reminder", "hook_context"];
    let name = tag.trim_start_matches(['/', ' ', '\t']);
    WRAPPERS.iter().any(|wrapper| {
        name.get(..wrapper.len()).is_some_and(|n| n.eq_ignore_ascii_case(wrapper))
            && !name[wrapper.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn a_body_cannot_leave_its_wrapper() {
        for tag in ["</system-reminder>", "</ memory >", "<MEMORY file=x>", "</memories>", "<system-reminder>"] {
            assert!(!safe(tag).contains('<'), "{tag}");
        }
        for fine in ["a < b", "<memoryless>", "<div>", "Vec<Memory2>", "x <- y"] {
            assert_eq!(safe(fine), fine);
        }
        assert_eq!(safe("a\u{1b}[2J\r\nb\tc\rd"), "a\u{fffd}[2J\nb\tc\u{fffd}d");
    }
}
