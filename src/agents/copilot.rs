//! GitHub Copilot: its command line, and Visual Studio Code, which reads the same files.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Input, Wire, shape},
    install::{Form, Install, Plain, Program, home},
};
use crate::world::{World, WorldError};

static WIRES: &[Wire] = &[
    Wire { name: "sessionStart", event: Event::SessionStart, shape: Some(shape::top_level) },
    Wire { name: "userPromptSubmitted", event: Event::Prompt, shape: Some(shape::top_level) },
    Wire { name: "UserPromptSubmit", event: Event::Prompt, shape: Some(shape::top_level) },
    Wire { name: "subagentStart", event: Event::SubagentStart, shape: Some(shape::top_level) },
    Wire { name: "preCompact", event: Event::Compact, shape: None },
    Wire { name: "agentStop", event: Event::Stop, shape: None },
    Wire { name: "sessionEnd", event: Event::Stop, shape: None },
];

/// Visual Studio Code takes no text at a prompt.
static CODE: &[Wire] = &[
    Wire { name: "SessionStart", event: Event::SessionStart, shape: Some(shape::nested) },
    Wire { name: "SubagentStart", event: Event::SubagentStart, shape: Some(shape::nested) },
    Wire { name: "UserPromptSubmit", event: Event::Prompt, shape: None },
    Wire { name: "PreCompact", event: Event::Compact, shape: None },
    Wire { name: "Stop", event: Event::Stop, shape: None },
];

/// Visual Studio Code is the one that names the event in this way.
fn wires(input: &Input) -> &'static [Wire] {
    if input.has("hookEventName") { CODE } else { WIRES }
}

pub(super) static AGENT: Agent = Agent {
    name: "copilot",
    title: "Copilot",
    tools: Tools { shell: "bash", read: "view" },
    wires,
    prompt: super::prompt,
    prompt_variable: None,
    cap: CHARS,
    opening: "",
    is_foreign: super::nobody,
    own_recall: super::no_recall,
    install: Install {
        user,
        project: ".github/hooks/mem.json",
        form: Form::Settings { base: &[("version", Plain::Number(1))], hooks },
        notes: &[],
        programs: &["copilot"],
        traces: &[".copilot"],
    },
};

/// Names of this spelling come without a name in the input, so that each goes into its command.
fn hooks(program: &Program) -> Vec<(&'static str, Value)> {
    let run = |event: &'static str| {
        let arguments = format!("hook run copilot --event {event}");
        let (bash, powershell) = (program.command(&arguments), program.powershell(&arguments));
        (event, json!({ "type": "command", "bash": bash, "powershell": powershell, "timeoutSec": 10 }))
    };
    ["sessionStart", "userPromptSubmitted", "subagentStart"].map(run).into()
}

fn user(world: &World) -> Result<PathBuf, WorldError> {
    Ok(home(world, "COPILOT_HOME", ".copilot")?.join("hooks/mem.json"))
}
