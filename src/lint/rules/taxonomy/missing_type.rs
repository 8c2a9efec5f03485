//! T102: a header without a type.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T102",
    name: "missing-type",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write the type: user, feedback, project or reference",
    page: Page {
        what: "A header without a type.",
        why: "The type tells an agent how to take what stands there: as who the user is, as a rule, as a \
              state of things, or as a pointer. Some readers leave a memory without one out.",
        examples: &[
            Example {
                title: "No type",
                store: &[(
                    "tabs.md",
                    "---\nname: Tabs\ndescription: Makefiles are indented with tabs\n---\nUse tabs.\n",
                )],
                found: &["tabs.md:1"],
                ..Example::EMPTY
            },
            Example {
                title: "A rule with its reason",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks, which broke the \
                     build twice.\n**How to apply:** in every Makefile, whoever wrote it.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write `type:` with one of user, feedback, project, reference.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if memory.header.exists() && memory.memory.type_text.is_none() {
        let finding = found.at(memory, spots::value_or_first(memory, "type"), "the header has no type");
        let stem = memory.memory.stem();
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| stem.starts_with(kind.as_str())) {
            finding.help(format!("write `type: {kind}`, as the file name says"));
        }
    }
}
