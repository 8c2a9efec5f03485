//! Cursor, which also runs the hooks of Claude Code.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
};

static WIRES: &[Wire] = &[
    Wire { name: "sessionStart", event: Event::SessionStart, shape: Some(shape::snake_case) },
    Wire { name: "beforeSubmitPrompt", event: Event::Prompt, shape: Some(shape::going_on) },
    Wire { name: "preCompact", event: Event::Compact, shape: None },
    Wire { name: "stop", event: Event::Stop, shape: None },
    Wire { name: "sessionEnd", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "cursor",
    title: "Cursor",
    tools: Tools { shell: "run_terminal_cmd", read: "read_file" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};
