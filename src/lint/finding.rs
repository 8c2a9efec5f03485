//! What a rule has found, and where.

use std::ops::Range;

use super::{Fix, Level, Rule, Snapshot, secret};
use crate::model::{Document, bytes};

/// One fault in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// As [`Rule::code`].
    pub code: &'static str,
    /// As [`Rule::name`].
    pub name: &'static str,
    /// How much it counts.
    pub level: Level,
    /// The file, below the store.
    pub file: String,
    /// Where in it; `None` when it is about the file as a whole.
    pub place: Option<Place>,
    /// Why it is a fault, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, in one sentence without a full stop.
    pub help: String,
    /// Where the project shows it.
    pub evidence: Vec<Evidence>,
    /// The change that puts it right.
    pub fix: Option<Fix>,
    /// Whether a model found it.
    pub judged: bool,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// Characters from there that are meant, on this line; at least 1.
    pub width: usize,
    /// The line without its end.
    pub source: String,
}

/// Where a finding's truth can be seen for oneself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// A line of a file of the project.
    File {
        /// Below the project's top, `/` between parts.
        file: String,
        /// From 1; `None` for the file as a whole.
        line: Option<usize>,
    },
    /// A commit of the project.
    Commit {
        /// Its full name.
        id: String,
    },
    /// Another memory of the store.
    Memory {
        /// Its file below the store.
        file: String,
        /// From 1; `None` for the file as a whole.
        line: Option<usize>,
    },
}

impl std::fmt::Display for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { file, line: Some(line) } | Self::Memory { file, line: Some(line) } => {
                write!(f, "{file}:{line}")
            }
            Self::File { file, .. } | Self::Memory { file, .. } => f.write_str(file),
            Self::Commit { id } => write!(f, "commit {}", id.get(..12).unwrap_or(id)),
        }
    }
}

impl Place {
    /// The place of these bytes of a text. Bytes that run past the line end at it.
    #[must_use]
    pub fn of(text: &str, span: Range<usize>) -> Self {
        Known::new(text).place(text, span)
    }
}

/// What every place in one text needs: it is found out once.
#[derive(Debug, Default)]
struct Known {
    /// Where each line begins.
    lines: Vec<usize>,
    secrets: Vec<secret::Secret>,
}

impl Known {
    fn new(text: &str) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { lines, secrets: Vec::new() }
    }

    /// A place, with the secrets in its line covered.
    fn place(&self, text: &str, span: Range<usize>) -> Place {
        let start = text.floor_char_boundary(span.start);
        let line = self.lines.partition_point(|begin| *begin <= start).max(1);
        let begin = self.lines.get(line - 1).copied().unwrap_or_default();
        let end = text[begin..].find('\n').map_or(text.len(), |at| begin + at);
        let length = text[begin..end].trim_end_matches('\r').len();
        let until = text.floor_char_boundary(span.end).clamp(start, begin + length.max(start - begin));
        Place {
            line,
            column: text[begin..start].chars().count() + 1,
            width: text[start..until].chars().count().max(1),
            source: secret::covered(text, begin..begin + length, &self.secrets),
        }
    }
}

impl Finding {
    /// With this to do about it rather than what the rule says.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = help.into();
        self
    }

    /// With one more thing that shows it.
    pub fn evidence(&mut self, evidence: Evidence) -> &mut Self {
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
        self
    }

    /// With the change that puts it right.
    pub fn fix(&mut self, fix: Fix) -> &mut Self {
        self.fix = Some(fix);
        self
    }

    /// Their order in every output.
    pub(super) fn order(&self) -> (&str, usize, usize, &str) {
        let (line, column) = self.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
        (&self.file, line, column, self.code)
    }
}

/// Where a rule puts what it finds.
#[derive(Debug)]
pub struct Findings<'a> {
    rule: &'static Rule,
    found: &'a mut Found,
}

/// What was found, and what is known of the text that it was last found in.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) all: Vec<Finding>,
    /// Where that text lies in memory, and a few bytes of it: enough, since it stays for as long as its
    /// rule runs.
    text: (usize, usize, u64),
    known: Known,
}

impl Found {
    /// What is known of a text.
    fn known(&mut self, text: &str) -> &Known {
        const SAMPLE: usize = 4_096;
        let sample = &text.as_bytes()[..text.len().min(SAMPLE)];
        let key = (text.as_ptr().addr(), text.len(), bytes::checksum(sample));
        if self.text != key {
            self.text = key;
            self.known = Known { secrets: secret::find(text), ..Known::new(text) };
        }
        &self.known
    }
}

impl<'a> Findings<'a> {
    pub(super) fn of(rule: &'static Rule, found: &'a mut Found) -> Self {
        Self { rule, found }
    }

    /// In these bytes of a memory's whole text.
    pub fn at(&mut self, memory: &Document, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        self.in_text(&memory.memory.file, &memory.text, span, message)
    }

    /// On this line of a memory, from 1.
    pub fn on_line(&mut self, memory: &Document, line: usize, message: impl Into<String>) -> &mut Finding {
        let before = memory.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let width = memory.text.get(before..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        self.at(memory, before..before + width, message)
    }

    /// In these bytes of the index.
    pub fn in_index(&mut self, snapshot: &Snapshot, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        match &snapshot.index {
            Some(index) => self.in_text(&index.file, &index.text, span, message),
            None => self.on_file("MEMORY.md", message),
        }
    }

    /// In these bytes of any file of the store.
    pub fn in_text(&mut self, file: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        let message = message.into();
        // A finding goes to screens, logs and caches: it never carries a secret of its text along.
        let known = self.found.known(text);
        let quoted = known.secrets.iter().map(|secret| &text[secret.range.clone()]);
        let message = quoted.fold(message, |message, secret| message.replace(secret, "***"));
        let place = known.place(text, span);
        self.push(file, Some(place), message)
    }

    /// The secrets of a text: they are looked for once, as every finding in it covers them.
    pub fn secrets(&mut self, text: &str) -> Vec<secret::Secret> {
        self.found.known(text).secrets.clone()
    }

    /// About a file as a whole.
    pub fn on_file(&mut self, file: &str, message: impl Into<String>) -> &mut Finding {
        self.push(file, None, message.into())
    }

    fn push(&mut self, file: &str, place: Option<Place>, message: String) -> &mut Finding {
        let at = self.found.all.len();
        self.found.all.push(Finding {
            code: self.rule.code,
            name: self.rule.name,
            level: self.rule.level,
            file: file.to_owned(),
            place,
            message: secret::masked(&message).into_owned(),
            help: self.rule.help.to_owned(),
            evidence: Vec::new(),
            fix: None,
            judged: false,
        });
        &mut self.found.all[at]
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_counts_characters_and_stays_on_its_line() {
        let text = "one\r\nzwei drei ü vier\r\nlast";
        let at = text.find('ü').unwrap();
        let place = Place::of(text, at..text.len());
        assert_eq!((place.line, place.column, place.width), (2, 11, 6));
        assert_eq!(place.source, "zwei drei ü vier");
        let end = Place::of(text, text.len()..text.len() + 9);
        assert_eq!((end.line, end.column, end.width), (3, 5, 1));
        assert_eq!(Place::of("", 0..0), Place { line: 1, column: 1, width: 1, source: String::new() });
    }
}
