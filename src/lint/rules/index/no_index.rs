//! I109: a store without an index.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    store::{index, scan},
};

pub(super) static RULE: Rule = Rule {
    code: "I109",
    name: "no-index",
    level: Level::Info,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "`mem reindex` writes one",
    page: Page {
        what: "A store with memories and without an index.",
        why: "Agents that load `MEMORY.md` at the start of a session see none of the memories. Some keep \
              no index and ask for memories by need.",
        examples: &[
            Example {
                title: "Memories alone",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                )],
                found: &["MEMORY.md"],
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
        fix: "Run `mem reindex`, if the agent loads an index.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let unread = snapshot.skipped.iter().any(|skipped| scan::is_index(&skipped.file));
    if snapshot.index.is_none() && !snapshot.memories.is_empty() && !unread {
        found.on_file(index::FILE, "there is no index");
    }
}
