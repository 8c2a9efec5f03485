//! I106: a note in the index.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    store::index::ShownRole,
};

pub(super) static RULE: Rule = Rule {
    code: "I106",
    name: "inline-content",
    level: Level::Info,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "move the note into a memory, and leave a link with a hook here",
    page: Page {
        what: "A list item of the index that leads to no memory and is a note of its own, of more than 60 \
               characters.",
        why: "A note that stands in the index alone has no type, no date and no place in recall, and it \
              takes the room of several entries in every session.",
        examples: &[
            Example {
                title: "A note",
                store: &[(
                    "MEMORY.md",
                    "# Memory\n\n- The staging server is behind the VPN and is reset every night, so seed it \
                     first.\n",
                )],
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
            Example {
                title: "Words about the index",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "MEMORY.md",
                        "# Memory\n\nWhat we have learned, by type. Read the entry before you touch what it is \
                         about, please.\n\n- Short: see below\n- [Role](user_role.md) — works on the back end\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "`mem add` makes a memory of it and writes the entry.",
    },
};

/// Characters of an item that is more than a label.
const LABEL: usize = 60;

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let mut below_entry = false;
    for line in index.lines().shown() {
        let indented = line.text.starts_with([' ', '\t']);
        below_entry = line.role == ShownRole::Entry || below_entry && (indented || line.text.trim().is_empty());
        let note = line.role == ShownRole::Item && line.files.is_empty() && line.names.is_empty();
        // What hangs on an entry belongs to its memory.
        if note && !(below_entry && indented) && line.text.chars().count() > LABEL {
            found.in_index(snapshot, line.range, "the item is a note of its own and leads to no memory");
        }
    }
}
