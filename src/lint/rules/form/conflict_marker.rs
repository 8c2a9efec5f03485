//! F113: marks of a conflict.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "F113",
    name: "conflict-marker",
    level: Level::Error,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "settle the conflict and take the marks out",
    page: Page {
        what: "The marks of a merge that nobody settled: `<<<<<<<`, `=======`, `>>>>>>>`.",
        why: "The memory says two things at once, and an agent takes both for true.",
        examples: &[
            Example {
                title: "Two sides",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\n<<<<<<< HEAD\nUse tabs.\n=======\nUse blanks.\n>>>>>>> other\n",
                )],
                found: &["feedback_tabs.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Shown in a code block",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nLook for these:\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n\n\
                     Title\n=======\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Keep the side that is right, or both in a sentence of their own, and take the three marks \
              out.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if let Some(at) = spots::conflict(&memory.text) {
        found.at(memory, at..at + 7, "a conflict of two versions was never settled");
    }
}
