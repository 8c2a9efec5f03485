//! F116: a value that is no text.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F116",
    name: "not-text",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write one line of text",
    page: Page {
        what: "A name, description or type that is a list or a map.",
        why: "Readers want one line of text there. Each makes something else of it.",
        examples: &[
            Example {
                title: "A list by accident",
                store: &[(
                    "project_draft.md",
                    "---\nname: Draft\ndescription: [draft]\ntype: project\n---\n\nIt is open.\n",
                )],
                found: &["project_draft.md:3"],
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
        fix: "Write one line; put it in quotes if it starts with a bracket.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for problem in memory.header.problems().iter().filter(|problem| problem.kind == ProblemKind::NotText) {
        if ["name", "description", "type"].contains(&problem.detail.as_str()) {
            found.on_line(memory, problem.line, format!("the {} is a list or a map, not text", problem.detail));
        }
    }
}
