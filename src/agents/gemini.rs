//! Gemini CLI, which takes nothing but JSON.

use serde_json::{Value, json};

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
    install::{Form, Install, Program},
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
    install: Install {
        user: |world| Ok(world.home()?.join(".gemini/settings.json")),
        project: ".gemini/settings.json",
        form: Form::Settings { base: &[], hooks },
        notes: &["Gemini CLI asks for consent when the hooks of a project have changed"],
        programs: &["gemini"],
        traces: &[".gemini"],
    },
};

/// Milliseconds that the hook may take.
const PATIENCE: u32 = 10_000;

fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let command = program.command("hook run gemini");
    let group = json!({ "hooks": [{ "name": "mem", "type": "command", "command": command, "timeout": PATIENCE }] });
    ["SessionStart", "BeforeAgent", "PreCompress"].map(|event| (event, group.clone())).into()
}
