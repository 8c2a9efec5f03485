//! I108: an index that nobody loads.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    store::scan,
};

pub(super) static RULE: Rule = Rule {
    code: "I108",
    name: "retired-index",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "move its entries to the index that is loaded, and take it out",
    page: Page {
        what: "An index that nobody loads any more: a `MEMORY.md` in a folder below the one at the top, or \
               one whose first lines say that it is retired.",
        why: "Agents load the index at the top. Whoever goes on writing into another one writes for \
              nobody.",
        examples: &[
            Example {
                title: "A second index",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n"),
                    ("old/MEMORY.md", "# Memory\n"),
                ],
                found: &["old/MEMORY.md"],
                ..Example::EMPTY
            },
            Example {
                title: "It says so itself",
                store: &[("MEMORY.md", "# Memory\n\n**Deprecated**: moved to the wiki, do not add entries here.\n")],
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
        fix: "Move the entries that are still true to the index at the top (`mem reindex` finds the \
              memories), and remove the other one.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    for file in snapshot.strays.iter().filter(|file| file.rsplit('/').next().is_some_and(scan::is_index)) {
        found.on_file(file, "the index is in a folder, where no agent loads it");
    }
    let first = index.lines().shown().filter(|line| line.role.is_loaded() && line.files.is_empty()).take(5);
    if let Some(line) = first.filter(|line| says_retired(line.text)).last() {
        found.in_index(snapshot, line.range, "the index says of itself that it is retired");
    }
}

/// Whether a line is about the index as a whole and says that it is out of use.
fn says_retired(line: &str) -> bool {
    const WORDS: [&str; 10] = [
        "deprecated",
        "retired",
        "no longer maintained",
        "do not add entries",
        "moved to",
        "已废弃",
        "已廢棄",
        "不再维护",
        "廃止",
        "더 이상 사용하지",
    ];
    let said = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    // As the first words: further on it may be about anything.
    WORDS.iter().any(|word| said.find(word).is_some_and(|at| said[..at].chars().count() <= 24))
}
