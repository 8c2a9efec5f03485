//! Claude Code, which brings hooks and a memory of its own.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Input, Wire, shape},
};
use crate::world::World;

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
};

/// Cursor and Copilot run the hooks of Claude Code too. Cursor says who it is; Copilot stamps its
/// inputs with the time, which Claude Code does not, and names no transcript, which Claude Code does.
fn is_foreign(world: &World, input: &Input) -> bool {
    let cursor = ["CURSOR_VERSION", "CURSOR_PROJECT_DIR"].iter().any(|name| world.var(name).is_some());
    cursor || input.has("cursor_version") || input.has("timestamp") && !input.has("transcript_path")
}
