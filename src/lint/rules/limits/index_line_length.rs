//! L103: a long line of the index.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    model::limits::INDEX_LINE_CHARS,
};

pub(super) static RULE: Rule = Rule {
    code: "L103",
    name: "index-line-length",
    level: Level::Info,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "keep the link and a hook of a few words; the memory holds the rest",
    page: Page {
        what: "A line of the index that has more than 150 characters.",
        why: "The index is loaded into every session, and each of its lines takes room from the others. A \
              hook says when to open the memory, not what stands in it.",
        examples: &[
            Example {
                title: "The whole fact in the index",
                store: &[(
                    "MEMORY.md",
                    "# Memory\n\n- [Deploys](project_deploys.md) — The queue is drained at night and filled in \
                     the morning. The queue is drained at night and filled in the morning. Whoever deploys on a \
                     Friday tells the release manager first.\n",
                )],
                found: &["MEMORY.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "A short index",
                store: &[("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Shorten the hook. `mem reindex --rebuild` writes lines below 150 characters.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    for line in index.lines().shown() {
        let length = line.text.chars().count();
        if line.role.is_loaded() && length > INDEX_LINE_CHARS {
            found.in_index(
                snapshot,
                line.range,
                format!("the line has {length} characters, more than {INDEX_LINE_CHARS}"),
            );
        }
    }
}
