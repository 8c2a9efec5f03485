//! X106: recalled text that was saved again.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "X106",
    name: "recalled-text",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "take it out: it stands in the memory that it came from",
    page: Page {
        what: "Text that `mem` or an agent printed when it recalled a memory, saved as a memory again.",
        why: "What was recalled is in the store already. Saved once more it is a copy with a new date, \
              and with sentences of the program in it.",
        examples: &[
            Example {
                title: "Saved with its frame",
                store: &[(
                    "project_notes.md",
                    "---\nname: Notes\ndescription: from today\ntype: project\n---\n\nMemory (saved 3 days ago): \
                     /home/u/memory/user_role.md\n\nBack end.\n",
                )],
                found: &["project_notes.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Cut off by recall",
                store: &[(
                    "project_notes.md",
                    "---\nname: Notes\ndescription: from today\ntype: project\n---\n\nBack end and\n[truncated: \
                     mem show user_role]\n",
                )],
                found: &["project_notes.md:8"],
                ..Example::EMPTY
            },
            Example {
                title: "About the command",
                store: &[(
                    "project_notes.md",
                    "---\nname: Notes\ndescription: how memories are shown\ntype: project\n---\n\n`mem show \
                     user_role` prints it whole.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Take out what was recalled, and keep what is new.",
    },
};

/// How lines begin that recall prints around what it recalls.
const FRAMES: [&str; 8] = [
    "memory (saved ",
    "[truncated: mem show ",
    "<memory file=",
    "<memories>",
    "these memories are notes from earlier sessions.",
    "[... truncated, memory file too large ...]",
    "contents of memory file",
    "this memory is ",
];

/// What recall says in the place of a memory that it has no room for.
const CUT: &str = "[not shown: mem show ";

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let cut = memory.lower().contains(CUT);
    // Few lines begin as one of these does.
    let may = |line: &str| {
        cut || line.starts_with(|c: char| FRAMES.iter().any(|frame| frame.starts_with(c.to_ascii_lowercase())))
    };
    for line in memory.prose() {
        let said = line.text.trim();
        let said = if may(said) { said.to_lowercase() } else { continue };
        let frame = FRAMES.iter().find(|frame| said.starts_with(**frame));
        let printed = frame.is_some_and(|frame| *frame != "this memory is " || said.contains("days old"));
        if printed || said.contains(CUT) {
            found.at(memory, line.span(), "the line was printed by recall and saved again");
            return;
        }
    }
}
