//! I101: a memory that the index does not list.

use std::collections::BTreeMap;

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot},
    model::text,
};

pub(super) static RULE: Rule = Rule {
    code: "I101",
    name: "orphan",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "`mem reindex` writes the line",
    page: Page {
        what: "A memory that no line of the index leads to.",
        why: "Agents load the index at the start of a session. What has no line there is found by search \
              alone, and by most readers never.",
        examples: &[
            Example {
                title: "A file that nobody listed",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "feedback_tabs.md",
                        "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                         feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Role](./user_role.md) — works on the back end\n"),
                ],
                found: &["MEMORY.md"],
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
                title: "Called by its name",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [[Role]]: works on the back end\n"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Run `mem reindex`, or write a line yourself: a link and a hook that says when to open it.",
    },
};

/// Memories of one folder that are named one by one.
const FEW: usize = 3;

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let orphans = snapshot.index_asked(|index, facts| index.orphans(facts)).unwrap_or_default();
    let mut folders: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for file in &orphans {
        folders.entry(file.rsplit_once('/').map_or("", |(folder, _)| folder)).or_default().push(file);
    }
    for (folder, files) in folders {
        // A folder that has an order of its own is told of once.
        if !folder.is_empty() && files.len() > FEW {
            let message = format!("no line leads to {} memories in `{}`", files.len(), text::one_line(folder));
            found.on_file(&index.file, message).evidence(Evidence::Memory { file: files[0].clone(), line: None });
            continue;
        }
        for file in files {
            let message = format!("no line leads to `{}`", text::one_line(file));
            found.on_file(&index.file, message).evidence(Evidence::Memory { file: file.clone(), line: None });
        }
    }
}
