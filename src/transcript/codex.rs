//! Codex: what the model was sent and sent back, a record a line. The same text also comes as an
//! event; only one of the two is read.

use std::path::PathBuf;

use serde_json::Value;

use super::{Draft, Format};
use crate::world::World;

pub(super) static FORMAT: Format = Format { name: "codex", recognises, take, folder, is_named };

fn folder(world: &World) -> Option<PathBuf> {
    let configured = world.var("CODEX_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
    configured.or_else(|| Some(world.home().ok()?.join(".codex")))
}

fn is_named(name: &str, session: &str) -> bool {
    let rollout = name.strip_prefix("rollout-");
    let stem = rollout.and_then(|name| name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".jsonl.zst")));
    stem.is_some_and(|stem| stem.ends_with(session) || stem.contains(&format!("-{session}_")))
}

fn recognises(record: &Value) -> bool {
    let known = ["session_meta", "response_item", "event_msg", "turn_context", "compacted"];
    record["payload"].is_object() && record["type"].as_str().is_some_and(|kind| known.contains(&kind))
}

fn take(draft: &mut Draft, record: &Value) {
    let payload = &record["payload"];
    match record["type"].as_str() {
        Some("session_meta") if draft.session.is_none() => {
            draft.session = payload["id"].as_str().map(str::to_owned);
        }
        Some("response_item") => item(draft, payload, record["timestamp"].as_str()),
        Some("event_msg") if payload["type"] == "thread_rolled_back" => {
            let turns = payload["num_turns"].as_u64().and_then(|turns| usize::try_from(turns).ok());
            draft.drop_turns(turns.unwrap_or(0));
        }
        _ => {}
    }
}

fn item(draft: &mut Draft, payload: &Value, at: Option<&str>) {
    let text = |key: &str| payload[key].as_str().unwrap_or_default();
    match (text("type"), text("role")) {
        ("message", "user") => draft.human("", &texts(&payload["content"], "input_text"), at),
        ("message", "assistant") => draft.answer("", &texts(&payload["content"], "output_text")),
        ("function_call", _) => draft.did("", text("name"), &command(text("arguments"))),
        ("custom_tool_call", _) => draft.did("", text("name"), text("input")),
        ("local_shell_call", _) => draft.did("", "shell", &words(&payload["action"]["command"])),
        _ => {}
    }
}

/// The text parts of a message. What a hook or an instruction file put there is a part of its own.
fn texts(content: &Value, kind: &str) -> String {
    let parts = content.as_array().into_iter().flatten().filter(|part| part["type"] == kind);
    let texts =
        parts.filter_map(|part| part["text"].as_str()).filter(|text| !text.trim_start().starts_with("# AGENTS.md"));
    texts.collect::<Vec<_>>().join("\n")
}

/// The command or the file in a call's arguments, which are JSON in a string.
fn command(arguments: &str) -> String {
    let Ok(parsed) = serde_json::from_str::<Value>(arguments) else { return arguments.to_owned() };
    let found = ["command", "cmd", "path", "file_path", "input"].into_iter().map(|key| words(&parsed[key]));
    found.into_iter().find(|text| !text.is_empty()).unwrap_or_else(|| arguments.to_owned())
}

/// A command as one text, whether it is a string or a list.
fn words(command: &Value) -> String {
    let words = command.as_array().into_iter().flatten().filter_map(Value::as_str);
    command.as_str().map_or_else(|| words.collect::<Vec<_>>().join(" "), str::to_owned)
}
