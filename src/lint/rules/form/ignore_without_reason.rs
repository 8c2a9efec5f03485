//! F190: a header that ignores a rule and does not say why.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, silence};

pub(super) static RULE: Rule = Rule {
    code: "F190",
    name: "ignore-without-reason",
    level: Level::Info,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "say why behind it: `mem-ignore: [D401] # the README copies this memory, not the other way round`",
    page: Page {
        what: "A `mem-ignore` in a header that does not say why.",
        why: "Whoever comes next cannot tell whether the reason still holds, and nobody takes it out again.",
        examples: &[
            Example {
                title: "A code and nothing else",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs\ndescription: Makefiles\ntype: feedback\nmem-ignore: [T101]\n---\n\nUse tabs.\n",
                )],
                found: &["feedback_tabs.md:5"],
                ..Example::EMPTY
            },
            Example {
                title: "With the reason; `mem-ignore-reason: …` on a line of its own is as good",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs\ndescription: Makefiles\ntype: feedback\nmem-ignore: [T101] # make demands it\n---\n\nUse \
                     tabs.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write the reason behind the codes, or take the line out.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if let Some(ignored) = silence::of(memory).filter(|ignored| !ignored.reason) {
        found.on_line(memory, ignored.line, "this ignores a rule and does not say why");
    }
}
