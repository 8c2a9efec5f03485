//! Qwen Code: the hooks of Claude Code, and a memory of its own.

use serde_json::{Value, json};

use super::{
    Agent, CHARS, OwnRecall, Tools,
    hook::{Event, Input, Wire, shape},
    install::{Form, Install, Program},
};

use crate::world::World;

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
    own_recall,
    install: Install {
        user: |world| Ok(world.home()?.join(".qwen/settings.json")),
        project: ".qwen/settings.json",
        form: Form::Settings { base: &[], hooks },
        notes: &[],
        programs: &["qwen"],
        traces: &[".qwen"],
    },
};

/// Its event also comes with what tools and hooks have said. Where it tells what the person has
/// submitted, that alone counts, be it nothing.
fn prompt(input: &Input) -> Option<&str> {
    if input.has("submitted_prompt") { input.text(&["submitted_prompt"]) } else { super::prompt(input) }
}

/// Milliseconds that the hook may take.
const PATIENCE: u32 = 10_000;

fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let command = program.command("hook run qwen");
    let group = json!({ "hooks": [{ "name": "mem", "type": "command", "command": command, "timeout": PATIENCE }] });
    ["SessionStart", "UserPromptSubmit", "SubagentStart", "PreCompact"].map(|event| (event, group.clone())).into()
}

/// It keeps and recalls memories of its own, beside the store.
fn own_recall(_: &World) -> Option<OwnRecall> {
    let note = "Qwen Code also recalls a memory of its own; `memory.enableManagedAutoMemory` in its settings ends that";
    Some(OwnRecall { note, is_same: false })
}
