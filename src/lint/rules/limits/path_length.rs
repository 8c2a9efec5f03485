//! L107: a long file name.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "L107",
    name: "path-length",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "give the file a shorter name: `mem mv`",
    page: Page {
        what: "A file name of more than 200 bytes, or a path of more than 240 characters below the store.",
        why: "File systems hold names of 255 bytes, and whoever writes the file needs room for a suffix. \
              Some systems hold paths of 260 characters in all.",
        examples: &[
            Example {
                title: "A name of 203 bytes",
                store: &[(
                    "project_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_.md",
                    "---\nname: Queue\ndescription: when the queue is full\ntype: project\n---\n\nIt is full at \
                     noon.\n",
                )],
                found: &[
                    "project_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_queue_.md",
                ],
                ..Example::EMPTY
            },
            Example {
                title: "A name like any other",
                store: &[(
                    "project_queue.md",
                    "---\nname: Queue\ndescription: when the queue is full\ntype: project\n---\n\nIt is full at \
                     noon.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Rename it: `mem mv` keeps the index and the links in step.",
    },
};

/// Bytes of a file name.
const NAME: usize = 200;
/// Characters of a path below the store.
const PATH: usize = 240;

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let file = &memory.memory.file;
    let name = file.rsplit('/').next().unwrap_or(file).len();
    if name > NAME {
        found.on_file(file, format!("the file name has {name} bytes, more than {NAME}"));
    } else if file.chars().count() > PATH {
        found.on_file(file, format!("the path has {} characters, more than {PATH}", file.chars().count()));
    }
}
