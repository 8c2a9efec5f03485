//! S103: a memory from the future.

use jiff::SignedDuration;

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject},
    model::{
        Document,
        age::{self, Source},
    },
};

/// Clocks of two machines, and their days, may be this far apart.
const APART: SignedDuration = SignedDuration::from_hours(24);

pub(super) static RULE: Rule = Rule {
    code: "S103",
    name: "future-date",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "write the date on which it was last true, or leave the line out",
    page: Page {
        what: "A memory whose header has a date that lies ahead by more than a day. The date of a file is its system's matter and is not judged.",
        why: "Its age counts as nothing, so it is never taken for old, however long ago it was written.",
        examples: &[
            Example {
                title: "A date of next century",
                store: &[(
                    "project_x.md",
                    "---\nname: X\ndescription: About x\ntype: project\nmodified: 2126-01-01\n---\n\nX is blue.\n",
                )],
                found: &["project_x.md:5"],
                ..Example::EMPTY
            },
            Example {
                title: "A date of today",
                store: &[(
                    "project_x.md",
                    "---\nname: X\ndescription: About x\ntype: project\nmodified: 2026-11-29\n---\n\nX is blue.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Set the date right.",
    },
};

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let modified = memory.memory.modified;
    if memory.memory.modified_source != Source::Header || modified.duration_since(around.now) <= APART {
        return;
    }
    let date = modified.to_string();
    let day = date.get(..10).unwrap_or(&date);
    match dated_line(memory) {
        Some(line) => found.on_line(memory, line, format!("{day} lies ahead")),
        None => found.on_file(&memory.memory.file, format!("the header's date {day} lies ahead")),
    };
}

/// The line of the header that has the date.
fn dated_line(memory: &Document) -> Option<usize> {
    let header = &memory.text[..memory.text.len() - memory.body().len()];
    let is_date = |line: &str| {
        let (key, value) = line.split_once(':')?;
        let dated = age::DATE_KEYS.contains(&key.trim()) && age::parse(value.trim()) == Some(memory.memory.modified);
        dated.then_some(())
    };
    header.lines().position(|line| is_date(line).is_some()).map(|at| at + 1)
}
