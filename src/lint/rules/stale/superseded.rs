//! S107: a memory that another one has taken the place of.

use std::{collections::HashMap, ops::Range};

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Rule, Snapshot, said},
    model::{Document, memory::stem},
};

/// How a memory says that another holds now, right before its name.
const BY: [&str; 16] = [
    "superseded by",
    "replaced by",
    "obsoleted by",
    "moved to",
    "merged into",
    "deprecated in favor of",
    "deprecated in favour of",
    "outdated, see",
    "obsolete, see",
    "outdated: see",
    "已被",
    "被取代",
    "合并到",
    "統合先",
    "に置き換え",
    "대체됨",
];

/// How a memory says that it holds in the place of another, right before its name.
const INSTEAD: [&str; 9] = [
    "supersedes",
    "replaces",
    "obsoletes",
    "overrides the old",
    "instead of the old",
    "取代了",
    "取代",
    "替代",
    "を置き換える",
];

pub(super) static RULE: Rule = Rule {
    code: "S107",
    name: "superseded",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "remove it: `mem rm`; the history keeps it",
    page: Page {
        what: "A memory of which it is said, in itself or in another one, that the other holds in its place.",
        why: "Both are found, and an agent that is handed the old one alone does not learn that there is a new one.",
        examples: &[
            Example {
                title: "The new one says so",
                store: &[
                    (
                        "project_old.md",
                        "---\nname: old-plan\ndescription: The plan of spring\ntype: project\n---\n\nWe ship in May.\n",
                    ),
                    (
                        "project_new.md",
                        "---\nname: new-plan\ndescription: The plan of summer\ntype: project\n---\n\nSupersedes [[old-plan]]: \
                         we ship in August.\n",
                    ),
                ],
                found: &["project_old.md"],
                ..Example::EMPTY
            },
            Example {
                title: "Two that only know each other",
                store: &[
                    (
                        "project_old.md",
                        "---\nname: old-plan\ndescription: The plan of spring\ntype: project\n---\n\nWe ship in May.\n",
                    ),
                    (
                        "project_new.md",
                        "---\nname: new-plan\ndescription: What follows the plan\ntype: project\n---\n\nSee [[old-plan]] for \
                         the dates.\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Take over what the old one alone knows, and remove it.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    for Replaced { old, new, says, line } in replaced(&snapshot.memories) {
        let evidence = |line| Evidence::Memory { file: new.memory.file.clone(), line };
        if says == Says::Old {
            let message = format!("it says itself that `{}` holds in its place", new.memory.file);
            found.at(old, line, message).evidence(evidence(None));
        } else {
            let number = new.text[..line.start].matches('\n').count() + 1;
            let message = format!("`{}` says that it holds in its place", new.memory.file);
            found.on_file(&old.memory.file, message).evidence(evidence(Some(number)));
        }
    }
}

/// A memory that holds in the place of another one, as a line of one of the two says.
#[derive(Clone, Debug)]
pub struct Replaced<'d> {
    /// The one that held before.
    pub old: &'d Document,
    /// The one that holds now.
    pub new: &'d Document,
    says: Says,
    /// The bytes of the line in the text of the one that says so.
    line: Range<usize>,
}

/// Which of the two says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Old,
    New,
}

/// All that these memories say of one another in their texts.
#[must_use]
pub fn replaced(documents: &[Document]) -> Vec<Replaced<'_>> {
    let links_somewhere = |own: &&Document| own.text.contains("[[") || own.text.contains("](");
    let (mut named, mut found) = (None, Vec::new());
    for own in documents.iter().filter(links_somewhere) {
        let named = named.get_or_insert_with(|| by_name(documents));
        for line in said::lines(own).filter(|line| !line.fenced) {
            for (at, target) in links(line.text) {
                let other = named.get(&plain(target)).copied().filter(|other| other.memory.file != own.memory.file);
                let Some((says, other)) = says(&line.text[..at]).zip(other) else { continue };
                let (old, new) = if says == Says::Old { (own, other) } else { (other, own) };
                found.push(Replaced { old, new, says, line: line.span() });
            }
        }
    }
    found
}

/// What the words right before a link say of the memory in which they stand.
fn says(before: &str) -> Option<Says> {
    let before = before.to_lowercase();
    let before = before.trim_end_matches([' ', '`', '*', ':', '：', '(']);
    let ends = |marks: &[&str]| marks.iter().any(|mark| before.ends_with(mark));
    if ends(&BY) { Some(Says::Old) } else { ends(&INSTEAD).then_some(Says::New) }
}

/// The targets of `[[x]]` and `[…](x.md)` in a line, with where the link begins.
fn links(line: &str) -> Vec<(usize, &str)> {
    let wiki = line.match_indices("[[").filter_map(|(at, _)| {
        let inner = &line[at + 2..];
        Some((at, inner[..inner.find("]]")?].split('|').next()?.trim()))
    });
    let markdown = line.match_indices("](").filter_map(|(at, _)| {
        let inner = &line[at + 2..];
        let target = &inner[..inner.find(')')?];
        Some((line[..at].rfind('[')?, target.strip_suffix(".md")?))
    });
    wiki.chain(markdown).collect()
}

/// The memories by what a link may call them, name or file; the first of several.
fn by_name(documents: &[Document]) -> HashMap<String, &Document> {
    let mut named = HashMap::new();
    for memory in documents {
        for name in [&*memory.memory.name, stem(&memory.memory.file)] {
            named.entry(plain(name)).or_insert(memory);
        }
    }
    named
}

/// A name with `-` and `_` alike.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}
