//! What the reader of headers has met, told as findings.

use crate::{
    lint::Findings,
    model::{Document, header::ProblemKind},
};

/// Tells of every problem of a kind, on its line. The message is made of the problem's detail: mostly
/// the key concerned.
pub(super) fn tell(memory: &Document, found: &mut Findings<'_>, kind: ProblemKind, message: impl Fn(&str) -> String) {
    for problem in memory.header.problems().iter().filter(|problem| problem.kind == kind) {
        found.on_line(memory, problem.line, message(&problem.detail));
    }
}

/// Whether something was noted under this word when the file was read.
pub(super) fn noted(memory: &Document, code: &str) -> bool {
    memory.memory.problems.iter().any(|problem| problem.code == code)
}
