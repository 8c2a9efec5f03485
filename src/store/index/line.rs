//! A line of an index: what it is and which memories it is about.

use super::{
    heading::Heading,
    link::{self, Leads},
};

/// A line with its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) role: Role,
    /// Markdown files of the store that its links lead to.
    files: Vec<String>,
    /// Other words that may mean a memory: `[[name]]`, a bare file name, a path from elsewhere.
    names: Vec<String>,
    /// Bytes at its start that agents do not load: the end of a block comment.
    pub(super) hidden: usize,
}

/// What a line is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Front matter and block comments, which agents do not load.
    Hidden,
    /// Inside a code fence.
    Code,
    Heading(Heading),
    /// A list item that is about the memory it names first.
    Entry,
    /// Another list item.
    Item,
    Blank,
    /// Prose, a table, a quote, a rule.
    Text,
}

impl Line {
    /// A line that is not looked into.
    pub(super) fn closed(text: &str, role: Role) -> Self {
        Self { text: text.to_owned(), role, files: Vec::new(), names: Vec::new(), hidden: 0 }
    }

    /// A heading or what follows a comment: text whose links count.
    pub(super) fn said(text: &str, role: Role, hidden: usize) -> Self {
        let said = &text[hidden..];
        let Leads { files, mut names, .. } = link::leads(said);
        if said.trim_start().starts_with('|') {
            names.extend(bare_names(said));
        }
        Self { text: text.to_owned(), role, files, names, hidden }
    }

    /// A line outside of fences and comments that is no heading.
    pub(super) fn alone(text: &str) -> Self {
        let trimmed = text.trim_start_matches('\u{feff}').trim();
        if trimmed.is_empty() {
            return Self::closed(text, Role::Blank);
        }
        let Some(content) = item(trimmed) else { return Self::said(text, Role::Text, 0) };
        let Leads { files, names, first_is_inside } = link::leads(text);
        let mut line = Self { files, names, ..Self::closed(text, Role::Item) };
        if leads(content) && first_is_inside && (!line.files.is_empty() || !line.names.is_empty()) {
            line.role = Role::Entry;
        } else if let Some(name) = first_word(content).filter(|_| line.files.is_empty()) {
            line.role = Role::Entry;
            line.names.push(name);
        }
        if line.is_linked_entry() {
            // What its hook calls by name has a line of its own, or wants one.
            line.names.clear();
        }
        line
    }

    /// The files that it links to, inside the store.
    pub(super) fn files(&self) -> &[String] {
        &self.files
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether it is an entry, and one with links.
    pub(super) fn is_linked_entry(&self) -> bool {
        self.role == Role::Entry && !self.files.is_empty()
    }

    /// Puts another text in its place; what it is for stays.
    pub(super) fn retext(&mut self, text: String) {
        let (role, hidden) = (self.role.clone(), self.hidden);
        *self = match role {
            Role::Entry | Role::Item => Self::alone(&text),
            role => Self::said(&text, role, hidden.min(text.len())),
        };
    }

    /// Its text without the line end.
    pub(super) fn bare(&self) -> &str {
        self.text.trim_end_matches(['\r', '\n'])
    }

    /// Columns before its text.
    pub(super) fn indent(&self) -> usize {
        let blanks = self.text.chars().take_while(|c| matches!(c, ' ' | '\t'));
        blanks.fold(0, |column, c| if c == '\t' { (column / 4 + 1) * 4 } else { column + 1 })
    }

    /// Whether it is text that a list item before it takes in, be it indented or not.
    pub(super) fn is_lazy(&self) -> bool {
        let text = self.text.trim();
        let rule = text.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | ' '));
        self.role == Role::Text && self.hidden == 0 && !text.starts_with(['|', '>', '<']) && !rule
    }
}

/// What a list item says, without its bullet and check box.
fn item(text: &str) -> Option<&str> {
    let bullet = text.strip_prefix(['-', '*', '+']).filter(|rest| rest.starts_with([' ', '\t']));
    let number = || {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then(|| rest.strip_prefix(['.', ')']))?.filter(|rest| rest.starts_with([' ', '\t']))
    };
    let content = bullet.or_else(number)?.trim_start();
    // A rule is no item: `* * *`.
    if content.chars().all(|c| matches!(c, '-' | '*' | ' ')) && !content.is_empty() {
        return None;
    }
    let boxed = ["[ ] ", "[x] ", "[X] ", "[~] ", "[-] "].into_iter().find_map(|b| content.strip_prefix(b));
    Some(boxed.unwrap_or(content))
}

/// Splits what stands before the first word off: stars, ticks, symbols.
fn decoration(content: &str) -> (&str, &str) {
    let word = content.find(|c: char| c.is_alphanumeric() || matches!(c, '[' | '(' | '_' | '.' | '/'));
    let rest = &content[word.unwrap_or(content.len())..];
    // `_emphasis_` and `(brackets)` are decoration, `_archived/x.md` is not.
    (&content[..content.len() - rest.len()], rest)
}

/// Whether a link comes first, be it bold, struck, starred, behind a symbol or behind a bold label:
/// `**Deploy**: [notes](deploy.md)`. Other words before a link are a note of their own.
fn leads(content: &str) -> bool {
    let (before, rest) = decoration(content);
    if rest.starts_with('[') || rest.starts_with("_[") {
        return !before.ends_with('`');
    }
    let labelled = rest.split_once("**").filter(|(label, _)| before.ends_with("**") && !label.contains('['));
    let apart = |c: char| c.is_whitespace() || matches!(c, ':' | '-' | '—' | '–' | '→' | '>' | '=' | '：');
    labelled.is_some_and(|(_, rest)| rest.trim_start_matches(apart).starts_with('['))
}

/// The first word of a list item when it is the name of a Markdown file.
fn first_word(content: &str) -> Option<String> {
    let said = decoration(content).1.trim_start_matches("./");
    bare_names(content).next().filter(|name| said.starts_with(name.as_str()))
}

/// Words of a line that are file names of Markdown files.
fn bare_names(text: &str) -> impl Iterator<Item = String> {
    let apart = |c: char| {
        c.is_whitespace() || matches!(c, '|' | '`' | '*' | ',' | ';' | '"' | '(' | ')' | '[' | ']' | '<' | '>')
    };
    let words = text.split(apart).map(|word| word.trim_end_matches([':', '.']));
    words
        .filter(|word| link::is_markdown(word) && !word.contains("://"))
        .map(|word| word.trim_start_matches("./").to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Line, Role};

    #[test]
    fn entries_in_every_spelling() {
        for line in [
            "- [Title](a.md) — hook",
            "* [Title](a.md) – hook",
            "+ [Title](./a.md): hook",
            "- **[Title](a.md)** (user) -- hook",
            "- [a.md](a.md)",
            "1. [Title](a.md#part) - hook",
            "12) [Title](a.md)",
            "  - [Title](<a.md>)",
            "- ★ [Title](a.md)",
            "- _[Title](a.md)_",
            "- [x] [Title](a.md)",
            "- [ ] [Title](a.md)",
            "- ~~[Title](a.md)~~",
            "- [t [nested]](a.md)",
            "- [Title](a.md \"tip\") hook",
            "-\t[T](%61.md)",
            "- [T](a.md)hook without a separator",
            "- **Deploy**: [notes](a.md)",
            "- ★ **Deploy:** — [notes](a.md)",
            "- [Title](a.md) — as [[other]] says\r\n",
        ] {
            let line = Line::alone(line);
            assert_eq!(
                (&line.role, line.files(), line.names()),
                (&Role::Entry, &["a.md".to_owned()][..], &[][..]),
                "{line:?}"
            );
        }
    }

    #[test]
    fn entries_by_name_alone() {
        for (line, name) in [
            ("- [[a]] — hook", "a"),
            ("- **[[a|A]]**: hook", "a"),
            ("- `a.md` — hook", "a.md"),
            ("- a.md: hook", "a.md"),
            ("- `_archived/a.md` — hook", "_archived/a.md"),
            ("- [T](/home/u/memory/a.md) — hook", "/home/u/memory/a.md"),
        ] {
            let line = Line::alone(line);
            assert_eq!(
                (&line.role, line.files(), line.names()),
                (&Role::Entry, &[][..], &[name.to_owned()][..]),
                "{line:?}"
            );
        }
    }

    #[test]
    fn other_lines_are_not_entries() {
        for (line, role) in [
            ("See [this](a.md) first.", Role::Text),
            ("- About deploys, see [this](a.md).", Role::Item),
            ("- Never push unasked — [why](a.md)", Role::Item),
            ("- **Never** push unasked: [why](a.md)", Role::Item),
            ("| [a](a.md) | x |", Role::Text),
            ("> - [a](a.md)", Role::Text),
        ] {
            let line = Line::alone(line);
            assert_eq!((&line.role, line.files()), (&role, &["a.md".to_owned()][..]), "{line:?}");
        }
        for line in
            ["- [wiki](https://x.example/a.md)", "- plain", "- `[t](a.md)`", "- [t](a.txt)", "- see a.md for it"]
        {
            let line = Line::alone(line);
            assert_eq!((&line.role, line.files(), line.names()), (&Role::Item, &[][..], &[][..]), "{line:?}");
        }
        for rule in ["---", "* * *", "- - -", "***"] {
            assert_eq!(Line::alone(rule).role, Role::Text, "{rule}");
        }
        assert_eq!(Line::alone("| a.md | `sub/b.md` |").names(), ["a.md", "sub/b.md"]);
    }

    #[test]
    fn columns_count_tabs() {
        assert_eq!([" \tx", "\tx", "   x", "x"].map(|l| Line::alone(l).indent()), [4, 4, 3, 0]);
    }
}
