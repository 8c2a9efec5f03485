//! F109: a header without a description.

use super::shared_problems::noted;
use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "F109",
    name: "missing-description",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "say in one line when the memory matters",
    page: Page {
        what: "A header without a description, or with an empty one.",
        why: "The description is what recall judges a memory by, and what stands behind its link in the \
              index.",
        examples: &[
            Example {
                title: "No description",
                store: &[("user_role.md", "---\nname: Role\ntype: user\n---\nBack end.\n")],
                found: &["user_role.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "An empty one",
                store: &[("user_role.md", "---\nname: Role\ndescription: \"\"\ntype: user\n---\nBack end.\n")],
                found: &["user_role.md:3"],
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
        fix: "Write `description:` with one line that tells when the memory matters, in the words that a \
              question about it would use.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if noted(memory, "missing_description") {
        found.at(memory, spots::value_or_first(memory, "description"), "the header has no description");
    }
}
