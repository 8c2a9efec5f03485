//! F121: a copy from a conflict.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    model::memory::stem,
    store::scan,
};

pub(super) static RULE: Rule = Rule {
    code: "F121",
    name: "conflict-copy",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "merge what is new in it into the memory, then remove it",
    page: Page {
        what: "A copy that a program for syncing put beside a memory when two machines had changed it.",
        why: "`mem` does not take it for a memory, so that what it says is lost; other readers take it \
              for a second one, and see the fact twice.",
        examples: &[
            Example {
                title: "Two machines",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "user_role.sync-conflict-20260101-120000-ABC.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nFront end.\n",
                    ),
                ],
                found: &["user_role.sync-conflict-20260101-120000-ABC.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A header like any other",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Compare it with the memory, move what is new over, and remove it.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for file in snapshot.strays.iter().filter(|file| scan::is_conflict_copy(stem(file))) {
        found.on_file(file, "the file is a copy from a conflict of two machines, and no memory");
    }
}
