//! X105: a link out of the store.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    store::scan::OUTSIDE,
};

pub(super) static RULE: Rule = Rule {
    code: "X105",
    name: "link-out-of-the-store",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "put a copy in its place, or take the link out",
    page: Page {
        what: "A memory that is a link to a file outside of the store.",
        why: "Whoever can place a link can put any file of the machine before an agent. `mem` does not \
              follow it; other readers do.",
        examples: &[
            Example {
                title: "A link to a file of the machine",
                found: &["user_keys.md"],
                skipped: &[("user_keys.md", "is a link out of the store")],
                ..Example::EMPTY
            },
            Example {
                title: "A rule of the user",
                store: &[(
                    "feedback_lint.md",
                    "---\nname: Linter\ndescription: the linter is always run\ntype: feedback\n---\n\nRun the \
                     linter before each commit.\n\n**Why:** CI refuses what it finds.\n**How to apply:** always \
                     run the linter, never skip it.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put a copy of the file in its place, or take the link out.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for skipped in snapshot.skipped.iter().filter(|skipped| skipped.why == OUTSIDE) {
        found.on_file(&skipped.file, format!("the file {OUTSIDE}"));
    }
}
