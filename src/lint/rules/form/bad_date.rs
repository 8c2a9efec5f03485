//! F117: a date that cannot be read.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots},
    model::age,
};

pub(super) static RULE: Rule = Rule {
    code: "F117",
    name: "bad-date",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write the date as 2026-11-29 or 2026-11-29T10:00:00Z",
    page: Page {
        what: "A date in the header that cannot be read.",
        why: "The age of the memory then comes from the file, which a clone or a copy makes new.",
        examples: &[
            Example {
                title: "No such day",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: works on the back end\ntype: user\nmodified: 2026-02-30\n---\n\
                     Back end.\n",
                )],
                found: &["user_role.md:5"],
                ..Example::EMPTY
            },
            Example {
                title: "As agents write it",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: works on the back end\nmetadata: \n  type: user\n  modified: \
                     2026-08-12T14:00:14.802Z\n---\nBack end.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write it as `2026-11-29` or `2026-11-29T10:00:00Z`.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for key in age::DATE_KEYS {
        let value = memory.header.get(key).filter(|value| !value.is_empty() && age::parse(value).is_none());
        if value.is_some() {
            found.at(memory, spots::value_or_first(memory, key), format!("the value of `{key}` is not a date"));
        }
    }
}
