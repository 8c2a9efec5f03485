//! What a reader hands over: fields with their places, and the problems met.

use std::collections::HashMap;
use std::ops::Range;

use super::problem::{Problem, ProblemKind};

/// The key whose children are read as if they stood at the top.
pub(super) const METADATA: &str = "metadata";

/// Up to so many fields, comparing each with each beats a map.
const FEW: usize = 24;

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// `type`, or `metadata.type`.
    pub(super) path: String,
    pub(super) nested: bool,
    pub(super) value: String,
    pub(super) null: bool,
    /// The value as written, where YAML takes a part of it for a comment or a mark.
    pub(super) uncut: Option<String>,
    pub(super) line: usize,
}

impl Field {
    pub(super) fn key(&self) -> &str {
        if !self.nested {
            return &self.path;
        }
        self.path.get(METADATA.len() + 1..).unwrap_or_default()
    }
}

/// Where a field stands in the header, for an edit; bytes from its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// First byte of the key.
    pub(super) key: usize,
    /// First byte after the colon.
    pub(super) colon: usize,
    /// The value as written: quotes, `|` and all; empty when there is none.
    pub(super) value: Range<usize>,
    /// Inside `{…}`, where commas and brackets end a plain value.
    pub(super) flow: bool,
}

/// The fields of a header in file order, before duplicates are settled.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) fields: Vec<Field>,
    /// One a field from the YAML reader, none from the others.
    pub(super) places: Vec<Place>,
    pub(super) problems: Vec<Problem>,
    pub(super) blocks: usize,
}

impl Reading {
    pub(super) fn push(&mut self, nested: bool, key: &str, value: impl Into<String>, line: usize) {
        let path = if nested { [METADATA, ".", key].concat() } else { key.to_owned() };
        self.fields.push(Field { path, nested, value: value.into(), null: false, uncut: None, line });
    }

    pub(super) fn problem(&mut self, kind: ProblemKind, line: usize, detail: &str) {
        self.problems.push(Problem::new(kind, line, detail));
    }

    /// Notes that a `metadata` block starts; a second one is a duplicate key,
    /// whose children are read all the same.
    pub(super) fn open_metadata(&mut self, line: usize) {
        self.blocks += 1;
        if self.blocks > 1 {
            self.problem(ProblemKind::DuplicateKey, line, METADATA);
        }
    }

    /// Marks the last field as YAML's null when its plain value says so.
    pub(super) fn note_null(&mut self) {
        let Some(field) = self.fields.last_mut() else {
            return;
        };
        if matches!(field.value.as_str(), "~" | "null" | "Null" | "NULL") {
            field.null = true;
            let problem = Problem::new(ProblemKind::Null, field.line, field.key());
            self.problems.push(problem);
        }
    }

    /// Keeps the last of each key.
    pub(super) fn settle(mut self) -> (Vec<Field>, Vec<Problem>) {
        let gone = self.repeated();
        if !gone.is_empty() {
            let mut at = 0..;
            self.fields.retain(|_| {
                let at = at.next().unwrap_or_default();
                gone.binary_search(&at).is_err()
            });
        }
        (self.fields, self.problems)
    }

    /// The fields that a later one of the same key replaces.
    fn repeated(&mut self) -> Vec<usize> {
        let mut last: HashMap<(bool, &str), usize> = HashMap::new();
        let mut gone = vec![];
        if self.fields.len() <= FEW && !self.any_pair() {
            return gone;
        }
        for (at, field) in self.fields.iter().enumerate() {
            if let Some(before) = last.insert((field.nested, &field.path), at) {
                gone.push(before);
                let problem = Problem::new(ProblemKind::DuplicateKey, field.line, field.key());
                self.problems.push(problem);
            }
        }
        gone.sort_unstable();
        gone
    }

    fn any_pair(&self) -> bool {
        let mut rest = self.fields.as_slice();
        while let Some((first, later)) = rest.split_first() {
            let twin = |field: &Field| field.nested == first.nested && field.path == first.path;
            if later.iter().any(twin) {
                return true;
            }
            rest = later;
        }
        false
    }
}
