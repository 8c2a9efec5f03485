//! Qwen Code: the hooks of Claude Code, and a memory of its own.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Input, Wire, shape},
};

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
    name: "qwen",
    title: "Qwen Code",
    tools: Tools { shell: "run_shell_command", read: "read_file" },
    wires: |_| WIRES,
    prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};

/// Its event also comes with what tools and hooks have said. Where it tells what the person has
/// submitted, that alone counts, be it nothing.
fn prompt(input: &Input) -> Option<&str> {
    if input.has("submitted_prompt") { input.text(&["submitted_prompt"]) } else { super::prompt(input) }
}
