//! X101: a password, a token, a key.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

/// Where a secret belongs, for the two rules that find one.
pub(super) const HELP: &str = "take it out of file and history with `mem rm --forget`, change it where it is used, \
                               and note only where it is kept";

pub(super) static RULE: Rule = Rule {
    code: "X101",
    name: "secret",
    level: Level::Error,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: HELP,
    page: Page {
        what: "A password, token or key: tokens with the mark of whoever issues them, private keys, passwords in \
               URLs, and values that a word such as `password` calls a secret and nobody would guess. Names of \
               variables, placeholders, ids of commits and times are none.\n\nIt is covered with `*` wherever `mem \
               lint` prints it. A writer refuses it whatever else is said, and the history does not take it.",
        why: "Memories are loaded into every session, sent to models, and committed. A secret in one is a secret \
              given away.",
        examples: &[
            Example {
                title: "A token in a text",
                store: &[(
                    "reference_ci.md",
                    concat!(
                        "---\nname: CI\ndescription: How CI is reached\ntype: reference\n---\n\nUse ",
                        "ghp",
                        "_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9",
                        ".\n"
                    ),
                )],
                found: &["reference_ci.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Where it is kept",
                store: &[(
                    "reference_ci.md",
                    "---\nname: CI\ndescription: How CI is reached\ntype: reference\n---\n\nThe token is CI_TOKEN in \
                     the team's vault.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "`mem rm --forget NAME` takes the memory out of the store and of its history. Then change the secret \
              where it is used, since whoever has read it knows it, and save where it is kept instead.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for secret in found.secrets(&memory.text) {
        found.at(memory, secret.range, format!("here stands {}", secret.what));
    }
}
