//! opencode, which takes plug-ins instead of hooks: ours hands on what `mem` prints.

use super::{
    Agent, CHARS, Tools,
    hook::{Event, Wire, shape},
    install::{File, Form, Install, Program},
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
    own_recall: super::no_recall,
    install: Install {
        user: |world| Ok(world.xdg("XDG_CONFIG_HOME", ".config")?.join("opencode/plugins")),
        project: ".opencode/plugins",
        form: Form::Files(plugin),
        notes: &[],
        programs: &["opencode"],
        traces: &[".config/opencode"],
    },
};

fn plugin(program: &Program) -> Vec<File> {
    let text = include_str!("opencode.ts").replace("\"MEM_PROGRAM\"", &program.quoted());
    vec![File {
        name: "mem.ts",
        events: &["session.start", "chat.message", "session.compacted"],
        text,
        executable: false,
    }]
}
