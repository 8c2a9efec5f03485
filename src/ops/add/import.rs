//! Drafts from JSON lines: `{"type":…,"name":…,"description":…,"body":…}`.

use serde::Deserialize;

use super::Draft;
use crate::{model::Kind, ops::OpError};

#[derive(Deserialize)]
struct Line {
    r#type: String,
    name: String,
    description: String,
    body: String,
}

/// One draft a line; blank lines are skipped. One bad line and none is returned, so that a
/// corrected file can be given again whole.
///
/// # Errors
/// [`OpError::Usage`] naming `source` and the line.
pub fn drafts(text: &str, source: &str) -> Result<Vec<Draft>, OpError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| draft(line.trim_start_matches('\u{feff}')).map_err(|why| at_line(why, source, at + 1)))
        .collect()
}

fn draft(line: &str) -> Result<Draft, OpError> {
    let parsed: Line = serde_json::from_str(line).map_err(|e| OpError::Usage {
        message: complaint(&e),
        hint: "each line is an object with the texts type, name, description and body".into(),
    })?;
    let kind = Kind::parse(&parsed.r#type).ok_or_else(|| OpError::Usage {
        message: format!("the type `{}` is unknown", parsed.r#type),
        hint: "the types are user, feedback, project, reference".into(),
    })?;
    Draft::new(kind, &parsed.name, &parsed.description, &parsed.body)
}

/// The parser's words without its own count of lines, which is always 1.
fn complaint(err: &serde_json::Error) -> String {
    let text = err.to_string();
    let words = text.split(" at line ").next().unwrap_or(&text);
    let kind = if err.is_data() { "" } else { "not JSON: " };
    format!("{kind}{words} (column {})", err.column())
}

fn at_line(err: OpError, source: &str, line: usize) -> OpError {
    match err {
        OpError::Usage { message, hint } => OpError::Usage {
            message: format!("{source}:{line}: {message}"),
            hint: format!("{hint}; nothing was saved"),
        },
        other => other,
    }
}
