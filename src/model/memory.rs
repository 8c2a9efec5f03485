//! A memory as read from its file: what the header says, with the file's facts beside it.

use std::path::PathBuf;

use jiff::Timestamp;

use super::{
    Kind, Stamp,
    age::{self, Dates, Source},
    header::{self, Header, ProblemKind},
    index_line::folded,
    limits, text,
};

/// One memory without its body.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Path below the store with `/` between parts; bytes that are not UTF-8 are replaced.
    pub file: String,
    /// Where it really lies.
    pub path: PathBuf,
    /// The header's name on one line; the file's stem when the header has none.
    pub name: String,
    /// The header's description on one line, if it has one.
    pub description: Option<String>,
    /// The type as it stands in the header.
    pub type_text: Option<String>,
    /// The type, when it is one of the four.
    pub kind: Option<Kind>,
    /// When it was last true, as far as anyone wrote down.
    pub modified: Timestamp,
    /// Where `modified` comes from.
    pub modified_source: Source,
    /// The state of the file when it was looked at.
    pub stamp: Stamp,
    /// What is wrong with it, in the order of its lines.
    pub problems: Vec<Problem>,
}

/// A memory with the text it was read from.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the file says about itself.
    pub memory: Memory,
    /// The header as parsed.
    pub header: Header,
    /// The whole file.
    pub text: String,
}

/// Something wrong with a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A stable word for scripts.
    pub code: &'static str,
    /// 1-based line of the file, where one line is to blame.
    pub line: Option<usize>,
    /// One sentence for people.
    pub text: String,
    /// Whether the memory may not be read as its writer meant it.
    pub fault: bool,
}

/// The facts of a file that its text does not hold.
#[derive(Clone, Debug)]
pub struct FileFacts {
    /// As [`Memory::file`].
    pub file: String,
    /// As [`Memory::path`].
    pub path: PathBuf,
    /// Its state.
    pub stamp: Stamp,
}

impl Memory {
    /// The file name without folders and extension.
    #[must_use]
    pub fn stem(&self) -> &str {
        stem(&self.file)
    }

    /// With the time of its last commit, when the header has no date and git knows the file as it is.
    #[must_use]
    pub fn dated(mut self, dates: &Dates) -> Self {
        if let (Source::Mtime, Some(time)) = (self.modified_source, age::committed(dates, &self.file, &self.stamp)) {
            (self.modified, self.modified_source) = (time, Source::Git);
        }
        self
    }

    /// Whole days since [`Memory::modified`].
    #[must_use]
    pub fn days(&self, now: Timestamp) -> i64 {
        age::days(self.modified, now)
    }

    /// A memory whose file could not be read: its facts and the reason.
    #[must_use]
    pub fn unreadable(facts: FileFacts, why: &str) -> Self {
        Self {
            name: text::unwrapped(stem(&facts.file)),
            file: facts.file,
            path: facts.path,
            description: None,
            type_text: None,
            kind: None,
            modified: facts.stamp.modified(),
            modified_source: Source::Mtime,
            stamp: facts.stamp,
            problems: vec![Problem::new("unreadable", None, format!("cannot be read: {why}"), true)],
        }
    }
}

/// The last part of a `/`-separated path without its extension.
#[must_use]
pub fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A stem without the type before it: `role` of `user_role`.
#[must_use]
pub fn bare(stem: &str) -> Option<&str> {
    stem.split_once(['_', '-']).filter(|(kind, _)| Kind::parse(kind).is_some()).map(|(_, bare)| bare)
}

/// The same for all spellings of a name: case, blanks, `-` and `_`, with or without folders and `.md`.
#[must_use]
pub fn one_form(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name).trim().trim_end_matches(".md");
    folded(name).chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

impl Document {
    /// Reads a file's bytes; what is not UTF-8 is replaced and noted.
    #[must_use]
    pub fn new(facts: FileFacts, bytes: Vec<u8>) -> Self {
        let whole = (bytes.len() as u64) < limits::READ_BYTES;
        let (text, utf8) = match String::from_utf8(bytes) {
            Ok(text) => (text, true),
            // A cut by the reader may split the last character; that is no fault of the file.
            Err(err) if !whole && err.utf8_error().error_len().is_none() => {
                (String::from_utf8_lossy(err.as_bytes()).trim_end_matches('\u{fffd}').to_owned(), true)
            }
            Err(err) => (String::from_utf8_lossy(err.as_bytes()).into_owned(), false),
        };
        let header = Header::parse(&text);
        let mut problems = Vec::new();
        if !utf8 {
            problems.push(Problem::new(
                "not_utf8",
                None,
                "is not UTF-8; shown with replacements, never rewritten".into(),
                true,
            ));
        }
        if !whole {
            problems.push(Problem::new(
                "too_large",
                None,
                "is so large that only its first 16 MiB are read".into(),
                true,
            ));
        }
        problems.extend(odd_name(&facts));
        problems.extend(header.problems().iter().map(Problem::of_header));
        let memory = describe(facts, &header, problems);
        Self { memory, header, text }
    }

    /// The text after the header, byte for byte.
    #[must_use]
    pub fn body(&self) -> &str {
        self.header.body(&self.text)
    }
}

fn describe(facts: FileFacts, header: &Header, mut problems: Vec<Problem>) -> Memory {
    let line = |value: Option<&str>| value.map(text::unwrapped).filter(|value| !value.is_empty());
    // Prose keeps what YAML takes for a comment (`PR #50: …`): its writer meant it to be read.
    let field = |key| line(header.uncut(key));
    let type_text = line(header.get("type"));
    let kind = type_text.as_deref().and_then(Kind::parse);
    let (name, description) = (field("name"), field("description"));
    if header.exists() {
        problems.extend(incomplete(name.is_some(), description.is_some(), type_text.as_deref(), kind));
    }
    let dated = date(header, &mut problems);
    Memory {
        name: name.unwrap_or_else(|| text::unwrapped(stem(&facts.file))),
        description,
        type_text,
        kind,
        modified: dated.unwrap_or(facts.stamp.modified()),
        modified_source: if dated.is_some() { Source::Header } else { Source::Mtime },
        file: facts.file,
        path: facts.path,
        stamp: facts.stamp,
        problems,
    }
}

/// A file name that `file` does not hold as it is, or that breaks lists of names.
fn odd_name(facts: &FileFacts) -> Option<Problem> {
    let note = |text: &str| Problem::new("odd_file_name", None, text.into(), false);
    if facts.path.to_str().is_none() && facts.file.contains('\u{fffd}') {
        return Some(note("has a file name that is not UTF-8"));
    }
    facts.file.contains(char::is_control).then(|| note("has control characters in its file name"))
}

/// What a header that is there lacks.
fn incomplete(name: bool, description: bool, type_text: Option<&str>, kind: Option<Kind>) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut note = |code, text: String| found.push(Problem::new(code, None, text, false));
    if !name {
        note("missing_name", "has no name; the file's stem stands in".into());
    }
    if !description {
        note("missing_description", "has no description, so recall has little to judge it by".into());
    }
    match (type_text, kind) {
        (None, _) => note("missing_type", "has no type".into()),
        (Some(word), None) => note("unknown_type", format!("has the unknown type `{word}`")),
        (Some(_), Some(_)) => {}
    }
    found
}

/// The first header date that can be read; those that cannot are noted.
fn date(header: &Header, problems: &mut Vec<Problem>) -> Option<Timestamp> {
    // Both of one name are asked: an agent keeps its own date under `metadata`.
    let values = age::DATE_KEYS.into_iter().flat_map(|key| {
        let nested = header.top(key).and(header.nested(key));
        [header.get(key), nested].into_iter().flatten().map(move |value| (key, value))
    });
    for (key, value) in values.filter(|(_, value)| !value.is_empty()) {
        match age::parse(value) {
            Some(time) => return Some(time),
            None => problems.push(Problem::new(
                "bad_date",
                None,
                format!("`{key}: {}` is not a date", text::one_line(value)),
                false,
            )),
        }
    }
    None
}

impl Problem {
    /// A problem from its parts.
    #[must_use]
    pub const fn new(code: &'static str, line: Option<usize>, text: String, fault: bool) -> Self {
        Self { code, line, text, fault }
    }

    fn of_header(problem: &header::Problem) -> Self {
        let detail = &problem.detail;
        let (code, text, fault) = match problem.kind {
            ProblemKind::Missing => ("no_header", "has no header".into(), false),
            ProblemKind::Unclosed => ("unclosed_header", "its header never closes; all of it is body".into(), true),
            ProblemKind::Malformed => ("malformed_header", format!("its header is not valid YAML: {detail}"), true),
            ProblemKind::DuplicateKey => {
                ("duplicate_key", format!("`{detail}` stands twice; the last one counts"), false)
            }
            ProblemKind::Stacked => ("stacked_header", "a second header follows; only the first counts".into(), false),
            ProblemKind::ByteOrderMark => ("bom", "starts with a byte order mark".into(), false),
            ProblemKind::CutAtHash => {
                ("cut_at_hash", format!("`{detail}` ends at ` #`, which starts a comment"), false)
            }
            ProblemKind::LeadingBlank => ("leading_blank", "blank lines stand before its header".into(), false),
            ProblemKind::Marked => ("marked", format!("`{detail}` starts with a mark of YAML's own; quote it"), false),
            ProblemKind::Null => ("null", format!("`{detail}` is YAML's null, which is no text"), false),
            ProblemKind::Control => ("control", "its header holds control characters".into(), false),
            ProblemKind::NotText => ("not_text", format!("`{detail}` is not text"), false),
        };
        Self { code, line: Some(problem.line), text, fault }
    }
}
