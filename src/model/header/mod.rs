//! The header of a memory file: the `key: value` lines between two `---` fences.
//! Reading is generous and never fails; writing is strict and keeps every byte it
//! was not asked to change.

mod edit;
mod fence;
mod lines;
mod places;
mod plain;
mod problem;
mod reading;
#[cfg(test)]
mod tests;
mod write;
mod yaml;

pub use edit::{EditError, set, set_body};
pub use problem::{Problem, ProblemKind};
pub use write::{compose, quote};

use fence::{Block, Found};
use reading::{Field, Reading};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The fields of a memory file, and what is wrong with them.
#[derive(Debug, Clone, Default)]
pub struct Header {
    fields: Vec<Field>,
    problems: Vec<Problem>,
    body: usize,
    exists: bool,
}

impl Header {
    /// Reads the header of a file's whole text; a text without one gives no fields.
    pub fn parse(text: &str) -> Header {
        let mut header = Header::default();
        let start = start(text);
        if start > 0 {
            header.problem(ProblemKind::ByteOrderMark, 1, "");
        }
        header.body = start;
        match fence::find(text, start, 1) {
            Found::Missing => header.problem(ProblemKind::Missing, 1, ""),
            Found::Unclosed { line, dots } => {
                let detail = if dots { "closed by `...`" } else { "" };
                header.problem(ProblemKind::Unclosed, line, detail);
            }
            Found::Block(block) => header.read(text, &block),
        }
        header
    }

    /// The value of a key: at the top, else under `metadata`, else in another case.
    /// Nothing when the key is missing or null; `Some("")` when it is empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.field(key).map(|field| field.value.as_str())
    }

    /// The value of a key at the top.
    pub fn top(&self, key: &str) -> Option<&str> {
        let field = self.first(|field| !field.nested && field.path == key)?;
        Some(&field.value)
    }

    /// The value of a key under `metadata`.
    pub fn nested(&self, key: &str) -> Option<&str> {
        let field = self.first(|field| field.nested && field.key() == key)?;
        Some(&field.value)
    }

    /// As [`get`](Header::get), with what YAML took for a comment or a mark: `PR #4 split it`,
    /// not `PR`. For prose; a closed set such as `type` is better asked without.
    pub fn uncut(&self, key: &str) -> Option<&str> {
        let field = self.field(key)?;
        Some(field.uncut.as_deref().unwrap_or(&field.value))
    }

    /// Every field in file order: `type` or `metadata.type`, and its value; null as written.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|field| (field.path.as_str(), field.value.as_str()))
    }

    /// The bytes after the closing fence line of the text this was read from.
    pub fn body<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.body..).unwrap_or_default()
    }

    /// Whether the text has a header.
    pub fn exists(&self) -> bool {
        self.exists
    }

    /// What is wrong, in no particular order.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    fn read(&mut self, text: &str, block: &Block) {
        self.exists = true;
        self.body = block.body;
        let first_line = block.line + 1;
        if block.line > 1 {
            self.problem(ProblemKind::LeadingBlank, 1, "");
        }
        let inner = text.get(block.inner.clone()).unwrap_or_default();
        let reading = plain::read(inner, first_line).unwrap_or_else(|| {
            self.note_control(inner, first_line);
            full(inner, first_line)
        });
        let (fields, problems) = reading.settle();
        self.fields = fields;
        self.problems.extend(problems);
        if let Found::Block(second) = fence::find(text, block.body, block.body_line)
            && second.keyed
        {
            self.problem(ProblemKind::Stacked, second.line, "");
        }
    }

    fn note_control(&mut self, inner: &str, first_line: usize) {
        let odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
        if let Some(at) = inner.find(odd) {
            let before = inner.get(..at).unwrap_or_default();
            let line = first_line + before.matches('\n').count();
            self.problem(ProblemKind::Control, line, "");
        }
    }

    fn problem(&mut self, kind: ProblemKind, line: usize, detail: &str) {
        self.problems.push(Problem::new(kind, line, detail));
    }

    fn field(&self, key: &str) -> Option<&Field> {
        self.first(|field| !field.nested && field.path == key)
            .or_else(|| self.first(|field| field.nested && field.key() == key))
            .or_else(|| self.first(|field| !field.nested && same(field, key)))
            .or_else(|| self.first(|field| field.nested && same(field, key)))
    }

    fn first(&self, wanted: impl Fn(&Field) -> bool) -> Option<&Field> {
        self.fields.iter().find(|field| !field.null && wanted(field))
    }
}

fn same(field: &Field, key: &str) -> bool {
    field.key().eq_ignore_ascii_case(key)
}

/// Where a text starts, past a byte order mark.
fn start(text: &str) -> usize {
    let marked = text.starts_with(BYTE_ORDER_MARK);
    if marked { BYTE_ORDER_MARK.len() } else { 0 }
}

fn full(inner: &str, first_line: usize) -> Reading {
    yaml::read(inner, first_line).unwrap_or_else(|refusal| lines::read(inner, first_line, refusal))
}
