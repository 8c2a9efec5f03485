//! I107: a hook that contradicts its memory.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "I107",
    name: "hook-contradicts",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "write the hook anew: `mem reindex --rebuild`, or by hand",
    page: Page {
        what: "An entry of the index whose hook says the opposite of what its memory says.",
        why: "The hook is read in every session, the memory seldom: what is wrong is believed.",
        examples: &[
            Example {
                title: "Changed in one place",
                store: &[
                    (
                        "feedback_tabs.md",
                        "---\nname: Tabs in Makefiles\ndescription: Never use tabs in Makefiles\ntype: feedback\n\
                         ---\n\nNever use tabs in Makefiles.\n\n**Why:** our make reads blanks.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Tabs in Makefiles](feedback_tabs.md) — use tabs in Makefiles\n"),
                ],
                found: &["MEMORY.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "Index and files agree",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Find out which one is true, and make both say it.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let lines: Vec<_> = index.lines().shown().collect();
    for (number, said) in &snapshot.related.hooks {
        let Some(line) = lines.get(*number) else { continue };
        let finding = found.in_index(snapshot, line.range.clone(), "the hook says the opposite of the memory");
        if let Some(evidence) = said.evidence(snapshot) {
            finding.evidence(evidence);
        }
    }
}
