//! F122: a README beside the memories.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    model::memory::stem,
};

pub(super) static RULE: Rule = Rule {
    code: "F122",
    name: "readme",
    level: Level::Info,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "leave it, or give it a header if it is a memory",
    page: Page {
        what: "A `README.md` without a header in the store.",
        why: "It is taken for a note to people: no list shows it and recall does not find it.",
        examples: &[
            Example {
                title: "A note to people",
                store: &[("README.md", "What lies here.\n")],
                found: &["README.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A memory of that name",
                store: &[(
                    "README.md",
                    "---\nname: Readme\ndescription: what the readme must say\ntype: feedback\n---\n\nUse tabs \
                     in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Nothing, if it is a note to people. If it is a memory, give it a header, and better another \
              name.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for file in snapshot.strays.iter().filter(|file| stem(file).eq_ignore_ascii_case("readme")) {
        found.on_file(file, "the file has no header and is taken for a note to people");
    }
}
