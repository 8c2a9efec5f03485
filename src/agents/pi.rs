//! pi, which takes extensions instead of hooks: ours hands on what `mem` prints.

use std::path::PathBuf;

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
    install::{File, Form, Install, Program, home},
};
use crate::world::{World, WorldError};

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
    own_recall: super::no_recall,
    install: Install {
        user,
        project: ".pi/extensions",
        form: Form::Files(plugin),
        notes: &[],
        programs: &["pi"],
        traces: &[".pi"],
    },
};

fn plugin(program: &Program) -> Vec<File> {
    let text = include_str!("pi.ts").replace("\"MEM_PROGRAM\"", &program.quoted());
    vec![File {
        name: "mem.ts",
        events: &["session_start", "before_agent_start", "session_compact"],
        text,
        executable: false,
    }]
}

fn user(world: &World) -> Result<PathBuf, WorldError> {
    Ok(home(world, "PI_CODING_AGENT_DIR", ".pi/agent")?.join("extensions"))
}
