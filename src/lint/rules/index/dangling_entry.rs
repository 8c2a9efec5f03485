//! I102: an entry that leads nowhere.

use std::ops::Range;

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Snapshot},
    store::index::ShownRole,
};

pub(super) static RULE: Rule = Rule {
    code: "I102",
    name: "dangling-entry",
    level: Level::Error,
    check: Check::Store(check),
    ask: None,
    fix: Some(Safety::Look),
    help: "take the line out: `mem reindex` does, where it leads nowhere else",
    page: Page {
        what: "An entry of the index whose link leads to a file that is not there.",
        why: "The line is loaded into every session and believed, and nobody can open what it speaks of.",
        examples: &[
            Example {
                title: "A file that is gone",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "MEMORY.md",
                        "# Memory\n\n- [Role](user_role.md) — works on the back end\n- [Gone](ghost.md) — was here\n",
                    ),
                ],
                found: &["MEMORY.md:4"],
                fixed: &[("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n")],
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
            Example {
                title: "Links in other spellings, and one in a code block",
                store: &[
                    (
                        "user b.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "MEMORY.md",
                        "# Memory\n\n- [B](user%20b.md) — works\n- [Role](./user_role.md) — works\n\n```md\n- \
                         [t](example.md)\n```\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Run `mem reindex`, or set the link right if the file has another name now.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let dead = snapshot.index_asked(|index, facts| index.dead_links(facts)).unwrap_or_default();
    for line in index.lines().shown().filter(|line| line.role == ShownRole::Entry) {
        let gone: Vec<&String> =
            dead.iter().filter(|(number, _)| *number == line.number).map(|(_, file)| file).collect();
        let alone = gone.len() == line.files.len();
        for file in gone {
            let finding = found.in_index(snapshot, line.link_to(file), format!("there is no file `{file}`"));
            if alone && line.files.len() == 1 {
                finding.fix(Fix::look(whole(&index.text, &line.range), ""));
            }
        }
    }
}

/// The line with its end.
fn whole(text: &str, line: &Range<usize>) -> Range<usize> {
    let end = text[line.end..].find('\n').map_or(text.len(), |at| line.end + at + 1);
    line.start..end
}
