//! The line reader, for headers that YAML refuses. A key runs to the next key;
//! YAML still reads each key alone, so that only what it refuses is read as text.

use super::fence::{is_blank, key_line, line_at};
use super::problem::{Problem, ProblemKind};
use super::reading::{METADATA, Reading};
use super::yaml;

/// Reads every key that can be made out; `refusal` is what YAML said of the whole.
pub(super) fn read(inner: &str, first_line: usize, refusal: Problem) -> Reading {
    let mut lines = vec![];
    let mut at = 0;
    while let Some(line) = line_at(inner, at) {
        lines.push((first_line + lines.len(), line.text));
        at = line.next;
    }
    let mut reading = Reading::default();
    entries(&mut reading, &lines, false);
    let named = |problem: &Problem| problem.kind == ProblemKind::Malformed;
    if !reading.problems.iter().any(named) {
        reading.problems.push(refusal);
    }
    reading
}

type Numbered<'t> = (usize, &'t str);

fn entries(reading: &mut Reading, lines: &[Numbered<'_>], nested: bool) {
    let mut rest = lines;
    while let Some(&(number, first)) = rest.first() {
        let next = rest.iter().skip(1).position(|(_, line)| key_line(line).is_some());
        let (entry, later) = rest.split_at(next.map_or(rest.len(), |at| at + 1));
        match key_line(first) {
            Some((key, value)) => read_entry(reading, entry, (key, value), nested),
            None => stray(reading, entry, number),
        }
        rest = later;
    }
}

fn stray(reading: &mut Reading, entry: &[Numbered<'_>], number: usize) {
    let prose = entry.iter().find(|(_, line)| !is_blank(line) && !line.starts_with('#'));
    if let Some(&(line, _)) = prose {
        let line = line.max(number);
        reading.problem(ProblemKind::Malformed, line, "not a `key: value` line");
    }
}

fn read_entry(reading: &mut Reading, entry: &[Numbered<'_>], (key, value): (&str, &str), nested: bool) {
    let line = entry.first().map_or(0, |(number, _)| *number);
    let text: String = entry.iter().flat_map(|(_, line)| [*line, "\n"]).collect();
    match yaml::read(&text, line) {
        Ok(read) => adopt(reading, read, nested),
        Err(_) if !nested && key.eq_ignore_ascii_case(METADATA) && is_blank(value) => {
            reading.open_metadata(line);
            children(reading, entry);
        }
        Err(refusal) => {
            reading.push(nested, key, raw(entry, value), line);
            reading.problems.push(refusal);
        }
    }
}

fn adopt(reading: &mut Reading, read: Reading, nested: bool) {
    if read.blocks > 0 && !nested {
        reading.open_metadata(read.fields.first().map_or(0, |field| field.line));
    }
    for field in read.fields {
        let under = nested || field.nested;
        reading.push(under, field.key(), field.value.as_str(), field.line);
        if let Some(last) = reading.fields.last_mut() {
            (last.null, last.uncut) = (field.null, field.uncut);
        }
    }
    reading.problems.extend(read.problems);
}

/// The lines under `metadata:`, read with the first one's indentation taken off.
fn children(reading: &mut Reading, entry: &[Numbered<'_>]) {
    let lines = entry.get(1..).unwrap_or_default();
    let first = lines.iter().find(|(_, line)| !is_blank(line));
    let indent = first.map_or(0, |(_, line)| line.len() - line.trim_start().len());
    let shifted: Vec<Numbered<'_>> = lines.iter().map(|&(number, line)| (number, shift(line, indent))).collect();
    entries(reading, &shifted, true);
}

fn shift(line: &str, indent: usize) -> &str {
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(blanks.min(indent)..).unwrap_or(line)
}

/// The value as text: the rest of the key's line and the lines that belong to it.
fn raw(entry: &[Numbered<'_>], value: &str) -> String {
    let value = value.trim();
    let more = entry.iter().skip(1).map(|(_, line)| *line).filter(|line| !line.starts_with('#'));
    if value.is_empty() || is_block_mark(value) {
        let lines: Vec<&str> = more.map(str::trim).collect();
        return lines.join("\n").trim().to_owned();
    }
    let mut text = value.to_owned();
    for line in more.map(str::trim).filter(|line| !line.is_empty()) {
        text.push(' ');
        text.push_str(line);
    }
    unquote(&text).unwrap_or(text)
}

fn is_block_mark(value: &str) -> bool {
    let mut chars = value.chars();
    matches!(chars.next(), Some('|' | '>')) && chars.all(|c| matches!(c, '-' | '+' | '1'..='9'))
}

/// The inside of a text that is one quotation; `'a' and 'b'` are two.
fn unquote(text: &str) -> Option<String> {
    if let Some(inside) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let one = !inside.replace("''", "").contains('\'');
        return one.then(|| inside.replace("''", "'"));
    }
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    if inside.replace("\\\\", "").replace("\\\"", "").contains('"') {
        return None;
    }
    // YAML refused it, so a backslash is more likely a path than an escape.
    Some(inside.replace("\\\"", "\"").replace("\\\\", "\\"))
}
