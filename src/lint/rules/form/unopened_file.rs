//! F119: a file that cannot be read.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    store::scan::OUTSIDE,
};

pub(super) static RULE: Rule = Rule {
    code: "F119",
    name: "unopened-file",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "put a file that can be read in its place, or take it out",
    page: Page {
        what: "A file that looks like a memory and cannot be read: a pipe, a device, a link that leads \
               nowhere, a file without permission.",
        why: "No reader sees what it says. A pipe or a device would make a reader wait for ever, so that \
              `mem` does not open it.",
        examples: &[
            Example {
                title: "A link to a file that is gone",
                found: &["user_role.md"],
                skipped: &[("user_role.md", "is a link that leads nowhere")],
                ..Example::EMPTY
            },
            Example {
                title: "A header like any other",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put a regular file in its place, give yourself permission, or take it out.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    // A link out of the store is a question of safety.
    for skipped in snapshot.skipped.iter().filter(|skipped| skipped.why != OUTSIDE) {
        found.on_file(&skipped.file, format!("the file {}", skipped.why));
    }
    for memory in &snapshot.memories {
        if let Some(problem) = memory.memory.problems.iter().find(|problem| problem.code == "unreadable") {
            found.on_file(&memory.memory.file, format!("the file {}", problem.text));
        }
    }
}
