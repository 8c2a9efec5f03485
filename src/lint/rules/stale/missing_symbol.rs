//! S106: a name that is said to stand in a file and stands nowhere.

use crate::lint::{
    Around, Check, Evidence, Example, Findings, Level, Page, Questions, Rule, Subject,
    said::{Name, Path},
};

/// Bytes between a name and the path that it is said to stand in: `x` in `a.rs`, `a.rs` (`x`).
const BETWEEN: usize = 12;

pub(super) static RULE: Rule = Rule {
    code: "S106",
    name: "missing-symbol",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "check whether the memory still holds, and name what does it now",
    page: Page {
        what: "A function, type or constant that the memory places in a file of the project, while neither that file nor \
               any other has the name.",
        why: "It was renamed or removed. What is said about it may hold no longer, and an agent that is told of it looks in \
              vain, or writes it anew.",
        examples: &[
            Example {
                title: "A function that was renamed",
                store: &[(
                    "feedback_retry.md",
                    "---\nname: Retry limits\ndescription: Three tries, agreed with operations\ntype: feedback\n---\n\n\
                     `retry_thrice` in `src/net.rs` keeps to what operations agreed to.\n",
                )],
                project: &[("src/net.rs", "fn retry_times(n: u32) {}\n")],
                found: &["feedback_retry.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "A name that has moved to another file",
                store: &[(
                    "feedback_retry.md",
                    "---\nname: Retry limits\ndescription: Three tries, agreed with operations\ntype: feedback\n---\n\n\
                     `retry_thrice` in `src/net.rs` keeps to what operations agreed to.\n",
                )],
                project: &[("src/net.rs", "mod retry;\n"), ("src/retry.rs", "fn retry_thrice() {}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Look at the file, find what took the place of the name, and read the memory again beside it.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    for (name, path) in placed(memory) {
        questions.names.insert(name.text);
        questions.cited.entry(path.text).or_default().insert(name.text);
    }
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    for (name, path) in placed(memory) {
        let Some(cited) = around.facts.cited.get(path.text) else { continue };
        // A path that is cut at the front may be that of a library.
        let Some(file) = around.facts.find(path.text).filter(|file| *file == path.text) else { continue };
        if !cited.names.contains(name.text) && !around.facts.names.contains_key(name.text) {
            let message = format!("`{}` is neither in `{file}` nor anywhere else in the project", name.text);
            found.at(memory, name.span.clone(), message).evidence(Evidence::File { file: file.to_owned(), line: None });
        }
    }
}

/// The names that stand right beside a path of a file, with it.
fn placed<'m>(memory: &'m Subject<'_>) -> Vec<(&'m Name<'m>, &'m Path<'m>)> {
    let beside = |name: &Name<'_>, path: &Path<'_>| {
        let gap = if name.span.end <= path.span.start {
            name.span.end..path.span.start
        } else {
            path.span.end..name.span.start
        };
        gap.start <= gap.end && gap.len() <= BETWEEN && is_placing(&memory.text[gap])
    };
    let paths = memory.paths().iter().filter(|path| !path.fenced && !path.text.ends_with('/'));
    let names = |path| memory.names().iter().filter(move |name| beside(name, path)).map(move |name| (name, path));
    paths.flat_map(names).collect()
}

/// Whether what stands between a name and a path puts the one into the other.
fn is_placing(between: &str) -> bool {
    let bare = between.trim_matches(|c: char| c.is_whitespace() || "`*()（）".contains(c));
    ["in", "::", ":", "at", "from", "of", "→", "在", "の", ""].contains(&bare)
        && between.contains(['`', '(', ':', '（'])
}
