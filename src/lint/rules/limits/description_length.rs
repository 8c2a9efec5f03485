//! L104: a long description.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "L104",
    name: "description-length",
    level: Level::Info,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "say in one line when the memory matters; the text holds the rest",
    page: Page {
        what: "A description of more than 200 characters.",
        why: "Whoever picks memories reads the descriptions of all of them. Index lines and lists cut a \
              long one off.",
        examples: &[
            Example {
                title: "A paragraph",
                store: &[(
                    "project_queue.md",
                    "---\nname: Queue\ndescription: The queue is drained at night and filled in the morning. The \
                     queue is drained at night and filled in the morning. The queue is drained at night and \
                     filled in the morning. The queue is drained at night and filled in the morning.\ntype: \
                     project\n---\n\nIt is full at noon.\n",
                )],
                found: &["project_queue.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "One line",
                store: &[(
                    "project_queue.md",
                    "---\nname: Queue\ndescription: The queue is drained at night and filled in the morning.\n\
                     type: project\n---\n\nIt is full at noon.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Keep the words that a question about it would use, and move the rest into the text.",
    },
};

/// Characters.
const MOST: usize = 200;

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let length = memory.memory.description.as_deref().unwrap_or_default().chars().count();
    if length > MOST {
        let message = format!("the description has {length} characters, more than {MOST}");
        found.at(memory, spots::value_or_first(memory, "description"), message);
    }
}
