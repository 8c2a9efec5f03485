//! Reading what a model chose from a list, whatever it wrapped around it.
//!
//! ```text
//! text ── spoken (thoughts off) ── json (values in it) ── items (of a value that fits) ── names ──► Choice
//! ```
//!
//! An explicit empty list is an answer. What names nothing that was listed is none.

mod json;
mod names;

use serde_json::Value;

use self::names::Names;
use super::Reason;

/// One memory that the model could know of.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Its file, as the list named it.
    pub file: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Whether it may be chosen; what a session has been shown may not.
    pub is_open: bool,
}

/// What was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Positions in the list, in the model's order, each once.
    pub chosen: Vec<usize>,
    /// Names of the answer that may not be chosen.
    pub closed: usize,
    /// Names of the answer that were not in the list.
    pub unknown: usize,
}

/// Bytes of an answer that are looked at: it names a few files, or holds a few texts.
const LOOKED_AT: usize = super::MAX_BYTES;

/// Keys under which a list may stand.
const LISTS: [&str; 2] = ["selected_memories", "files"];

/// Keys under which an item may have its name.
const ITEMS: [&str; 4] = ["file", "filename", "path", "name"];

/// The object in a model's words; `None` when there is none.
#[must_use]
pub fn object(text: &str) -> Option<Value> {
    find(text, |value| value.is_object().then(|| value.clone()))
}

/// What `take` makes of the first value in a model's words that it can use: the whole first, then
/// every value from the left, each before what is inside of it.
pub fn find<T>(text: &str, mut take: impl FnMut(&Value) -> Option<T>) -> Option<T> {
    let text = spoken(crate::model::text::prefix(text, LOOKED_AT));
    json::whole(text).into_iter().chain(json::values(text)).find_map(|value| take(&value))
}

/// Whether a model's words hold any JSON at all.
#[must_use]
pub fn is_json(text: &str) -> bool {
    find(text, |_| Some(())).is_some()
}

/// The choice in a model's words.
///
/// # Errors
/// [`Reason::Empty`], [`Reason::NotJson`] or [`Reason::WrongShape`] when there is none.
pub fn read(text: &str, listed: &[Listed<'_>]) -> Result<Choice, Reason> {
    let text = spoken(crate::model::text::prefix(text, LOOKED_AT));
    if text.is_empty() {
        return Err(Reason::Empty);
    }
    let names = Names::new(listed);
    let whole = json::whole(text);
    let mut empty = whole.as_ref().is_some_and(|value| *value == Value::Array(Vec::new()));
    let mut is_json = whole.is_some();
    for value in whole.into_iter().chain(json::values(text)) {
        is_json = true;
        let Some(items) = items(&value) else { continue };
        let choice = names.choice(&items);
        if !choice.chosen.is_empty() || choice.closed > 0 {
            return Ok(choice);
        }
        // A bare pair of brackets in a sentence says nothing; under its key it does.
        empty |= items.is_empty() && value.is_object();
    }
    if empty {
        return Ok(Choice::default());
    }
    // A list that is one, only not in JSON.
    match lines(text, &names) {
        Some(choice) => Ok(choice),
        None => Err(if is_json { Reason::WrongShape } else { Reason::NotJson }),
    }
}

/// The text without what the model thought before it spoke. Some templates leave out the opening tag.
fn spoken(text: &str) -> &str {
    const TAGS: [&str; 2] = ["think>", "thinking>"];
    let mut rest = text;
    for tag in TAGS {
        if let Some(at) = rest.rfind(&format!("</{tag}")) {
            rest = &rest[at + tag.len() + 2..];
        } else if rest.trim_start().starts_with(&format!("<{tag}")) {
            // It never stopped thinking.
            rest = "";
        }
    }
    rest.trim()
}

/// The names in a value of one of the shapes that are understood.
fn items(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(one) => Some(vec![one]),
        Value::Array(items) => Some(items.iter().filter_map(item).collect()),
        Value::Object(object) => match LISTS.iter().find_map(|key| object.get(*key)) {
            Some(Value::Object(_)) | None => item(value).map(|one| vec![one]),
            Some(inner) => items_of_list(inner),
        },
        _ => None,
    }
}

fn items_of_list(value: &Value) -> Option<Vec<&str>> {
    if value.is_array() || value.is_string() { items(value) } else { None }
}

fn item(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Object(object) => ITEMS.iter().find_map(|key| object.get(*key)?.as_str()),
        _ => None,
    }
}

/// A choice of which every line is one name of the list.
fn lines(text: &str, names: &Names<'_>) -> Option<Choice> {
    // More than a list of few is a copy of the list, not a choice.
    const MOST: usize = 20;
    let lines: Vec<_> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```")).collect();
    let choice = names.choice(&lines);
    (lines.len() <= MOST && choice.unknown == 0 && !choice.chosen.is_empty()).then_some(choice)
}

#[cfg(test)]
mod tests;
