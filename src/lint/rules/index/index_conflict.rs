//! I110: a conflict in the index.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot, spots};

pub(super) static RULE: Rule = Rule {
    code: "I110",
    name: "index-conflict",
    level: Level::Error,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "settle the conflict: `mem reindex` does where only its own lines differ",
    page: Page {
        what: "The marks of a merge that nobody settled, in the index.",
        why: "The index is loaded with both sides and the marks between them.",
        examples: &[
            Example {
                title: "Two sides",
                store: &[("MEMORY.md", "# Memory\n\n<<<<<<< HEAD\n- [A](a.md)\n=======\n- [B](b.md)\n>>>>>>> other\n")],
                found: &["MEMORY.md:3"],
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
        fix: "Run `mem reindex`: it settles what it wrote itself, and says which line a person must look \
              at.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let marked = snapshot.index.as_ref().and_then(|index| spots::conflict(&index.text));
    if let Some(at) = marked {
        found.in_index(snapshot, at..at + 7, "a conflict of two versions was never settled");
    }
}
