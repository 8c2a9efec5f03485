//! I105: two memories of one name.

use std::collections::HashMap;

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot, spots},
    model::index_line::folded,
};

pub(super) static RULE: Rule = Rule {
    code: "I105",
    name: "ambiguous-name",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "give one of them another name: `mem mv`",
    page: Page {
        what: "Two memories with one name.",
        why: "`[[name]]`, `mem show NAME` and an index line by name can mean either.",
        examples: &[
            Example {
                title: "One name",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "user_role_old.md",
                        "---\nname: role\ndescription: worked on the front end\ntype: user\n---\n\nFront end.\n",
                    ),
                ],
                found: &["user_role_old.md:2"],
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
        fix: "Rename one of them, or merge the two.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let mut first: HashMap<String, &str> = HashMap::new();
    for memory in snapshot.memories.iter().filter(|memory| memory.header.get("name").is_some()) {
        let file = memory.memory.file.as_str();
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Each folder may be the store of another agent.
        let name = format!("{folder}/{}", folded(&memory.memory.name));
        if let Some(other) = first.get(name.as_str()) {
            let finding =
                found.at(memory, spots::value_or_first(memory, "name"), format!("`{other}` has the same name"));
            finding.evidence(Evidence::Memory { file: (*other).to_owned(), line: None });
        } else {
            first.insert(name, file);
        }
    }
}
