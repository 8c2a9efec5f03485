//! Changes to a header that is there: only the bytes of the value asked for.

use super::fence::{self, Block, Found, line_at};
use super::places::comment_after;
use super::problem::{Problem, ProblemKind};
use super::reading::{Field, METADATA, Place, Reading};
use super::write::{child, line, quoted, scalar};
use super::{Header, same, start, yaml};

/// Why a header was left as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no header to change.
    #[error("there is no header to change")]
    NoHeader,
    /// The header does not parse, or cannot be changed line by line.
    #[error("line {line} of the header cannot be changed safely: {why}")]
    Malformed {
        /// The line of the file, from 1.
        line: usize,
        /// What stands in the way.
        why: String,
    },
}

/// Gives a key of the header a new value. A key that stands under `metadata` is changed
/// there; a new one goes to the end of the header, or of the block for `metadata.key`.
pub fn set(text: &str, key: &str, value: &str) -> Result<String, EditError> {
    let header = Header::parse(text);
    let Found::Block(block) = fence::find(text, start(text), 1) else {
        return Err(EditError::NoHeader);
    };
    let reading = sound(text, &header, &block)?;
    let target = find(&reading.fields, key);
    let old = target.and_then(|at| reading.fields.get(at));
    if old.is_some_and(|field| !field.null && as_read(field, key) == value) {
        return Ok(text.to_owned());
    }
    let path = old.map_or(key, |field| field.path.as_str());
    let change = match (target.and_then(|at| reading.places.get(at)), old) {
        (Some(place), Some(field)) => replace(text, &block, place, field.key(), value),
        _ => insert(text, &block, &reading, key, value),
    };
    let edited = change.apply(text);
    check(&header, text, &edited, (path, value), &block)?;
    Ok(edited)
}

/// Gives a file a new body in the file's line ends; the bytes of the header stay.
pub fn set_body(text: &str, body: &str) -> String {
    let body = &if line_end(text) == "\r\n" { body.replace("\r\n", "\n").replace('\n', "\r\n") } else { body.into() };
    let header = Header::parse(text);
    let kept = text.len() - header.body(text).len();
    let head = text.get(..kept).unwrap_or_default();
    let joint = if header.exists() && !body.is_empty() && !head.ends_with(['\n', '\r']) { line_end(text) } else { "" };
    [head, joint, body].concat()
}

/// The value as readers show it: prose goes on behind ` #`.
fn as_read<'f>(field: &'f Field, key: &str) -> &'f str {
    field.uncut.as_deref().filter(|_| is_prose(key)).unwrap_or(&field.value)
}

fn is_prose(key: &str) -> bool {
    ["name", "description"].iter().any(|prose| key.eq_ignore_ascii_case(prose))
}

struct Change {
    from: usize,
    to: usize,
    with: String,
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let before = text.get(..self.from).unwrap_or_default();
        let after = text.get(self.to..).unwrap_or_default();
        [before, &self.with, after].concat()
    }
}

fn sound(text: &str, header: &Header, block: &Block) -> Result<Reading, EditError> {
    let problems = header.problems().iter();
    let mut refused = problems.filter(|problem| problem.kind == ProblemKind::Malformed);
    if let Some(problem) = refused.next() {
        return Err(malformed(problem.line, &problem.detail));
    }
    let inner = text.get(block.inner.clone()).unwrap_or_default();
    yaml::read(inner, block.line + 1).map_err(|problem| malformed(problem.line, &problem.detail))
}

fn malformed(line: usize, why: &str) -> EditError {
    let why = why.to_owned();
    EditError::Malformed { line, why }
}

/// The field a key names, in the order [`Header::get`] looks; the last of duplicates.
fn find(fields: &[Field], key: &str) -> Option<usize> {
    let last = |wanted: &dyn Fn(&Field) -> bool| fields.iter().rposition(wanted);
    last(&|field| !field.nested && field.path == key)
        .or_else(|| last(&|field| field.nested && (field.key() == key || field.path == key)))
        .or_else(|| last(&|field| !field.nested && same(field, key)))
        .or_else(|| last(&|field| field.nested && same(field, key)))
}

fn replace(text: &str, block: &Block, place: &Place, key: &str, value: &str) -> Change {
    let inner = text.get(block.inner.clone()).unwrap_or_default();
    let mut from = place.value.start;
    let mut to = place.value.end;
    let gap = inner.get(place.colon..from).unwrap_or_default();
    let fresh = from == to || (gap.contains(['\n', '\r']) && gap.trim().is_empty());
    if fresh {
        from = place.colon;
        to = past_blanks(inner, to);
    }
    let mut with = match place.flow {
        true => flow_scalar(value),
        // In quotes, so that the comment that stays behind it is not read as more of it.
        false if is_prose(key) && comment_after(inner, place.value.end).is_some() => quoted(value),
        false => scalar(key, value).into_owned(),
    };
    if fresh {
        with.insert(0, ' ');
    }
    let (from, to) = (block.inner.start + from, block.inner.start + to);
    Change { from, to, with }
}

/// Past the blanks that end a line; a comment after them keeps its distance.
fn past_blanks(inner: &str, at: usize) -> usize {
    let rest = line_at(inner, at).map_or("", |line| line.text);
    if rest.trim().is_empty() { at + rest.len() } else { at }
}

fn flow_scalar(value: &str) -> String {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if value.chars().all(simple) { scalar("", value).into_owned() } else { quoted(value) }
}

fn insert(text: &str, block: &Block, reading: &Reading, key: &str, value: &str) -> Change {
    let end = line_end(text);
    let base = block.inner.start;
    let Some(name) = child(key) else {
        let at = block.inner.end;
        return addition(at, [&line(key, value), end].concat());
    };
    let inner = text.get(block.inner.clone()).unwrap_or_default();
    let named = |field: &Field| !field.nested && field.path.eq_ignore_ascii_case(METADATA);
    if let Some(last) = reading.fields.iter().rposition(|field| field.nested)
        && let Some(place) = reading.places.get(last)
    {
        let at = line_at(inner, place.value.end).map_or(inner.len(), |line| line.next);
        let indent = indent(inner, place.key);
        return addition(base + at, [indent, &line(name, value), end].concat());
    }
    if let Some(empty) = reading.fields.iter().rposition(named)
        && let Some(place) = reading.places.get(empty)
    {
        let at = line_at(inner, place.value.end).map_or(inner.len(), |line| line.next);
        return addition(base + at, ["  ", &line(name, value), end].concat());
    }
    let block_line = [METADATA, ":", end, "  ", &line(name, value), end].concat();
    addition(block.inner.end, block_line)
}

fn addition(at: usize, with: String) -> Change {
    let (from, to) = (at, at);
    Change { from, to, with }
}

fn indent(inner: &str, key: usize) -> &str {
    let before = inner.get(..key).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    before.get(line..).unwrap_or_default()
}

/// The line end of the opening fence.
fn line_end(text: &str) -> &str {
    let Some(at) = text.find(['\n', '\r']) else {
        return "\n";
    };
    let rest = text.get(at..).unwrap_or_default();
    let width = if rest.starts_with("\r\n") { 2 } else { 1 };
    rest.get(..width).unwrap_or("\n")
}

/// `metadata:` without children, which a first child takes away.
fn is_empty_block(field: &Field) -> bool {
    !field.nested && field.value.is_empty() && field.path.eq_ignore_ascii_case(METADATA)
}

/// An edit stands only if everything else still reads as before.
fn check(
    before: &Header,
    text: &str,
    edited: &str,
    (path, value): (&str, &str),
    block: &Block,
) -> Result<(), EditError> {
    let after = Header::parse(edited);
    let others = |header: &Header| -> Vec<Field> {
        let mut fields = header.fields.clone();
        fields.retain(|field| field.path != path && !is_empty_block(field));
        fields.iter_mut().for_each(|field| field.line = 0);
        fields
    };
    let written = after.fields().filter(|(found, _)| *found == path).last();
    let kept = others(before) == others(&after) && before.body(text) == after.body(edited);
    let refused = |problem: &Problem| problem.kind == ProblemKind::Malformed;
    if kept && !after.problems().iter().any(refused) && written == Some((path, value)) {
        return Ok(());
    }
    Err(malformed(block.line, "its shape does not allow a change of one line"))
}
