//! What one session may still be shown, counted memory by memory.

use jiff::Timestamp;

use super::{Form, Recalled, Request, Row, budget};
use crate::{
    model::{Document, digest, limits},
    store::session::State,
};

/// A text is cut to what is left from this many bytes on; less of it would help nobody, so a text
/// that is longer is then left out.
const WORTH_A_CUT: usize = 1_024;

/// With less than this left hardly any memory fits, and nobody is asked any more.
const SPENT_BELOW: usize = 256;

/// Whether a session has been shown as much as one session gets.
pub(super) fn is_spent(session: &State) -> bool {
    session.left() < SPENT_BELOW
}

/// The bytes of texts that an answer may still hold.
pub(super) struct Room {
    form: Form,
    /// `None` without a session, where only each text has its limit.
    left: Option<usize>,
    /// Files that did not fit.
    refused: Vec<String>,
}

impl Room {
    pub(super) fn new(request: &Request) -> Self {
        Self { form: request.form, left: request.seen().map(State::left), refused: Vec::new() }
    }

    /// A memory with as much of its text as there is room for; none when that is too little.
    pub(super) fn take(&mut self, document: &Document, now: Timestamp, score: f64, why: String) -> Option<Recalled> {
        let cut = self.left.filter(|left| *left >= WORTH_A_CUT).unwrap_or(limits::BODY_BYTES);
        let budget::Body { content, truncated } = budget::body(document, self.form, cut.min(limits::BODY_BYTES));
        let cost = cost(self.form, content.as_deref());
        if self.left.is_some_and(|left| cost > left) {
            self.refused.push(document.memory.file.clone());
            return None;
        }
        self.left = self.left.map(|left| left - cost);
        // Only a session asks for it, and a file may be large.
        let digest = self.left.map(|_| digest::sha256(document.text.as_bytes()));
        Some(Recalled { row: Row::new(&document.memory, now), content, truncated, score, why, digest })
    }

    /// Whether something did not fit.
    pub(super) fn is_full(&self) -> bool {
        !self.refused.is_empty()
    }

    /// What became of the session's bytes, for `--explain`.
    pub(super) fn account(&self) -> Vec<String> {
        let Some(left) = self.left else { return Vec::new() };
        let refused = self.refused.iter().map(|file| format!("  {file}: left out, the session has no room for it"));
        refused.chain([format!("session: {left} bytes left when this is printed")]).collect()
    }
}

/// Bytes of a text that a form prints.
pub(super) fn cost(form: Form, content: Option<&str>) -> usize {
    if form == Form::Names { 0 } else { content.map_or(0, str::len) }
}
