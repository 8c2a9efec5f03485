//! F102: a header that never closes.

use super::shared_problems::tell;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F102",
    name: "unclosed-header",
    level: Level::Error,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "close the header with a line `---`",
    page: Page {
        what: "A header that is opened by `---` and never closed.",
        why: "Every reader takes the whole file for text: name, description and type are lost, and recall \
              hands out the header as if it were the fact.",
        examples: &[
            Example {
                title: "No second fence",
                store: &[("user_role.md", "---\nname: Role\ntype: user\nWorks on the back end.\n")],
                found: &["user_role.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "Closed",
                store: &[("user_role.md", "---\nname: Role\ntype: user\n---\nWorks on the back end.\n")],
                ..Example::EMPTY
            },
            Example {
                title: "Dashes that open no header",
                store: &[("user_role.md", "----\nhello\n----\nworld\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Put a line `---` behind the last key. A line `...` ends YAML, and few readers of memories \
              know that.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    tell(memory, found, ProblemKind::Unclosed, |detail| match detail {
        "" => "the header is never closed, so that all of it is text".into(),
        how => format!("the header is {how}, which does not close it: all of it is text"),
    });
}
