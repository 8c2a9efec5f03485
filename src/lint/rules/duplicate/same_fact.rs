//! U103: one fact in several memories.

use std::collections::HashSet;

use super::shared_text::bare;
use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "U103",
    name: "same-fact",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "let one memory say it, and link to that from the others",
    page: Page {
        what: "A whole sentence, of eight words with a meaning or more, that stands in several memories.",
        why: "One fact has one place. When it changes, one of the memories is corrected and the others go \
              on saying what was.",
        examples: &[
            Example {
                title: "One sentence in two memories",
                store: &[
                    (
                        "feedback_migrations.md",
                        "---\nname: Migrations\ndescription: how they are tried\ntype: feedback\n---\n\nEvery \
                         migration is tried on a copy of the production database first, because one of them has \
                         locked the orders table for an hour.\n",
                    ),
                    (
                        "project_orders.md",
                        "---\nname: Orders\ndescription: what the orders table is\ntype: project\n---\n\nThe table \
                         has 40 million rows, split by month and by shop. Every migration is tried on a copy of the \
                         production database first, because one of them has locked the orders table for an hour.\n\
                         Reports read the replica in Frankfurt.\n",
                    ),
                ],
                found: &["project_orders.md:7"],
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
        fix: "Keep the sentence where it belongs and put a link, `[[name]]`, in its place elsewhere.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let mut told = HashSet::new();
    for sentence in &snapshot.related.repeated {
        let Some((first, rest)) = sentence.split_first() else { continue };
        for said in rest.iter().filter(|said| !is_one_text(snapshot, first.memory, said.memory)) {
            // Two memories that share a paragraph share many sentences.
            if !told.insert((first.memory, said.memory)) {
                continue;
            }
            let (Some((memory, range)), Some((other, _))) = (said.place(snapshot), first.place(snapshot)) else {
                continue;
            };
            let finding = found.at(memory, range, format!("`{}` says this too, word for word", other.memory.file));
            if let Some(evidence) = first.evidence(snapshot) {
                finding.evidence(evidence);
            }
        }
    }
}

/// Whether other rules have told that the two are one memory.
fn is_one_text(snapshot: &Snapshot, a: usize, b: usize) -> bool {
    let alike = snapshot.related.alike.iter().any(|(x, y, _)| (*x, *y) == (a.min(b), a.max(b)));
    let body = |at: usize| snapshot.memories.get(at).map(|memory| bare(memory.body()));
    alike || body(a) == body(b)
}
