//! D101: a tree or a list of the project's files.

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Subject},
    project::facts::Facts,
};

/// Lines that make a list.
const LINES: usize = 5;

/// Files that are shown.
const SHOWN: usize = 3;

pub(super) static RULE: Rule = Rule {
    code: "D101",
    name: "file-list",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(|_, _| {}),
    fix: None,
    help: "keep the one path that is hard to find, and say why; `git ls-files` has the rest",
    page: Page {
        what: "A memory of which half the lines list files or folders that the project has: a tree, or paths with a word \
               beside each.",
        why: "A look at the folder shows the same in its newest state. A list in a memory is wrong after the next move, \
              and sends agents to files that are gone.",
        examples: &[
            Example {
                title: "A tree",
                store: &[(
                    "project_layout.md",
                    "---\nname: Layout\ndescription: Where things are\ntype: project\n---\n\n```\nsrc/\n├── main.rs\n├── \
                     api.rs\n├── store.rs\n└── web/\n    ├── page.ts\n    └── style.css\n```\n",
                )],
                project: &[
                    ("src/main.rs", ""),
                    ("src/api.rs", ""),
                    ("src/store.rs", ""),
                    ("src/web/page.ts", ""),
                    ("src/web/style.css", ""),
                ],
                found: &["project_layout.md:8"],
                ..Example::EMPTY
            },
            Example {
                title: "Files of another place",
                store: &[(
                    "reference_server.md",
                    "---\nname: Server\ndescription: Where the server keeps its files\ntype: reference\n---\n\n- \
                     conf/site.ini: host names\n- conf/users.ini: who may log in\n- data/log.db: requests\n- data/old.db: \
                     last year\n- bin/stop.sh: ask first\n",
                )],
                project: &[("src/main.rs", "")],
                ..Example::EMPTY
            },
        ],
        fix: "Remove the list. If one of the paths surprised somebody, keep that one with the reason.",
    },
};

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let mut files: Vec<&str> = Vec::new();
    let (mut first, mut listed, mut all) = (None, 0, 0);
    for line in memory.lines() {
        let text = line.text.trim();
        if text.is_empty()
            || text.starts_with(['#', '`', '~']) && text.trim_start_matches(['#', '`', '~', ' ']).is_empty()
        {
            continue;
        }
        all += 1;
        if let Some(entry) = entry(text, around.facts) {
            listed += 1;
            first.get_or_insert_with(|| line.span());
            files.extend(entry);
        }
    }
    let Some(first) = first.filter(|_| listed >= LINES && listed * 2 >= all && !files.is_empty()) else { return };
    let finding = found.at(memory, first, format!("{listed} of its {all} lines list files that the project has"));
    for file in files.into_iter().take(SHOWN) {
        finding.evidence(Evidence::File { file: file.to_owned(), line: None });
    }
}

/// Whether a line lists something that the project has; which file, where it is clear.
fn entry<'f>(line: &str, facts: &'f Facts) -> Option<Option<&'f str>> {
    let before = |c: char| matches!(c, '-' | '*' | '+' | '|' | '│' | '├' | '└' | '─' | '`') || c.is_whitespace();
    let behind =
        |c: char| matches!(c, '`' | '*' | ':' | '：' | ',' | '，' | '(' | '（' | '|' | '→' | '—') || c.is_whitespace();
    let bare = line.trim_start_matches(before);
    let end = bare.find(behind).unwrap_or(bare.len());
    let path = bare[..end].trim_start_matches("./");
    let name = path.trim_end_matches('/');
    let like =
        name.contains('/') || path.ends_with('/') || name.rsplit_once('.').is_some_and(|(stem, _)| !stem.is_empty());
    if !like {
        return None;
    }
    let tree = line.contains(['├', '└', '│']);
    let file = facts.find(name);
    (file.is_some() || facts.has(name) || (tree && facts.has_name(name)) || (tree && path.ends_with('/')))
        .then_some(file)
}
