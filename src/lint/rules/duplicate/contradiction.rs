//! U104: two memories that contradict each other.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "U104",
    name: "contradiction",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "find out which is true, and correct or remove the other one",
    page: Page {
        what: "Two memories of which one says the opposite of the other, in the same words.",
        why: "An agent follows the one that recall hands out: today the one, tomorrow the other. Nothing \
              merges such a pair by itself.",
        examples: &[
            Example {
                title: "Yes and no",
                store: &[
                    (
                        "feedback_a.md",
                        "---\nname: Tabs\ndescription: how Makefiles are indented\ntype: feedback\n---\n\nUse tabs \
                         in Makefiles.\n\n**Why:** make refuses blanks.\n",
                    ),
                    (
                        "feedback_b.md",
                        "---\nname: Blanks\ndescription: how files are indented\ntype: feedback\n---\n\nDo not use \
                         tabs in Makefiles.\n\n**Why:** the linter refuses them.\n",
                    ),
                ],
                found: &["feedback_b.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Two things about one topic",
                store: &[
                    (
                        "feedback_a.md",
                        "---\nname: Pool\ndescription: what workers use\ntype: feedback\n---\n\nUse the async pool \
                         for workers.\n",
                    ),
                    (
                        "feedback_b.md",
                        "---\nname: Pool size\ndescription: how large it is\ntype: feedback\n---\n\nDo not forget to \
                         size the async pool for workers.\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Only a person knows which is true, or where each of them is. Correct or remove one, or say \
              in both where they count.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for (first, second) in &snapshot.related.opposed {
        let (Some((memory, range)), Some((other, _))) = (second.place(snapshot), first.place(snapshot)) else {
            continue;
        };
        let finding = found.at(memory, range, format!("`{}` says the opposite", other.memory.file));
        if let Some(evidence) = first.evidence(snapshot) {
            finding.evidence(evidence);
        }
    }
}
