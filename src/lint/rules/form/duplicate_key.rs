//! F104: a key that stands twice.

use super::shared_problems::tell;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F104",
    name: "duplicate-key",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "keep the line that is right and take the other one out",
    page: Page {
        what: "A key that stands twice in one header.",
        why: "The last one counts here, the first one elsewhere, and some readers refuse the header.",
        examples: &[
            Example {
                title: "Two descriptions",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: back end\ndescription: front end\ntype: user\n---\nWorks on \
                     the back end.\n",
                )],
                found: &["user_role.md:4"],
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
        fix: "Keep one of them.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    tell(memory, found, ProblemKind::DuplicateKey, |key| {
        format!("`{key}` stands twice, and readers differ in which one counts")
    });
}
