//! S104: a cited file that is gone.

use std::collections::HashSet;

use crate::{
    lint::{
        Around, Check, Evidence, Example, Findings, Fix, Level, Page, Questions, Rule, Safety, Subject, said::Path,
    },
    project::facts::Facts,
};

pub(super) static RULE: Rule = Rule {
    code: "S104",
    name: "missing-file",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: Some(Safety::Look),
    help: "check whether the memory still holds, and name the file that holds it now",
    page: Page {
        what: "A path of the project that is not there any more. Where git saw the file move, the finding says where it \
               is now; otherwise it shows the commit that took it away. A path that git never knew is left alone: it \
               may be of another place; so is one of which the memory says itself that it is gone, and one of a single \
               machine (`settings.local.json`). Without git, a path is missed whose folder is there and holds files of \
               its kind.",
        why: "What is said about a file that is gone may hold no longer, and an agent looks for the file in vain.",
        examples: &[
            Example {
                title: "A file that was moved",
                store: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit in \
                     `src/parse.rs` came from a customer.\n",
                )],
                project: &[("src/text/parse.rs", "fn parse() {}\n")],
                renamed: &[("src/parse.rs", "src/text/parse.rs")],
                found: &["feedback_parser.md:7"],
                fixed: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit in \
                     `src/text/parse.rs` came from a customer.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "Files that are there, of another project, and of one machine",
                store: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit in \
                     `text/parse.rs` came from a customer; theirs is in `lib/import/limit.py`, ours may be raised in \
                     `conf/parser.local.json`.\n",
                )],
                project: &[("src/text/parse.rs", "fn parse() {}\n")],
                renamed: &[("conf/parser.local.json", "conf/parser.example.json")],
                ..Example::EMPTY
            },
            Example {
                title: "The memory says itself that it is gone",
                store: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit of \
                     `src/parse.rs` — now `src/text/` — came from a customer.\n",
                )],
                project: &[("src/text/parse.rs", "fn parse() {}\n")],
                renamed: &[("src/parse.rs", "src/text/parse.rs")],
                ..Example::EMPTY
            },
        ],
        fix: "Read the memory again beside the code as it is now. Put the new path in, or remove what no longer holds.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    for path in memory.paths().iter().filter(|path| !path.fenced) {
        questions.cited.entry(path.text).or_default();
    }
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let facts = around.facts;
    let mut seen = HashSet::new();
    for path in memory.paths() {
        let is_known = facts.may_have(path.text) || is_of_one_machine(path.text) || is_told(memory, path);
        if path.fenced || is_known || !seen.insert(path.text) {
            continue;
        }
        let text = path.text.trim_end_matches('/');
        let commit = facts.deleted.get(text).map(|commit| Evidence::Commit { id: commit.id.clone() });
        if let Some(new) = facts.renamed.get(text) {
            let start = path.span.start + memory.text[path.span.clone()].find(text).unwrap_or(0);
            let finding = found.at(memory, path.span.clone(), format!("`{text}` is at `{new}` now"));
            finding.help(format!("check whether the memory still holds, and write `{new}`"));
            finding.evidence(Evidence::File { file: new.clone(), line: None });
            finding.fix(Fix::look(start..start + text.len(), new.as_str()));
            commit.into_iter().for_each(|commit| _ = finding.evidence(commit));
        } else if let Some(commit) = commit {
            // git sees no move where the file was changed much, or copied before.
            let same = text.rsplit('/').next().and_then(|name| facts.find(name));
            let message = match same {
                Some(file) => format!("`{text}` is gone; a file of this name is `{file}`"),
                None => format!("`{text}` is gone"),
            };
            let finding = found.at(memory, path.span.clone(), message);
            finding.evidence(commit);
            same.into_iter()
                .for_each(|file| _ = finding.evidence(Evidence::File { file: file.to_owned(), line: None }));
        } else if let Some(beside) = beside(text, facts) {
            let finding = found.at(memory, path.span.clone(), format!("`{text}` is not there"));
            finding.evidence(Evidence::File { file: beside.to_owned(), line: None });
        }
    }
}

/// Words right before a path, and right behind it, that say that it is not there.
const BEFORE: [&str; 18] = [
    "deleted",
    "removed",
    "dropped",
    "retired",
    "moved from",
    "renamed from",
    "instead of",
    "not",
    "ignores",
    "não",
    "nicht",
    "删除",
    "删了",
    "删掉",
    "移除",
    "不是",
    "削除:",
    "삭제:",
];
const BEHIND: [&str; 18] = [
    "— now",
    "– now",
    "-> `",
    "→ `",
    "is gone",
    "no longer exists",
    "was removed",
    "was deleted",
    "was moved",
    "was renamed",
    "(removed",
    "(deleted",
    "已删",
    "已整个删除",
    "已移除",
    "は削除",
    "を削除",
    "삭제",
];

/// Whether it is a file that every machine has for itself, and git only knew by mistake: `settings.local.json`.
fn is_of_one_machine(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.contains(".local.") || name.ends_with(".local")
}

/// Whether the memory says itself that the file is gone.
fn is_told(memory: &Subject<'_>, path: &Path<'_>) -> bool {
    let before = memory.text[..path.span.start].rsplit('\n').next().unwrap_or_default();
    let before = before.trim_end_matches([' ', '`', '*', '(']).to_lowercase();
    let word =
        |mark: &&str| before.strip_suffix(*mark).is_some_and(|head| !head.ends_with(|c: char| c.is_ascii_alphabetic()));
    let behind = memory.text[path.span.end..].trim_start_matches(['`', '*', ')']).trim_start_matches(' ');
    BEFORE.iter().any(word) || BEHIND.iter().any(|mark| behind.starts_with(mark))
}

/// A file of the same kind in the folder that the path names; only where no history says more.
fn beside<'f>(path: &str, facts: &'f Facts) -> Option<&'f str> {
    let (folder, name) = path.rsplit_once('/').filter(|_| !facts.history)?;
    let (_, extension) = name.rsplit_once('.')?;
    let at = facts.files.partition_point(|file| file.as_str() < folder);
    let inside = |file: &&String| {
        let rest = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        rest.and_then(|rest| rest.rsplit_once('.'))
            .is_some_and(|(stem, other)| other == extension && !stem.contains('/'))
    };
    facts.files[at..].iter().take_while(|file| file.starts_with(folder)).find(inside).map(String::as_str)
}
