//! Claude Code: a record a line, one block of a message each.

use std::path::PathBuf;

use serde_json::Value;

use super::{Draft, Format};
use crate::world::World;

pub(super) static FORMAT: Format = Format { name: "claude", recognises, take, folder, is_named };

fn folder(world: &World) -> Option<PathBuf> {
    let configured = world.var("CLAUDE_CONFIG_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute());
    Some(configured.or_else(|| Some(world.home().ok()?.join(".claude")))?.join("projects"))
}

fn is_named(name: &str, session: &str) -> bool {
    name.strip_suffix(".jsonl") == Some(session)
}

fn recognises(record: &Value) -> bool {
    let text = |key: &str| record.get(key).is_some_and(Value::is_string);
    let agent = record.get("parentUuid").is_some() || record.get("isSidechain").is_some();
    agent || text("type") && text("sessionId") && record.get("projectHash").is_none()
}

fn take(draft: &mut Draft, record: &Value) {
    let text = |key: &str| record[key].as_str();
    let is = |key: &str| record[key].as_bool() == Some(true);
    if draft.session.is_none() {
        draft.session = text("sessionId").map(str::to_owned);
    }
    if is("isSidechain") {
        return;
    }
    match text("type") {
        Some("user") if !is("isMeta") && !is("isCompactSummary") && is_human(record) => {
            let content = &record["message"]["content"];
            if !blocks(content).any(|block| block["type"] == "tool_result") {
                draft.human(text("uuid").unwrap_or_default(), &texts(content), text("timestamp"));
            }
        }
        Some("assistant") if !is("isApiErrorMessage") => answer(draft, &record["message"]),
        Some("attachment") => queued(draft, record),
        _ => {}
    }
}

/// A prompt that was typed while the agent was busy.
fn queued(draft: &mut Draft, record: &Value) {
    let attached = &record["attachment"];
    let prompt = attached["type"] == "queued_command" && attached["commandMode"] == "prompt";
    if prompt && is_human(attached) {
        let id = record["uuid"].as_str().unwrap_or_default();
        draft.human(id, &texts(&attached["prompt"]), record["timestamp"].as_str());
    }
}

fn is_human(record: &Value) -> bool {
    record["origin"]["kind"].as_str().is_none_or(|kind| kind == "human")
}

fn answer(draft: &mut Draft, message: &Value) {
    let id = message["id"].as_str().unwrap_or_default();
    if let Some(text) = message["content"].as_str() {
        draft.answer(id, text);
    }
    for block in blocks(&message["content"]) {
        match block["type"].as_str() {
            Some("text") => draft.answer(id, block["text"].as_str().unwrap_or_default()),
            Some("tool_use") => {
                let input = &block["input"];
                let what =
                    ["file_path", "notebook_path", "path", "command"].into_iter().find_map(|key| input[key].as_str());
                draft.did(id, block["name"].as_str().unwrap_or_default(), what.unwrap_or_default());
            }
            _ => {}
        }
    }
}

fn blocks(content: &Value) -> impl Iterator<Item = &Value> {
    content.as_array().into_iter().flatten()
}

/// The text of a message: a string, or the text blocks of a list.
fn texts(content: &Value) -> String {
    let parts = blocks(content).filter(|block| block["type"] == "text").filter_map(|block| block["text"].as_str());
    content.as_str().map_or_else(|| parts.collect::<Vec<_>>().join("\n"), str::to_owned)
}
