//! F110: a value that ends at ` #`.

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject, spots},
    model::header::{self, ProblemKind},
};

pub(super) static RULE: Rule = Rule {
    code: "F110",
    name: "cut-at-hash",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Look),
    help: "put the value in quotes",
    page: Page {
        what: "A name or a description with ` #` in it and no quotes around it.",
        why: "YAML takes ` #` and what follows for a comment: `PR #50 split it` is read as `PR`, and the \
              description judges nothing any more. `mem` reads it whole; other readers do not.",
        examples: &[
            Example {
                title: "A number sign",
                store: &[(
                    "project_split.md",
                    "---\nname: Split\ndescription: PR #50 split the module\ntype: project\n---\nIt was too \
                     big.\n",
                )],
                found: &["project_split.md:3"],
                fixed: &[(
                    "project_split.md",
                    "---\nname: Split\ndescription: 'PR #50 split the module'\ntype: project\n---\nIt was too \
                     big.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "In quotes, or no blank before it",
                store: &[(
                    "project_split.md",
                    "---\nname: \"Issue #7\"\ndescription: C# is split\ntype: project # a comment\n---\nIt was \
                     too big.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put the value in quotes, or take the comment out if it was meant as one.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for problem in memory.header.problems().iter().filter(|problem| problem.kind == ProblemKind::CutAtHash) {
        let key = problem.detail.as_str();
        // Elsewhere a comment is a comment.
        if !["name", "description"].contains(&key) {
            continue;
        }
        let message = format!("for YAML the {key} ends at ` #`, where a comment starts");
        let value =
            spots::value(memory, key).filter(|value| memory.header.uncut(key) == memory.text.get(value.clone()));
        let finding = found.on_line(memory, problem.line, message);
        if let Some(value) = value {
            let whole = header::quote(&memory.text[value.clone()]);
            finding.fix(Fix::look(value, whole));
        }
    }
}
