//! L106: a long name.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "L106",
    name: "name-length",
    level: Level::Info,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "call it by a few words; the description holds the rest",
    page: Page {
        what: "A name of more than 100 characters.",
        why: "A name is what lists and the index show: they cut it at 60 characters. A long one is a \
              description in the wrong place.",
        examples: &[
            Example {
                title: "A sentence",
                store: &[(
                    "project_queue.md",
                    "---\nname: The queue is drained at night and filled in the morning. The queue is drained at \
                     night and filled in the morning.\ndescription: when the queue is full\ntype: project\n---\n\
                     \nIt is full at noon.\n",
                )],
                found: &["project_queue.md:2"],
                ..Example::EMPTY
            },
            Example {
                title: "A few words",
                store: &[(
                    "project_queue.md",
                    "---\nname: Queue\ndescription: when the queue is full\ntype: project\n---\n\nIt is full at \
                     noon.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Give it a name of a few words and move the sentence into the description.",
    },
};

/// Characters.
const MOST: usize = 100;

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let length = memory.header.uncut("name").unwrap_or_default().chars().count();
    if length > MOST {
        found.at(
            memory,
            spots::value_or_first(memory, "name"),
            format!("the name has {length} characters, more than {MOST}"),
        );
    }
}
