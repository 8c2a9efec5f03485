//! Gemini CLI: a message a line, and lines that change what came before. Older builds wrote one
//! document.

use std::path::PathBuf;

use serde_json::Value;

use super::{Draft, Format};
use crate::world::World;

pub(super) static FORMAT: Format = Format { name: "gemini", recognises, take, folder, is_named };

fn folder(world: &World) -> Option<PathBuf> {
    Some(world.home().ok()?.join(".gemini/tmp"))
}

/// The name holds the beginning of the id.
fn is_named(name: &str, session: &str) -> bool {
    const SHORT: usize = 8;
    let stem = name.strip_prefix("session-").and_then(|n| n.strip_suffix(".jsonl").or_else(|| n.strip_suffix(".json")));
    let short = session.get(..SHORT.min(session.len())).unwrap_or(session);
    stem.is_some_and(|stem| stem.ends_with(session) || stem.ends_with(short))
}

fn recognises(record: &Value) -> bool {
    let session = record["sessionId"].is_string();
    session && (record["projectHash"].is_string() || record["messages"].is_array())
}

fn take(draft: &mut Draft, record: &Value) {
    if let Some(id) = record["$rewindTo"].as_str() {
        draft.rewind(id);
    } else if let Some(messages) = record["$set"]["messages"].as_array().or_else(|| record["messages"].as_array()) {
        named(draft, record);
        draft.clear();
        messages.iter().for_each(|one| message(draft, one));
    } else if record["type"].is_string() {
        draft.replace(record["id"].as_str().unwrap_or_default(), |draft| message(draft, record));
    } else {
        named(draft, record);
    }
}

fn named(draft: &mut Draft, record: &Value) {
    if draft.session.is_none() {
        draft.session = record["sessionId"].as_str().map(str::to_owned);
    }
}

fn message(draft: &mut Draft, record: &Value) {
    let id = record["id"].as_str().unwrap_or_default();
    match record["type"].as_str() {
        Some("user") => draft.human(id, &texts(&record["content"]), record["timestamp"].as_str()),
        Some("gemini") => {
            for call in record["toolCalls"].as_array().into_iter().flatten() {
                let args = &call["args"];
                let what = ["file_path", "path", "command"].into_iter().find_map(|key| args[key].as_str());
                draft.did(id, call["name"].as_str().unwrap_or_default(), what.unwrap_or_default());
            }
            draft.answer(id, &texts(&record["content"]));
        }
        _ => {}
    }
}

/// The text of a message: a string, or the text parts of a list.
fn texts(content: &Value) -> String {
    let parts = content.as_array().into_iter().flatten();
    let texts = parts.filter(|part| part["thought"].as_bool() != Some(true)).filter_map(|part| part["text"].as_str());
    content.as_str().map_or_else(|| texts.collect::<Vec<_>>().join("\n"), str::to_owned)
}
