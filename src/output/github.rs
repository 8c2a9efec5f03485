//! Findings as annotations of a GitHub workflow: a command a line.

use std::fmt::Write as _;

use super::{clean, sarif::path};
use crate::ops::lint::{Lint, Row};

/// The lines that a workflow turns into annotations.
#[must_use]
pub fn github(lint: &Lint) -> Vec<u8> {
    let mut out = String::new();
    for row in lint.findings.iter() {
        let level = if row.level == "info" { "notice" } else { row.level };
        let _ =
            writeln!(out, "::{level} {}::{}", properties(lint, &row), data(&format!("{}; {}", row.message, row.help)));
    }
    out.into_bytes()
}

fn properties(lint: &Lint, row: &Row<'_>) -> String {
    let mut all = vec![format!("file={}", property(&path(lint, &row.file)))];
    all.extend(row.line.map(|line| format!("line={line}")));
    all.extend(row.column.map(|column| format!("col={column}")));
    all.extend(row.end_column.map(|end| format!("endColumn={end}")));
    all.push(format!("title={}", property(&format!("{} {}", row.code, row.rule))));
    all.join(",")
}

/// Text that ends no command.
fn data(text: &str) -> String {
    clean(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text that ends no property either.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
