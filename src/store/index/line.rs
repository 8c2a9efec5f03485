//! What each line of an index is.

use crate::model::{Kind, index_line};

/// A line with its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) role: Role,
}

/// What a line is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Front matter and block comments, which agents do not load.
    Hidden,
    /// Inside a code fence.
    Code,
    /// A heading, and the type that it names.
    Heading(Option<Kind>),
    /// A list item that is about the Markdown files it links to.
    Entry {
        files: Vec<String>,
    },
    /// Other text that links to Markdown files: prose, a table.
    Mention {
        files: Vec<String>,
    },
    /// A marker that a merge left behind.
    Conflict(Side),
    Blank,
    Other,
}

/// The four markers of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Ours,
    Base,
    Theirs,
    End,
}

impl Line {
    /// A line that stands by itself: no fence or comment is open before it.
    pub(super) fn alone(text: &str) -> Self {
        Self { text: text.to_owned(), role: State::Text.role(text) }
    }

    /// The files that it links to, inside the store.
    pub(super) fn files(&self) -> &[String] {
        match &self.role {
            Role::Entry { files } | Role::Mention { files } => files,
            _ => &[],
        }
    }

    /// Columns before its text.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }
}

/// The lines of an index.
pub(super) fn read(text: &str) -> Vec<Line> {
    let mut state = State::start(text);
    text.split_inclusive('\n').map(|line| Line { text: line.to_owned(), role: state.role(line) }).collect()
}

/// Where the reader of lines stands.
enum State {
    Text,
    FrontMatter {
        /// The opening fence is behind.
        inside: bool,
    },
    Comment,
    Fence(String),
}

impl State {
    fn start(text: &str) -> Self {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        let opens = lines.next().is_some_and(|l| l.trim_end() == "---");
        if opens && lines.any(|l| l.trim_end() == "---") { Self::FrontMatter { inside: false } } else { Self::Text }
    }

    fn role(&mut self, line: &str) -> Role {
        let text = line.trim_start_matches('\u{feff}').trim();
        match self {
            Self::Text => self.open(line, text),
            Self::FrontMatter { inside } => {
                if text == "---" && *inside {
                    *self = Self::Text;
                } else {
                    *inside = true;
                }
                Role::Hidden
            }
            Self::Comment => {
                if text.contains("-->") {
                    *self = Self::Text;
                }
                Role::Hidden
            }
            Self::Fence(fence) => {
                if text.starts_with(fence.as_str()) {
                    *self = Self::Text;
                }
                Role::Code
            }
        }
    }

    fn open(&mut self, line: &str, text: &str) -> Role {
        if text.is_empty() {
            return Role::Blank;
        }
        if let Some(side) = conflict(line) {
            return Role::Conflict(side);
        }
        if text.starts_with("<!--") {
            if !text.contains("-->") {
                *self = Self::Comment;
            }
            return Role::Hidden;
        }
        if let Some(fence) = fence(text) {
            *self = Self::Fence(fence);
            return Role::Code;
        }
        if text.starts_with('#') {
            return Role::Heading(heading_kind(text));
        }
        let links = links(text);
        match item(text) {
            _ if links.is_empty() => Role::Other,
            Some(content) if leads(content) => Role::Entry { files: links },
            _ => Role::Mention { files: links },
        }
    }
}

/// A conflict marker: seven equal characters at the line's start, then a blank or nothing.
fn conflict(line: &str) -> Option<Side> {
    let sides = [("<<<<<<<", Side::Ours), ("|||||||", Side::Base), ("=======", Side::Theirs), (">>>>>>>", Side::End)];
    sides.into_iter().find_map(|(marker, side)| {
        let rest = line.strip_prefix(marker)?;
        rest.trim_end_matches(['\r', '\n']).chars().next().is_none_or(|c| c == ' ').then_some(side)
    })
}

/// The fence that opens a code block: three or more of one character.
fn fence(text: &str) -> Option<String> {
    ["```", "~~~"].into_iter().find(|f| text.starts_with(f)).map(str::to_owned)
}

/// What a list item says, without its bullet and check box.
fn item(text: &str) -> Option<&str> {
    let bullet = text.strip_prefix(['-', '*', '+']).filter(|rest| rest.starts_with([' ', '\t']));
    let number = || {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then(|| rest.strip_prefix(['.', ')']))?.filter(|rest| rest.starts_with(' '))
    };
    let content = bullet.or_else(number)?.trim_start();
    let boxed = ["[ ] ", "[x] ", "[X] "].into_iter().find_map(|b| content.strip_prefix(b));
    Some(boxed.unwrap_or(content))
}

/// Whether a link comes first, be it bold, struck, starred or behind a symbol.
fn leads(content: &str) -> bool {
    content.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '[' | '`' | '(')).starts_with('[')
}

/// The type that a heading names, in the languages that real indexes use.
fn heading_kind(heading: &str) -> Option<Kind> {
    let text = heading.trim_start_matches('#').to_lowercase();
    let names: [(Kind, &[&str]); 4] = [
        (Kind::Feedback, &["feedback", "反馈", "回饋", "フィードバック", "피드백"]),
        (Kind::User, &["user", "用户", "使用者", "ユーザー", "사용자"]),
        (Kind::Reference, &["reference", "参考", "參考", "リファレンス", "참고"]),
        (Kind::Project, &["project", "项目", "專案", "プロジェクト", "프로젝트"]),
    ];
    let mut named = names.into_iter().filter(|(_, words)| words.iter().any(|w| text.contains(w)));
    let (kind, _) = named.next()?;
    // "Project and reference notes" is nobody's own.
    named.next().is_none().then_some(kind)
}

/// The Markdown files that a line's links lead to, outside of inline code.
fn links(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    for (start, end) in targets(text) {
        if let Some(file) = index_line::resolve(&text[start..end])
            && file.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("md"))
            && !files.contains(&file)
        {
            files.push(file);
        }
    }
    files
}

/// Where each link's target stands, between its parentheses.
fn targets(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut code = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'`' => code = !code && text[at + 1..].contains('`'),
            b']' if !code && bytes.get(at + 1) == Some(&b'(') => {
                let start = at + 2;
                let end = close(&text[start..]).map_or(text.len(), |length| start + length);
                found.push((start, end));
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The parenthesis that closes a target; pairs inside it belong to it.
fn close(target: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in target.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The line with every link to `old` leading to `new`, and a title that was the file name alike.
pub(super) fn relinked(line: &str, old: &str, new: &str) -> String {
    let mut text = line.to_owned();
    for (start, end) in targets(line).into_iter().rev() {
        if index_line::resolve(&line[start..end]).as_deref() == Some(old) {
            text.replace_range(start..end, &index_line::target(new));
        }
    }
    text.replace(&format!("[{old}]("), &format!("[{new}]("))
}

#[cfg(test)]
mod tests {
    use super::{Line, Role, relinked};

    fn files(line: &str) -> Vec<String> {
        Line::alone(line).files().to_vec()
    }

    #[test]
    fn entries_in_every_spelling() {
        for line in [
            "- [Title](a.md) — hook",
            "* [Title](a.md) – hook",
            "+ [Title](./a.md): hook",
            "- **[Title](a.md)** (user) -- hook",
            "- [a.md](a.md)",
            "1. [Title](a.md#part) - hook",
            "  - [Title](<a.md>)",
            "- ★ [Title](a.md)",
            "- [x] [Title](a.md)",
            "- ~~[Title](a.md)~~",
            "- [t [nested]](a.md)",
            "- [Title](a.md \"tip\") hook",
            "-\t[T](%61.md)",
        ] {
            assert_eq!(Line::alone(line).role, Role::Entry { files: vec!["a.md".into()] }, "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_entries() {
        assert!(matches!(Line::alone("See [this](a.md) first.").role, Role::Mention { .. }));
        assert!(matches!(Line::alone("- About deploys, see [this](a.md).").role, Role::Mention { .. }));
        assert!(matches!(Line::alone("| [a](a.md) | x |").role, Role::Mention { .. }));
        for line in ["- [wiki](https://x.example/a.md)", "- plain", "- [out](../a.md)", "- `[t](a.md)`", "- [t](a.txt)"]
        {
            assert!(files(line).is_empty(), "{line}");
        }
        assert_eq!(files("- [a](a.md) and [b](b.md)"), ["a.md", "b.md"]);
    }

    #[test]
    fn a_link_changes_and_nothing_else() {
        let line = "- **[old](./a.md)** — see [a.md](a.md), [b](b.md)\r\n";
        assert_eq!(relinked(line, "a.md", "c d.md"), "- **[old](c%20d.md)** — see [c d.md](c%20d.md), [b](b.md)\r\n");
    }
}
