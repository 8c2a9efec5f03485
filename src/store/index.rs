//! The index `MEMORY.md`: reads and edits its lines; every other line stays byte for byte.

use std::{ops::Range, path::PathBuf};

use super::{Store, scan};
use crate::model::{Kind, Memory, index_line, limits};

/// The name that a new index gets.
pub const FILE: &str = "MEMORY.md";

/// An index as text, with the lines that matter found.
#[derive(Clone, Debug)]
pub struct Index {
    text: String,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    /// Bytes of the line in the text, line end included.
    span: Range<usize>,
    role: Role,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    /// Front matter and block comments, which agents do not load.
    Hidden,
    /// Inside a code fence.
    Code,
    Heading(Option<Kind>),
    /// Names these files by links.
    Entry(Vec<String>),
    Blank,
    Other,
}

/// What of an index counts against its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Lines that agents load.
    pub lines: usize,
    /// Bytes that agents load.
    pub bytes: usize,
}

impl Size {
    /// Whether agents cut it off.
    #[must_use]
    pub const fn over(self) -> bool {
        self.lines > limits::INDEX_LINES || self.bytes > limits::INDEX_BYTES
    }

    /// Whether it is near enough to its limits to say so.
    #[must_use]
    pub const fn near(self) -> bool {
        self.lines > limits::INDEX_LINES_WARN || self.bytes > limits::INDEX_BYTES_WARN
    }
}

impl Store {
    /// Where the index is, or would be made. One in another case is taken as it is.
    #[must_use]
    pub fn index_path(&self) -> PathBuf {
        let usual = self.dir.join(FILE);
        if usual.symlink_metadata().is_ok() {
            return usual;
        }
        let other = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let mut other: Vec<_> = other.map(|e| e.file_name()).filter(|n| scan::is_index(&n.to_string_lossy())).collect();
        other.sort();
        other.first().map_or(usual, |name| self.dir.join(name))
    }
}

impl Index {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn parse(text: impl Into<String>) -> Self {
        let text = text.into();
        let mut state = State::start(&text);
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            lines.push(Line { span: at..at + line.len(), role: state.role(line) });
            at += line.len();
        }
        Self { text, lines }
    }

    /// A new index over these memories, feedback and user first so that a cut costs the least.
    #[must_use]
    pub fn build<'m>(memories: impl Iterator<Item = &'m Memory>) -> Self {
        let mut memories: Vec<_> = memories.collect();
        memories.sort_by(|a, b| (rank(a.kind), &a.file).cmp(&(rank(b.kind), &b.file)));
        let mut text = String::from("# Memory\n\n");
        let mut size = Size { lines: 2, bytes: text.len() };
        for memory in memories {
            let line = line_of(memory);
            size = Size { lines: size.lines + 1, bytes: size.bytes + line.len() + 1 };
            if size.over() {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        Self::parse(text)
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What agents load of it.
    #[must_use]
    pub fn size(&self) -> Size {
        let loaded = self.lines.iter().filter(|l| l.role != Role::Hidden);
        loaded.fold(Size::default(), |size, line| Size { lines: size.lines + 1, bytes: size.bytes + line.span.len() })
    }

    /// Whether some line leads to `file`.
    #[must_use]
    pub fn lists(&self, file: &str) -> bool {
        self.lines.iter().any(|l| matches!(&l.role, Role::Entry(files) if files.iter().any(|f| f == file)))
    }

    /// Adds the line of a memory that is not listed yet: under its type's heading if there is
    /// one, else at the end.
    pub fn add(&mut self, memory: &Memory) {
        let line = line_of(memory);
        match self.place_under(memory.kind) {
            Some(after) => self.insert_after(after, &line),
            None => self.append(&line),
        }
    }

    /// Replaces the line of `old` by that of `new` if it still is what `mem` wrote for `old`.
    pub fn refresh(&mut self, old: &Memory, new: &Memory) {
        let (was, now) = (line_of(old), line_of(new));
        let Some(found) = self.lines.iter().find(|l| self.text[l.span.clone()].trim_end() == was) else { return };
        let start = found.span.start;
        let mut text = self.text.clone();
        text.replace_range(start..start + was.len(), &now);
        *self = Self::parse(text);
    }

    /// The line of the type's section after which a new entry goes.
    fn place_under(&self, kind: Option<Kind>) -> Option<usize> {
        let kind = kind?;
        let heading = self.lines.iter().position(|l| l.role == Role::Heading(Some(kind)))?;
        let section = self.lines[heading + 1..].iter().take_while(|l| !matches!(l.role, Role::Heading(_)));
        let last = section.enumerate().filter(|(_, l)| matches!(l.role, Role::Entry(_))).map(|(i, _)| i).last();
        Some(last.map_or(heading, |i| heading + 1 + i))
    }

    fn insert_after(&mut self, line: usize, entry: &str) {
        let end = self.lines[line].span.end;
        let eol = self.line_end();
        let before = if self.text[..end].ends_with('\n') { "" } else { eol };
        let mut text = self.text.clone();
        text.insert_str(end, &format!("{before}{entry}{eol}"));
        *self = Self::parse(text);
    }

    fn append(&mut self, entry: &str) {
        let eol = self.line_end();
        let mut text = self.text.clone();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(eol);
        }
        // A list needs a blank line after anything that is not a list.
        if self.lines.last().is_some_and(|l| !matches!(l.role, Role::Entry(_) | Role::Blank)) {
            text.push_str(eol);
        }
        text.push_str(entry);
        text.push_str(eol);
        *self = Self::parse(text);
    }

    fn line_end(&self) -> &'static str {
        if self.text.split_inclusive('\n').next().is_some_and(|l| l.ends_with("\r\n")) { "\r\n" } else { "\n" }
    }
}

fn line_of(memory: &Memory) -> String {
    index_line::entry(&memory.name, &memory.file, memory.description.as_deref().unwrap_or_default())
}

/// Feedback and user first: a cut takes from the end.
const fn rank(kind: Option<Kind>) -> u8 {
    match kind {
        Some(Kind::Feedback) => 0,
        Some(Kind::User) => 1,
        Some(Kind::Project) => 2,
        Some(Kind::Reference) => 3,
        None => 4,
    }
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
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.lines();
        let opens = lines.next().is_some_and(|l| l.trim_end() == "---");
        if opens && lines.any(|l| l.trim_end() == "---") { Self::FrontMatter { inside: false } } else { Self::Text }
    }

    fn role(&mut self, line: &str) -> Role {
        let text = line.trim_start_matches('\u{feff}').trim();
        match self {
            Self::Text => self.open(text),
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

    fn open(&mut self, text: &str) -> Role {
        if text.is_empty() {
            return Role::Blank;
        }
        if text.starts_with("<!--") {
            if !text.contains("-->") {
                *self = Self::Comment;
            }
            return Role::Hidden;
        }
        if let Some(fence) = ["```", "~~~"].into_iter().find(|f| text.starts_with(f)) {
            *self = Self::Fence(fence.to_owned());
            return Role::Code;
        }
        if text.starts_with('#') {
            return Role::Heading(heading_kind(text));
        }
        let files = links(text);
        if files.is_empty() { Role::Other } else { Role::Entry(files) }
    }
}

/// The type that a heading names, in the languages that real indexes use.
fn heading_kind(heading: &str) -> Option<Kind> {
    let text = heading.trim_start_matches('#').to_lowercase();
    let names: [(Kind, &[&str]); 4] = [
        (Kind::Feedback, &["feedback", "反馈", "フィードバック", "피드백"]),
        (Kind::User, &["user", "用户", "使用者", "ユーザー", "사용자"]),
        (Kind::Reference, &["reference", "参考", "參考", "リファレンス", "참고"]),
        (Kind::Project, &["project", "项目", "專案", "プロジェクト", "프로젝트"]),
    ];
    let mut named = names.into_iter().filter(|(_, words)| words.iter().any(|w| text.contains(w)));
    let (kind, _) = named.next()?;
    named.next().is_none().then_some(kind)
}

/// The Markdown files that a line's links lead to.
fn links(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    for (at, _) in text.match_indices("](") {
        let target = &text[at + 2..];
        let end = target.find(')').unwrap_or(target.len());
        if let Some(file) = index_line::resolve(&target[..end])
            && file.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("md"))
            && !files.contains(&file)
        {
            files.push(file);
        }
    }
    files
}
