//! T104: feedback without a reason.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T104",
    name: "feedback-without-why",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "add a line `**Why:**` that says what happened or what the user wants",
    page: Page {
        what: "Feedback that gives no reason. Any usual spelling counts, in English and other languages: a \
               line `Why:`, `为什么：`, `理由`, `이유`, or a sentence with because.",
        why: "A rule without its reason cannot be judged when the case is a new one: it is followed where \
              it does harm, or dropped where it matters.",
        examples: &[
            Example {
                title: "A rule alone",
                store: &[(
                    "feedback_push.md",
                    "---\nname: Push\ndescription: main is never pushed to\ntype: feedback\n---\n\nNever push to \
                     main.\n",
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
            Example {
                title: "In other words",
                store: &[(
                    "feedback_push.md",
                    "---\nname: 推送\ndescription: 不直接推送主分支\ntype: feedback\n---\n\n不要直接推送主分支。\n\n为什么：出过一次线上事故。\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Add a line `**Why:**` with what went wrong or what the user wants, and one `**How to \
              apply:**` with when it counts.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let is_feedback = memory.memory.kind == Some(Kind::Feedback);
    if !is_feedback || memory.body().trim().is_empty() || memory.gives_reason() {
        return;
    }
    found.at(memory, spots::first_words(memory), "the rule does not say why it is one");
}
