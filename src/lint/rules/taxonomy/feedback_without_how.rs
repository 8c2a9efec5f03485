//! T105: feedback without its use.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, said::tells_use, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T105",
    name: "feedback-without-how",
    level: Level::Info,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "add a line `**How to apply:**` that says when the rule counts",
    page: Page {
        what: "Feedback that gives its reason, and not when or how it is to be applied.",
        why: "The rule alone tells what to do; where it counts and where it does not is left to a guess.",
        examples: &[
            Example {
                title: "A reason and no use",
                store: &[(
                    "feedback_push.md",
                    "---\nname: Push\ndescription: main is never pushed to\ntype: feedback\n---\n\nNever push to \
                     main.\n\n**Why:** it broke the release.\n",
                )],
                found: &["feedback_push.md:7"],
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
        fix: "Add a line `**How to apply:**`.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let is_feedback = memory.memory.kind == Some(Kind::Feedback);
    if !is_feedback || !memory.gives_reason() || tells_use(memory.lower()) {
        return;
    }
    found.at(memory, spots::first_words(memory), "the rule does not say when it counts");
}
