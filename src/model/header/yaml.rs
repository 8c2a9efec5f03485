//! The YAML reader: every scalar as its text, so that dates, `yes` and `007` stay
//! as written, with the place of each value for edits.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use super::fence::line_at;
use super::places::{Offsets, comment_after, past_comments, quoted_length};
use super::problem::{Problem, ProblemKind};
use super::reading::{METADATA, Place, Reading};

/// Keys whose value is text for every reader.
const TEXT: [&str; 3] = ["name", "description", "type"];
/// An alias repeats its anchor's text: longer ones could be multiplied without bound.
const ALIAS_LIMIT: usize = 4096;

/// Reads the lines between the fences; the error is what YAML refuses.
pub(super) fn read(inner: &str, first_line: usize) -> Result<Reading, Problem> {
    if let Some(at) = inner.find('\0') {
        return Err(nul(inner, at, first_line));
    }
    let mut walk = Walk::new(inner, first_line);
    walk.document()?;
    Ok(walk.reading)
}

fn nul(inner: &str, at: usize, first_line: usize) -> Problem {
    let before = inner.get(..at).unwrap_or_default();
    let line = first_line + before.matches('\n').count();
    Problem::new(ProblemKind::Malformed, line, "a NUL character")
}

struct Walk<'t> {
    inner: &'t str,
    parser: Parser<'t, StrInput<'t>>,
    offsets: Offsets<'t>,
    first_line: usize,
    anchors: HashMap<usize, String>,
    reading: Reading,
}

/// A key that waits for its value.
struct Key {
    text: String,
    start: usize,
    end: usize,
    line: usize,
    nested: bool,
    flow: bool,
}

impl<'t> Walk<'t> {
    fn new(inner: &'t str, first_line: usize) -> Walk<'t> {
        Walk {
            inner,
            parser: Parser::new_from_str(inner),
            offsets: Offsets::new(inner),
            first_line,
            anchors: HashMap::new(),
            reading: Reading::default(),
        }
    }

    fn document(&mut self) -> Result<(), Problem> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::MappingStart(..) => break self.mapping(false, span)?,
                Event::StreamStart | Event::DocumentStart(_) => {}
                _ => return Err(self.refuse(span, "not a list of `key: value` lines")),
            }
        }
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentEnd => {}
                _ => return Err(self.refuse(span, "a second YAML document")),
            }
        }
    }

    fn mapping(&mut self, nested: bool, start: Span) -> Result<(), Problem> {
        let flow = self.is_flow(start);
        loop {
            let (event, span) = self.next()?;
            let text = match event {
                Event::MappingEnd => return Ok(()),
                Event::Scalar(text, ..) => text.into_owned(),
                event => {
                    let from = self.offsets.byte(span.start.index());
                    let end = self.collection(&event, span)?;
                    self.inner.get(from..end).unwrap_or_default().to_owned()
                }
            };
            let key = Key {
                text,
                start: self.offsets.byte(span.start.index()),
                end: self.offsets.byte(span.end.index()),
                line: self.line(span),
                nested,
                flow,
            };
            self.value(key)?;
        }
    }

    fn value(&mut self, key: Key) -> Result<(), Problem> {
        let (event, span) = self.next()?;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                if anchor != 0 {
                    self.anchors.insert(anchor, text.clone().into_owned());
                }
                let marked = anchor != 0 || tag.is_some();
                self.scalar(&key, &text, style, span, marked);
            }
            Event::Alias(anchor) => self.alias(&key, anchor, span),
            Event::MappingStart(..) if !key.nested && key.text.eq_ignore_ascii_case(METADATA) => {
                self.reading.open_metadata(key.line);
                self.mapping(true, span)?;
            }
            event => {
                let end = self.collection(&event, span)?;
                self.not_text(&key, end);
            }
        }
        Ok(())
    }

    fn scalar(&mut self, key: &Key, text: &str, style: ScalarStyle, span: Span, marked: bool) {
        let place = self.place(key, span, Some(style));
        self.reading.push(key.nested, &key.text, text, key.line);
        if marked {
            self.note_marked(key, &place);
        } else if style == ScalarStyle::Plain {
            self.reading.note_null();
            self.note_cut(key, &place);
        }
        self.reading.places.push(place);
    }

    fn alias(&mut self, key: &Key, anchor: usize, span: Span) {
        let place = self.place(key, span, None);
        let source = self.inner.get(place.value.clone()).unwrap_or_default();
        let text = self.anchors.get(&anchor).filter(|text| text.len() <= ALIAS_LIMIT);
        let text = text.map_or(source, String::as_str);
        self.reading.push(key.nested, &key.text, text, key.line);
        self.note_marked(key, &place);
        self.reading.places.push(place);
    }

    fn not_text(&mut self, key: &Key, end: usize) {
        let colon = self.colon(key);
        let start = past_comments(self.inner, colon).min(end);
        let source = self.inner.get(start..end).unwrap_or_default().trim_end();
        self.reading.push(key.nested, &key.text, source, key.line);
        if TEXT.iter().any(|text| key.text.eq_ignore_ascii_case(text)) {
            self.reading.problem(ProblemKind::NotText, key.line, &key.text);
        }
        self.reading.places.push(Place { key: key.start, colon, value: start..start + source.len(), flow: key.flow });
    }

    /// Passes over a list or a map without recursion; gives the byte where it ends.
    fn collection(&mut self, start: &Event<'t>, span: Span) -> Result<usize, Problem> {
        let flow = self.is_flow(span);
        let mut end = span.end.index();
        let mut depth = usize::from(opens(start));
        while depth > 0 {
            let (event, span) = self.next()?;
            if opens(&event) {
                depth += 1;
            } else if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
                depth -= 1;
                end = span.start.index() + usize::from(flow);
            }
        }
        Ok(self.offsets.byte(end))
    }

    /// Whether a list or a map stands in brackets; the parser's spans tell it by their end.
    fn is_flow(&mut self, start: Span) -> bool {
        let end = self.offsets.byte(start.end.index());
        let before = self.inner.get(..end).unwrap_or_default();
        !start.is_empty() && before.ends_with(['[', '{'])
    }

    fn colon(&self, key: &Key) -> usize {
        let after = self.inner.get(key.end..).unwrap_or_default();
        key.end + after.find(':').map_or(0, |at| at + 1)
    }

    fn place(&mut self, key: &Key, span: Span, style: Option<ScalarStyle>) -> Place {
        let colon = self.colon(key);
        let mut start = self.offsets.byte(span.start.index()).max(colon);
        let mut end = self.offsets.byte(span.end.index()).max(start);
        match style {
            Some(ScalarStyle::Literal | ScalarStyle::Folded) => {
                let line = line_at(self.inner, colon).map_or("", |line| line.text);
                start = colon + (line.len() - line.trim_start().len());
                end = end.max(colon + line.len());
                let source = self.inner.get(start..end).unwrap_or_default();
                end = start + source.trim_end().len();
            }
            Some(ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) => {
                let source = self.inner.get(start..end).unwrap_or_default();
                end = start + quoted_length(source);
            }
            _ => {}
        }
        if start == end {
            (start, end) = (colon, colon);
        }
        Place { key: key.start, colon, value: start..end, flow: key.flow }
    }

    /// Notes an anchor, an alias or a tag: `&all of us` was meant as text, too.
    fn note_marked(&mut self, key: &Key, place: &Place) {
        self.reading.problem(ProblemKind::Marked, key.line, &key.text);
        let source = self.inner.get(place.value.clone());
        if let (Some(field), Some(source)) = (self.reading.fields.last_mut(), source) {
            field.uncut = Some(source.to_owned());
        }
    }

    /// Notes a comment after a plain value: more often than not it was meant as text.
    fn note_cut(&mut self, key: &Key, place: &Place) {
        let Some(rest) = comment_after(self.inner, place.value.end) else {
            return;
        };
        let source = self.inner.get(place.value.clone()).unwrap_or_default();
        let line = key.line + source.matches('\n').count();
        self.reading.problem(ProblemKind::CutAtHash, line, &key.text);
        if let Some(field) = self.reading.fields.last_mut() {
            let whole = [field.value.as_str(), rest].concat();
            field.uncut = Some(whole.trim_start().to_owned());
        }
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Problem> {
        match self.parser.next_event() {
            Some(Ok(found)) => Ok(found),
            Some(Err(error)) => Err(self.refused(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn line(&self, span: Span) -> usize {
        self.first_line + span.start.line().saturating_sub(1)
    }

    fn refuse(&self, span: Span, why: &str) -> Problem {
        let mut problem = Problem::new(ProblemKind::Malformed, self.line(span), why);
        problem.column = Some(span.start.col() + 1);
        problem
    }

    fn refused(&self, error: &ScanError) -> Problem {
        self.refuse(Span::empty(*error.marker()), error.info())
    }
}

fn opens(event: &Event<'_>) -> bool {
    matches!(event, Event::SequenceStart(..) | Event::MappingStart(..))
}
