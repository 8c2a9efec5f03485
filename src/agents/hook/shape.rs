//! The forms in which agents take a text: each has one, and a key too many makes some of them drop
//! the whole answer.

use serde_json::json;

/// What stands on standard output, from the event's name and the text.
pub type Shape = fn(&str, &str) -> String;

/// Claude Code's form, which Codex, Gemini CLI, Qwen Code and Visual Studio Code have taken over.
#[must_use]
pub fn nested(name: &str, text: &str) -> String {
    json!({ "hookSpecificOutput": { "hookEventName": name, "additionalContext": text } }).to_string()
}

/// Copilot's form.
#[must_use]
pub fn top_level(_: &str, text: &str) -> String {
    json!({ "additionalContext": text }).to_string()
}

/// Cursor's form at the start of a session.
#[must_use]
pub fn snake_case(_: &str, text: &str) -> String {
    json!({ "additional_context": text }).to_string()
}

/// Cursor's form at a prompt, which it would hold back without the first key.
#[must_use]
pub fn going_on(_: &str, text: &str) -> String {
    json!({ "continue": true, "additional_context": text }).to_string()
}

/// Cline's form.
#[must_use]
pub fn modification(_: &str, text: &str) -> String {
    json!({ "cancel": false, "contextModification": text, "errorMessage": "" }).to_string()
}

/// The text itself.
#[must_use]
pub fn plain(_: &str, text: &str) -> String {
    text.to_owned()
}
