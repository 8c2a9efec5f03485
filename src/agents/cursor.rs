//! Cursor, which also runs the hooks of Claude Code.

use serde_json::{Value, json};

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
    install::{Form, Install, Plain, Program},
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
    own_recall: super::no_recall,
    install: Install {
        user: |world| Ok(world.home()?.join(".cursor/hooks.json")),
        project: ".cursor/hooks.json",
        form: Form::Settings { base: &[("version", Plain::Number(1))], hooks },
        notes: &[],
        programs: &["cursor", "cursor-agent"],
        traces: &[".cursor"],
    },
};

/// Without a time limit, since Cursor does not say in which unit.
fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let run = json!({ "command": program.command("hook run cursor") });
    ["sessionStart", "beforeSubmitPrompt"].map(|event| (event, run.clone())).into()
}
