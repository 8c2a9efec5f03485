//! I104: two entries for one memory.

use std::collections::HashMap;

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "I104",
    name: "duplicate-entry",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "keep one of the lines",
    page: Page {
        what: "Two entries of the index that lead to one memory.",
        why: "The index has room for a few lines. Two hooks for one memory drift apart, and one of them \
              is wrong in the end.",
        examples: &[
            Example {
                title: "Listed twice",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "MEMORY.md",
                        "# Memory\n\n- [Role](user_role.md) — works on the back end\n- [About the \
                         user](./user_role.md) — a developer\n",
                    ),
                ],
                found: &["MEMORY.md:4"],
                ..Example::EMPTY
            },
            Example {
                title: "Index and files agree",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Make one line of the two.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let entries = snapshot.index_asked(|index, facts| index.entries(facts)).unwrap_or_default();
    let lines: Vec<_> = index.lines().shown().collect();
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (number, file) in &entries {
        match first.get(file.as_str()) {
            Some(earlier) => {
                let message = format!("line {} leads to `{file}` already", earlier + 1);
                found.in_index(snapshot, lines[*number].range.clone(), message);
            }
            None => drop(first.insert(file, *number)),
        }
    }
}
