//! S105: a cited line beyond the end of its file.

use crate::lint::{Around, Check, Evidence, Example, Findings, Level, Page, Questions, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "S105",
    name: "missing-line",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "name the function instead of the line: names move with the code",
    page: Page {
        what: "A line number behind a path of the project, greater than the file has lines.",
        why: "The file was rewritten since. Even where the number still exists, it points to something else after the \
              next edit.",
        examples: &[
            Example {
                title: "A file that has become shorter",
                store: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit at \
                     `src/parse.rs:120` came from a customer.\n",
                )],
                project: &[("src/parse.rs", "fn parse() {\n}\n")],
                found: &["feedback_parser.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "A line that is there",
                store: &[(
                    "feedback_parser.md",
                    "---\nname: Parser limits\ndescription: The parser stops at 1 MB\ntype: feedback\n---\n\nThe limit at \
                     `src/parse.rs:2` came from a customer.\n",
                )],
                project: &[("src/parse.rs", "fn parse() {\n}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Look up what was meant, and write its name.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    for path in memory.paths().iter().filter(|path| path.line.is_some()) {
        questions.cited.entry(path.text).or_default();
    }
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    for path in memory.paths() {
        let Some((line, cited)) = path.line.zip(around.facts.cited.get(path.text)) else { continue };
        // A path that is cut at the front may be that of a library.
        let Some(file) = around.facts.find(path.text).filter(|file| *file == path.text && line > cited.lines) else {
            continue;
        };
        let message = format!("`{file}` has {} lines, and line {line} is cited", cited.lines);
        let last = Evidence::File { file: file.to_owned(), line: Some(cited.lines).filter(|lines| *lines > 0) };
        found.at(memory, path.span.clone(), message).evidence(last);
    }
}
