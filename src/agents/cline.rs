//! Cline.

use super::{
    Agent, Tools,
    hook::{Event, Input, Wire, shape},
    install::{File, Form, Install, Program},
};
use crate::model::{Cap, text::shell};

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
    own_recall: super::no_recall,
    install: Install {
        user: |world| Ok(world.home()?.join("Documents/Cline/Hooks")),
        project: ".clinerules/hooks",
        form: Form::Files(scripts),
        notes: &["Cline runs hooks when they are enabled in its settings"],
        programs: &["cline"],
        traces: &["Documents/Cline", ".cline"],
    },
};

fn prompt(input: &Input) -> Option<&str> {
    input.text(&["userPromptSubmit.prompt", "prompt"])
}

/// Cline starts a file that has the name of the event.
fn scripts(program: &Program) -> Vec<File> {
    let mem = shell(&program.path);
    let script = |name: &'static str, events: &'static [&'static str]| {
        let text = format!(
            "#!/bin/sh\n# Written by `mem hook install cline`; `mem hook uninstall cline` takes it out again.\n\
[ -x {mem} ] || exit 0\nexec {mem} hook run cline\n"
        );
        File { name, events, text, executable: true }
    };
    vec![script("TaskStart", &["TaskStart"]), script("UserPromptSubmit", &["UserPromptSubmit"])]
}
