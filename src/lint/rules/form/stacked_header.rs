//! F105: two headers, one behind the other.

use super::shared_problems::tell;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F105",
    name: "stacked-header",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "make one header of the two",
    page: Page {
        what: "A second header right behind the first.",
        why: "Only the first one counts. When another tool put its own before it, name, description and \
              type of the memory are lost.",
        examples: &[
            Example {
                title: "A block that another tool put before the header",
                store: &[(
                    "reference_board.md",
                    "---\npermalink: p/x\n---\n\n---\nname: Board\ndescription: where the dashboard is\ntype: \
                     reference\n---\nSee the wiki.\n",
                )],
                found: &["reference_board.md:5"],
                ..Example::EMPTY
            },
            Example {
                title: "Rules in the text are no headers",
                store: &[(
                    "reference_board.md",
                    "---\nname: Board\ndescription: where the dashboard is\ntype: reference\n---\n\none\n\n---\n\
                     \ntwo\n\n---\nthree\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Move what is worth keeping into one header and take the other one out.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    tell(memory, found, ProblemKind::Stacked, |_| "a second header starts here, and only the first one counts".into());
}
