//! X102: the same in the index.

use super::secret::HELP;
use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot, secret};

pub(super) static RULE: Rule = Rule {
    code: "X102",
    name: "secret-in-index",
    level: Level::Error,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: HELP,
    page: Page {
        what: "A password, token or key in the index.",
        why: "The index is what agents load first and always.",
        examples: &[
            Example {
                title: "A token in a hook",
                store: &[(
                    "MEMORY.md",
                    concat!("- [CI](reference_ci.md) — use ", "ghp", "_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9", "\n"),
                )],
                found: &["MEMORY.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "A hook that says where it is",
                store: &[("MEMORY.md", "- [CI](reference_ci.md) — the token is in the vault\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Take the words out of the line, and look whether the memory holds them too.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    for secret in secret::find(&index.text) {
        found.in_index(snapshot, secret.range, format!("here stands {}", secret.what));
    }
}
