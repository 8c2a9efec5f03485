//! T103: a file name that contradicts the type.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T103",
    name: "prefix-contradicts-type",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "rename the file (`mem mv`) or change the type",
    page: Page {
        what: "A file name that starts with one type and a header that says another.",
        why: "Whoever lists the store by name and whoever asks for a type see two different things.",
        examples: &[
            Example {
                title: "Two types",
                store: &[(
                    "feedback_release.md",
                    "---\nname: Release\ndescription: the release is in March\ntype: project\n---\n\nIt is \
                     planned.\n\n**Why:** the fair is in April.\n",
                )],
                found: &["feedback_release.md:4"],
                ..Example::EMPTY
            },
            Example {
                title: "Other first words say nothing",
                store: &[(
                    "release_notes.md",
                    "---\nname: Release\ndescription: the release is in March\ntype: project\n---\n\nIt is \
                     planned.\n\n**Why:** the fair is in April.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Change what is wrong of the two. `mem mv` renames the file and keeps the index and the \
              links in step.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(kind) = memory.memory.kind else { return };
    let prefix = memory.memory.stem().split(['_', '-']).next().filter(|word| *word != memory.memory.stem());
    let named = prefix.and_then(Kind::parse).filter(|named| *named != kind);
    if let Some(named) = named {
        let message = format!("the file name says {named}, the header says {kind}");
        found.at(memory, spots::value_or_first(memory, "type"), message);
    }
}
