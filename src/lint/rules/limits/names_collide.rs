//! L108: file names that some disks take for one.

use std::collections::HashMap;

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot},
    model::index_line::folded,
};

pub(super) static RULE: Rule = Rule {
    code: "L108",
    name: "names-collide",
    level: Level::Error,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "give one of them another name: `mem mv`",
    page: Page {
        what: "Two memories whose file names differ in case alone, or in how an accent is written.",
        why: "On macOS and Windows the two are one file: whoever checks the store out there gets one of \
              them, and writing the other one replaces it.",
        examples: &[
            Example {
                title: "A capital",
                store: &[
                    ("user_Editor.md", "---\nname: Editor\ndescription: uses vim\ntype: user\n---\n\nvim\n"),
                    ("user_editor.md", "---\nname: Editor\ndescription: uses emacs\ntype: user\n---\n\nemacs\n"),
                ],
                found: &["user_editor.md"],
                ..Example::EMPTY
            },
            Example {
                title: "Two names",
                store: &[
                    ("user_editor.md", "---\nname: Editor\ndescription: uses vim\ntype: user\n---\n\nvim\n"),
                    ("user_shell.md", "---\nname: Shell\ndescription: uses fish\ntype: user\n---\n\nfish\n"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Rename one of them, or merge the two.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let mut first: HashMap<String, &str> = HashMap::new();
    for memory in &snapshot.memories {
        let file = memory.memory.file.as_str();
        if let Some(other) = first.insert(folded(file), file) {
            let message = format!("some disks cannot tell this file from `{other}`");
            found.on_file(file, message).evidence(Evidence::Memory { file: other.into(), line: None });
        }
    }
}
