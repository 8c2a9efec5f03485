//! U101: the same text twice.

use super::shared_text::bare;
use crate::lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot, spots};

pub(super) static RULE: Rule = Rule {
    code: "U101",
    name: "same-text",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "keep the one that is described best: `mem gc` proposes which",
    page: Page {
        what: "Two memories with one text, whatever their headers say. Line ends and blanks at the ends of \
               lines do not count.",
        why: "Recall hands out both where one would do, and whoever corrects one of them leaves the other \
              as it was.",
        examples: &[
            Example {
                title: "Written twice",
                store: &[
                    (
                        "feedback_db.md",
                        "---\nname: Real database\ndescription: integration tests use a real database\ntype: \
                         feedback\n---\n\nIntegration tests use a real database.\n\n**Why:** mocks hid a broken \
                         migration.\n",
                    ),
                    (
                        "project_db.md",
                        "---\nname: Databases\ndescription: what tests run against\ntype: project\n---\n\n\
                         Integration tests use a real database.  \n\n**Why:** mocks hid a broken migration.\n",
                    ),
                ],
                found: &["project_db.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Two facts",
                store: &[
                    (
                        "feedback_db.md",
                        "---\nname: Real database\ndescription: integration tests use a real database\ntype: \
                         feedback\n---\n\nIntegration tests use a real database.\n\n**Why:** mocks hid a broken \
                         migration.\n",
                    ),
                    (
                        "feedback_tabs.md",
                        "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                         feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Remove one of them, or let `mem gc` do it: it keeps the one that is described best.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let texts = snapshot.memories.iter().map(|memory| (bare(memory.body()), memory));
    let mut texts: Vec<_> = texts.filter(|(text, _)| !text.is_empty()).collect();
    // Those of one text stay in their order.
    texts.sort_by(|a, b| a.0.cmp(&b.0));
    for same in texts.chunk_by(|a, b| a.0 == b.0) {
        let first = &same[0].1.memory.file;
        for (_, memory) in &same[1..] {
            let finding = found.at(memory, spots::first_words(memory), format!("`{first}` has the same text"));
            finding.evidence(Evidence::Memory { file: first.clone(), line: None });
        }
    }
}
