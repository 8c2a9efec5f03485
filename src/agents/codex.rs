//! OpenAI's Codex CLI: the hooks of Claude Code, their answers read strictly.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{
    Agent, Tools,
    hook::{Event, Wire, shape},
    install::{Form, Install, Program, home},
};
use crate::{
    model::Cap,
    world::{World, WorldError},
};

/// 2,500 tokens. A token is three bytes of English or more, and about one character of Chinese, which
/// has three.
const CAP: Cap = Cap::Bytes(7_200);

static WIRES: &[Wire] = &[
    Wire { name: "SessionStart", event: Event::SessionStart, shape: Some(shape::nested) },
    Wire { name: "UserPromptSubmit", event: Event::Prompt, shape: Some(shape::nested) },
    Wire { name: "SubagentStart", event: Event::SubagentStart, shape: Some(shape::nested) },
    Wire { name: "PreCompact", event: Event::Compact, shape: None },
    Wire { name: "PostCompact", event: Event::Compact, shape: None },
    Wire { name: "Stop", event: Event::Stop, shape: None },
    Wire { name: "SessionEnd", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "codex",
    title: "Codex CLI",
    tools: Tools { shell: "shell", read: "shell" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CAP,
    opening: "Background for the request above, not a new task.\n\n",
    is_foreign: super::nobody,
    own_recall: super::no_recall,
    install: Install {
        user,
        project: ".codex/hooks.json",
        form: Form::Settings { base: &[], hooks },
        notes: &["Codex runs a new or changed hook only when you have trusted it: type /hooks in a session"],
        programs: &["codex"],
        traces: &[".codex"],
    },
};

fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let run = json!({ "type": "command", "command": program.command("hook run codex"), "timeout": 10 });
    vec![
        ("SessionStart", json!({ "matcher": "startup|clear|compact", "hooks": [run.clone()] })),
        ("UserPromptSubmit", json!({ "hooks": [run.clone()] })),
        ("SubagentStart", json!({ "hooks": [run.clone()] })),
        // Always there, since a changed hook would have to be trusted anew. Not all versions know the end of
        // a session.
        ("PreCompact", json!({ "hooks": [run.clone()] })),
        ("Stop", json!({ "hooks": [run] })),
    ]
}

fn user(world: &World) -> Result<PathBuf, WorldError> {
    Ok(home(world, "CODEX_HOME", ".codex")?.join("hooks.json"))
}
