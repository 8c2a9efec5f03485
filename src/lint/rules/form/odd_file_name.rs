//! F118: a file name that lists cannot hold.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F118",
    name: "odd-file-name",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "give the file another name: `mem mv`",
    page: Page {
        what: "A file name that is not UTF-8, or that has control characters in it.",
        why: "No index line can lead to it, and lists of names break at it.",
        examples: &[
            Example {
                title: "A line end in the name",
                store: &[(
                    "user_a\nb.md",
                    "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                )],
                found: &["user_a\nb.md"],
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
        fix: "Rename it: `mem mv` keeps the index and the links in step.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let odd = memory.memory.problems.iter().find(|problem| problem.code == "odd_file_name");
    if let Some(problem) = odd {
        found.on_file(&memory.memory.file, format!("the file {}", problem.text));
    }
}
