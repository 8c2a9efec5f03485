//! Kiro, whose hooks print plain text.

use serde_json::{Value, json};

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
    install::{Form, Install, Plain, Program},
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
    own_recall: super::no_recall,
    install: Install {
        user: |world| Ok(world.home()?.join(".kiro/agents/mem.json")),
        project: ".kiro/agents/mem.json",
        form: Form::Settings {
            base: &[
                ("name", Plain::Text("mem")),
                ("description", Plain::Text("The usual agent with the memory of the project")),
                ("tools", Plain::Texts(&["*"])),
            ],
            hooks,
        },
        notes: &[
            "Kiro keeps hooks with an agent: start it with `kiro-cli chat --agent mem`, or copy the hooks into an agent of your own",
        ],
        programs: &["kiro-cli", "kiro"],
        traces: &[".kiro"],
    },
};

fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let run = json!({ "command": program.command("hook run kiro"), "timeout_ms": 10_000 });
    ["agentSpawn", "userPromptSubmit"].map(|event| (event, run.clone())).into()
}
