//! I103: a link that leads to no memory.

use std::{collections::HashSet, ops::Range};

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot, spots},
    model::memory::{bare, one_form, stem},
    store::index::{self, ShownRole},
};

pub(super) static RULE: Rule = Rule {
    code: "I103",
    name: "dead-link",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "set the link right, or write the memory that it promises",
    page: Page {
        what: "A link in a memory, `[[name]]` or `[title](file.md)`, that leads to no memory; and such a \
               link in the prose of the index.",
        why: "Agents are told that they may link to a memory that is not written yet. Later, a link that \
              leads nowhere looks like one whose memory was lost.",
        examples: &[
            Example {
                title: "A memory that was never written",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs, as [[editor-setup]] says.\n\n**Why:** make refuses blanks.\n",
                )],
                found: &["feedback_tabs.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "By name, by file, in code",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    (
                        "feedback_tabs.md",
                        "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                         feedback\n---\n\nSee [[Role]], [[user-role]] and [his role](user_role.md).\n\n**Why:** `[[ \
                         -f x ]]` and `[[nobody]]` are code, [[x, y]] is none.\n",
                    ),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Write the memory, or take the brackets off. After a rename, `mem mv` would have kept the \
              link.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    let known = Known::of(snapshot);
    // A look for the bracket of a link is soon done; all else is not.
    for memory in snapshot.memories.iter().filter(|memory| memory.body().contains('[')) {
        let lines = spots::prose(&memory.text, spots::body_start(memory));
        for (at, line) in lines.filter(|(_, line)| line.contains('[')) {
            for (range, target) in names(line) {
                if !known.names.contains(&one_form(target)) {
                    let range = at + range.start..at + range.end;
                    found.at(memory, range, format!("no memory is called `{target}`"));
                }
            }
            for (range, file) in index::links(line) {
                if !known.is_there(&memory.memory.file, &file) {
                    let range = at + range.start..at + range.end;
                    found.at(memory, range, format!("there is no file `{file}`"));
                }
            }
        }
    }
    in_index(snapshot, found);
}

/// Entries are another rule's.
fn in_index(snapshot: &Snapshot, found: &mut Findings<'_>) {
    let Some(index) = &snapshot.index else { return };
    let dead = snapshot.index_asked(|index, facts| index.dead_links(facts)).unwrap_or_default();
    for line in index.lines().shown().filter(|line| line.role != ShownRole::Entry) {
        // With a folder before it, it may be a file of the project.
        for (_, file) in dead.iter().filter(|(number, file)| *number == line.number && !file.contains('/')) {
            found.in_index(snapshot, line.link_to(file), format!("there is no file `{file}`"));
        }
    }
}

/// By what a memory can be called.
struct Known<'a> {
    names: HashSet<String>,
    files: HashSet<&'a str>,
}

impl<'a> Known<'a> {
    fn of(snapshot: &'a Snapshot) -> Self {
        let others = snapshot.strays.iter().chain(&snapshot.related.elsewhere).map(String::as_str);
        let skipped = snapshot.skipped.iter().map(|skipped| skipped.file.as_str());
        let files: HashSet<&str> =
            snapshot.memories.iter().map(|m| m.memory.file.as_str()).chain(others).chain(skipped).collect();
        let stems = files.iter().map(|file| one_form(stem(file)));
        let names = snapshot.memories.iter().map(|m| one_form(&m.memory.name));
        // `[[role]]` may mean `user_role.md` too.
        let bare = snapshot.memories.iter().filter_map(|m| bare(m.memory.stem())).map(one_form);
        Self { names: stems.chain(names).chain(bare).chain(["memory".to_owned()]).collect(), files }
    }

    /// Links count from the memory's own folder, and from the store's.
    fn is_there(&self, from: &str, file: &str) -> bool {
        let beside = from.rsplit_once('/').map(|(folder, _)| format!("{folder}/{file}"));
        // With a folder before it, it may be a file of the project.
        file.contains('/') || self.files.contains(file) || beside.is_some_and(|file| self.files.contains(file.as_str()))
    }
}

/// `[[targets]]` of a line outside of code, that look like the name of a memory.
fn names(line: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let code = spots::code_spans(line);
    index::wiki_links(line).into_iter().filter_map(move |range| {
        let target = line.get(range.clone())?;
        let named = target.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ' '));
        let inside = code.iter().any(|span| span.start <= range.start && range.end <= span.end);
        // A shell's test starts with a blank.
        (named && !inside && !target.starts_with([' ', '-'])).then_some((range, target))
    })
}
