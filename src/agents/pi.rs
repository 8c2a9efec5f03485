//! pi, which takes extensions instead of hooks: ours hands on what `mem` prints.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
};

static WIRES: &[Wire] = &[
    Wire { name: "session_start", event: Event::SessionStart, shape: Some(shape::plain) },
    Wire { name: "before_agent_start", event: Event::Prompt, shape: Some(shape::plain) },
    Wire { name: "session_compact", event: Event::Compact, shape: None },
    Wire { name: "agent_end", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "pi",
    title: "pi",
    tools: Tools { shell: "bash", read: "read" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};
