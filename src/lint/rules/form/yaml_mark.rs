//! F114: a value that starts with a mark of YAML's own.

use super::shared_problems::tell;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F114",
    name: "yaml-mark",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "put the value in quotes",
    page: Page {
        what: "A name or a description that starts with `&word` or `!word`.",
        why: "YAML takes the word for a mark of its own and drops it. `mem` reads it as written; other \
              readers do not.",
        examples: &[
            Example {
                title: "An exclamation mark",
                store: &[(
                    "feedback_order.md",
                    "---\nname: Order\ndescription: !important is never used\ntype: feedback\n---\n\nCSS stays \
                     readable.\n",
                )],
                found: &["feedback_order.md:3"],
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
        fix: "Put the value in quotes.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    tell(memory, found, ProblemKind::Marked, |key| {
        format!("YAML takes the first word of `{key}` for a mark of its own")
    });
}
