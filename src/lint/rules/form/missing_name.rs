//! F108: a header without a name.

use super::shared_problems::noted;
use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "F108",
    name: "missing-name",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "give the memory a name of a few words",
    page: Page {
        what: "A header without a name, or with an empty one.",
        why: "The file name stands in for it: in lists, in the index, and for links by name.",
        examples: &[
            Example {
                title: "No name",
                store: &[("user_role.md", "---\ndescription: works on the back end\ntype: user\n---\nBack end.\n")],
                found: &["user_role.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "An empty one",
                store: &[(
                    "user_role.md",
                    "---\nname:\ndescription: works on the back end\ntype: user\n---\nBack end.\n",
                )],
                found: &["user_role.md:2"],
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
        fix: "Write `name:` with the few words by which you would call the memory.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if noted(memory, "missing_name") {
        found.at(memory, spots::value_or_first(memory, "name"), "the header has no name");
    }
}
