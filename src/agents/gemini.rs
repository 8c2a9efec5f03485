//! Gemini CLI, which takes nothing but JSON.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
};

static WIRES: &[Wire] = &[
    Wire { name: "SessionStart", event: Event::SessionStart, shape: Some(shape::nested) },
    Wire { name: "BeforeAgent", event: Event::Prompt, shape: Some(shape::nested) },
    Wire { name: "PreCompress", event: Event::Compact, shape: None },
    Wire { name: "AfterAgent", event: Event::Stop, shape: None },
    Wire { name: "SessionEnd", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "gemini",
    title: "Gemini CLI",
    tools: Tools { shell: "run_shell_command", read: "read_file" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};
