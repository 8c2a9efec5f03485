//! Claude Code, which brings hooks and a memory of its own.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{
    Agent, CHARS, OwnRecall, Tools,
    hook::{Event, Input, Wire, shape},
    install::{Form, Install, Program, home},
};
use crate::world::{World, WorldError};

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
    name: "claude",
    title: "Claude Code",
    tools: Tools { shell: "Bash", read: "Read" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign,
    own_recall,
    install: Install {
        user,
        project: ".claude/settings.local.json",
        form: Form::Settings { base: &[], hooks },
        notes: &[],
        programs: &["claude"],
        traces: &[".claude"],
    },
};

/// Cursor and Copilot run the hooks of Claude Code too. Cursor says who it is; Copilot stamps its
/// inputs with the time, which Claude Code does not, and names no transcript, which Claude Code does.
fn is_foreign(world: &World, input: &Input) -> bool {
    let cursor = ["CURSOR_VERSION", "CURSOR_PROJECT_DIR"].iter().any(|name| world.var(name).is_some());
    cursor || input.has("cursor_version") || input.has("timestamp") && !input.has("transcript_path")
}

/// The entries, in the form that needs no shell. None stands between to hide that `mem` is gone: other
/// agents that read this file and pass over `args` would hand such a shell the prompt as a script.
fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let run = json!({ "type": "command", "command": program.path, "args": ["hook", "run", "claude"], "timeout": 10 });
    vec![
        // One that is resumed has in its transcript what it was told.
        ("SessionStart", json!({ "matcher": "startup|clear|compact", "hooks": [run.clone()] })),
        ("UserPromptSubmit", json!({ "hooks": [run.clone()] })),
        ("SubagentStart", json!({ "hooks": [run.clone()] })),
        // What these start is off until the person turns it on, for all projects or for one: the entries are
        // there always, and cost a process that ends at once.
        ("PreCompact", json!({ "hooks": [run.clone()] })),
        ("Stop", json!({ "hooks": [run.clone()] })),
        ("SessionEnd", json!({ "hooks": [run] })),
    ]
}

fn user(world: &World) -> Result<PathBuf, WorldError> {
    Ok(home(world, "CLAUDE_CONFIG_DIR", ".claude")?.join("settings.json"))
}

/// With stores of its own connected, it chooses memories for each prompt itself.
fn own_recall(world: &World) -> Option<OwnRecall> {
    world.var("CLAUDE_MEMORY_STORES").map(|_| OwnRecall {
        note: "Claude Code recalls by itself while CLAUDE_MEMORY_STORES is set; the hook leaves prompts to it",
        is_same: true,
    })
}
