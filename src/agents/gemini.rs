//! Gemini CLI, which takes nothing but JSON.

use serde_json::{Value, json};

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Input, Wire, shape},
    install::{Form, Install, Program},
};

/// It also announces a compression, but before every prompt, be there one or not.
static WIRES: &[Wire] = &[
    Wire { name: "SessionStart", event: Event::SessionStart, shape: Some(shape::nested) },
    Wire { name: "BeforeAgent", event: Event::Prompt, shape: Some(shape::nested) },
    Wire { name: "AfterAgent", event: Event::Stop, shape: None },
    Wire { name: "SessionEnd", event: Event::Stop, shape: None },
];

pub(super) static AGENT: Agent = Agent {
    name: "gemini",
    title: "Gemini CLI",
    tools: Tools { shell: "run_shell_command", read: "read_file" },
    wires: |_| WIRES,
    prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
    own_recall: super::no_recall,
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
    ["SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"].map(|event| (event, group.clone())).into()
}

/// What a hook has said at the start of the session stands before the first prompt.
fn prompt(input: &Input) -> Option<&str> {
    let prompt = super::prompt(input)?;
    let behind = prompt.strip_prefix("<hook_context>").and_then(|rest| rest.split_once("</hook_context>"));
    Some(behind.map_or(prompt, |(_, prompt)| prompt.trim_start()))
}
