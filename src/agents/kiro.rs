//! Kiro, whose hooks print plain text.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
};

static WIRES: &[Wire] = &[
    Wire { name: "agentSpawn", event: Event::SessionStart, shape: Some(shape::plain) },
    Wire { name: "SessionStart", event: Event::SessionStart, shape: Some(shape::plain) },
    Wire { name: "userPromptSubmit", event: Event::Prompt, shape: Some(shape::plain) },
    Wire { name: "PromptSubmit", event: Event::Prompt, shape: Some(shape::plain) },
    Wire { name: "stop", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "kiro",
    title: "Kiro",
    tools: Tools { shell: "execute_bash", read: "fs_read" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: Some("USER_PROMPT"),
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};
