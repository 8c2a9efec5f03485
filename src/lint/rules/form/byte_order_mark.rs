//! F106: a byte order mark.

use crate::lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "F106",
    name: "byte-order-mark",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: Some(Safety::Safe),
    help: "save the file without a byte order mark",
    page: Page {
        what: "A byte order mark at the start of a memory or of the index.",
        why: "It is invisible, and readers that look for `---` in the first bytes find no header.",
        examples: &[
            Example {
                title: "Saved by an editor that marks its files",
                store: &[(
                    "reference_board.md",
                    "\u{feff}---\nname: Board\ndescription: where the dashboard is\ntype: reference\n---\n\nSee \
                     the wiki.\n",
                )],
                found: &["reference_board.md:1"],
                fixed: &[(
                    "reference_board.md",
                    "---\nname: Board\ndescription: where the dashboard is\ntype: reference\n---\n\nSee the \
                     wiki.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "In the index",
                store: &[("MEMORY.md", "\u{feff}# Memory\n")],
                found: &["MEMORY.md:1"],
                fixed: &[("MEMORY.md", "# Memory\n")],
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
        fix: "`mem lint --fix` takes the three bytes out.",
    },
};

const MARK: &str = "\u{feff}";

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let memories = snapshot.memories.iter().map(|memory| (&memory.memory.file, &memory.text));
    let index = snapshot.index.iter().map(|index| (&index.file, &index.text));
    for (file, text) in memories.chain(index).filter(|(_, text)| text.starts_with(MARK)) {
        let finding = found.in_text(file, text, 0..MARK.len(), "the file starts with a byte order mark");
        finding.fix(Fix::safe(0..MARK.len(), ""));
    }
}
