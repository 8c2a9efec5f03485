//! F107: blank lines before the header.

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject},
    model::header::ProblemKind,
};

pub(super) static RULE: Rule = Rule {
    code: "F107",
    name: "header-not-first",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Safe),
    help: "let the header start on the first line",
    page: Page {
        what: "Blank lines before the header.",
        why: "Readers that look for `---` on the first line find no header.",
        examples: &[
            Example {
                title: "A blank line first",
                store: &[(
                    "feedback_tabs.md",
                    "\n---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                found: &["feedback_tabs.md:1"],
                fixed: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
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
        fix: "`mem lint --fix` takes the blank lines out.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if !memory.header.problems().iter().any(|problem| problem.kind == ProblemKind::LeadingBlank) {
        return;
    }
    // A byte order mark before them is another rule's.
    let start = memory.text.len() - memory.text.trim_start_matches('\u{feff}').len();
    let blank = &memory.text[start..];
    let until = start + blank.len() - blank.trim_start().len();
    found.at(memory, start..start, "blank lines stand before the header").fix(Fix::safe(start..until, ""));
}
