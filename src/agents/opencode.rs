//! opencode, which takes plug-ins instead of hooks: ours hands on what `mem` prints.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
};

static WIRES: &[Wire] = &[
    Wire { name: "session.start", event: Event::SessionStart, shape: Some(shape::plain) },
    Wire { name: "chat.message", event: Event::Prompt, shape: Some(shape::plain) },
    Wire { name: "session.compacted", event: Event::Compact, shape: None },
    Wire { name: "session.idle", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "opencode",
    title: "opencode",
    tools: Tools { shell: "bash", read: "read" },
    wires: |_| WIRES,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
};
