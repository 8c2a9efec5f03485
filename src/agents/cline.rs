//! Cline.

use super::{
    Agent, Tools,
    hook::{Event, Input, Wire, shape},
};
use crate::model::Cap;

/// 50 KB, less what stands around the text.
const CAP: Cap = Cap::Bytes(48_000);

static WIRES: &[Wire] = &[
    Wire { name: "TaskStart", event: Event::SessionStart, shape: Some(shape::modification) },
    Wire { name: "TaskResume", event: Event::SessionStart, shape: Some(shape::modification) },
    Wire { name: "UserPromptSubmit", event: Event::Prompt, shape: Some(shape::modification) },
    Wire { name: "PreCompact", event: Event::Compact, shape: None },
    Wire { name: "TaskComplete", event: Event::Stop, shape: None },
    Wire { name: "TaskCancel", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "cline",
    title: "Cline",
    tools: Tools { shell: "execute_command", read: "read_file" },
    wires: |_| WIRES,
    prompt,
    prompt_variable: None,
    cap: CAP,
    opening: "",
    is_foreign: super::nobody,
};

fn prompt(input: &Input) -> Option<&str> {
    input.text(&["userPromptSubmit.prompt", "prompt"])
}
