//! L109: a file name that Windows refuses.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "L109",
    name: "reserved-name",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "give the file another name: `mem mv`",
    page: Page {
        what: "A file name that Windows keeps for a device (`con.md`, `aux.notes.md`), or that has a \
               character in it which no file may have there.",
        why: "The repository that holds it cannot be checked out on Windows.",
        examples: &[
            Example {
                title: "A device",
                store: &[(
                    "aux.notes.md",
                    "---\nname: Aux\ndescription: notes on the aux input\ntype: reference\n---\n\nSee the wiki.\n",
                )],
                found: &["aux.notes.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A colon",
                store: &[("project_a:b.md", "---\nname: A\ndescription: a and b\ntype: project\n---\n\nb\n")],
                found: &["project_a:b.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A word behind its type",
                store: &[("user_nul.md", "---\nname: Nul\ndescription: says nul\ntype: user\n---\n\nnul\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Rename it. Names that `mem add` makes are free of this.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for part in memory.memory.file.split('/') {
        let device = part.split('.').next().unwrap_or(part);
        if is_device(device) {
            found.on_file(&memory.memory.file, format!("`{device}` is the name of a device on Windows"));
        } else if let Some(c) = part.chars().find(|c| r#"<>:"|?*\"#.contains(*c)) {
            found.on_file(&memory.memory.file, format!("no file on Windows has a `{c}` in its name"));
        }
    }
}

fn is_device(name: &str) -> bool {
    let name = name.trim_end().to_ascii_lowercase();
    let numbered =
        |kind: &str| name.strip_prefix(kind).is_some_and(|n| n.len() == 1 && n.as_bytes()[0].is_ascii_digit());
    ["con", "prn", "aux", "nul"].contains(&name.as_str()) || numbered("com") || numbered("lpt")
}
