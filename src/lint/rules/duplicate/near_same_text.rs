//! U102: nearly the same text twice.

use super::shared_text::bare;
use crate::lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot, spots};

pub(super) static RULE: Rule = Rule {
    code: "U102",
    name: "near-same-text",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "make one memory of the two, with what each of them has more",
    page: Page {
        what: "Two memories that say the same in nearly the same words: the words are the same but for a \
               few, in whatever order, and no name or number tells them apart.",
        why: "Recall hands out both where one would do, and they drift apart.",
        examples: &[
            Example {
                title: "Other words around the same fact",
                store: &[
                    (
                        "feedback_deploys.md",
                        "---\nname: Deploys\ndescription: when we deploy\ntype: feedback\n---\n\nWe deploy on \
                         Fridays only after the release manager approves.\n",
                    ),
                    (
                        "project_deploys.md",
                        "---\nname: Deploys on Fridays\ndescription: when we deploy\ntype: project\n---\n\nOnly \
                         after the release manager has approved do we deploy on Fridays.\n",
                    ),
                ],
                found: &["project_deploys.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Two servers",
                store: &[
                    (
                        "project_a.md",
                        "---\nname: Staging\ndescription: where it is\ntype: project\n---\n\nThe staging server \
                         listens on port 8080 behind nginx, restarts at night.\n",
                    ),
                    (
                        "project_b.md",
                        "---\nname: Preview\ndescription: where it is\ntype: project\n---\n\nThe staging server \
                         listens on port 9090 behind nginx, restarts at night.\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Merge them. Where they mean two things, say what tells them apart: a name, a place, a \
              number.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for (first, second, alike) in &snapshot.related.alike {
        let (Some(first), Some(second)) = (snapshot.memories.get(*first), snapshot.memories.get(*second)) else {
            continue;
        };
        // The same text is another rule's.
        if bare(first.body()) == bare(second.body()) {
            continue;
        }
        let percent = alike * 100.0;
        let message = format!("`{}` says nearly the same: {percent:.0} % of the words", first.memory.file);
        let finding = found.at(second, spots::first_words(second), message);
        finding.evidence(Evidence::Memory { file: first.memory.file.clone(), line: None });
    }
}
