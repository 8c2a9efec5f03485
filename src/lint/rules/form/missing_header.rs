//! F101: a memory without a header.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F101",
    name: "missing-header",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "put `---`, name, description and type, and `---` before the text: `mem edit` opens it",
    page: Page {
        what: "A memory whose file does not begin with a header.",
        why: "The header's name and description are what recall judges a memory by, and what the index line is \
              made of. Without them the file name stands in, and the memory is found by its text alone.",
        examples: &[
            Example {
                title: "A text and nothing else",
                store: &[("feedback_tabs.md", "Use tabs in Makefiles.\n")],
                found: &["feedback_tabs.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "With its header",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: feedback\n---\n\n\
                     Use tabs in Makefiles.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write the header: three lines say what the memory is called, when it matters, and of which of the \
              four types it is.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let missing = memory.header.problems().iter().any(|p| p.kind == ProblemKind::Missing);
    // A file that cannot be read, or is empty, is told of by others.
    if missing && !memory.text.trim().is_empty() {
        found.on_line(memory, 1, "the file has no header");
    }
}
