//! F115: a value that is nothing.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F115",
    name: "null-value",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write the value, or take the key out",
    page: Page {
        what: "A name, description or type that is `null` or `~`.",
        why: "That is no text: readers see nothing, or the word `None`.",
        examples: &[
            Example {
                title: "No description",
                store: &[("user_role.md", "---\nname: Role\ndescription: ~\ntype: user\n---\n\nBack end.\n")],
                found: &["user_role.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "Other keys may be null",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: works on the back end\ntype: user\nreviewed: null\n---\nBack \
                     end.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write a value. If the word itself is meant, put it in quotes.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for problem in memory.header.problems().iter().filter(|problem| problem.kind == ProblemKind::Null) {
        if ["name", "description", "type"].contains(&problem.detail.as_str()) {
            found.on_line(memory, problem.line, format!("the {} is YAML's null, which is no text", problem.detail));
        }
    }
}
