//! F123: a memory that says nothing.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F123",
    name: "says-nothing",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write down the fact, or remove the file: `mem rm`",
    page: Page {
        what: "A memory without a text, whose header describes nothing either.",
        why: "It takes a line of the index and a place in recall, and says nothing.",
        examples: &[
            Example {
                title: "An empty file",
                store: &[("user_role.md", "\n")],
                found: &["user_role.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A header alone",
                store: &[("user_role.md", "---\nname: Role\ntype: user\n---\n\n")],
                found: &["user_role.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A description can be enough",
                store: &[("user_role.md", "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Write the fact down, or remove the file.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let read = !memory.memory.problems.iter().any(|problem| problem.code == "unreadable");
    if read && memory.body().trim().is_empty() && memory.memory.description.is_none() {
        found.on_file(&memory.memory.file, "the memory says nothing");
    }
}
