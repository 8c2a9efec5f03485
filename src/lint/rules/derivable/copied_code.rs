//! D201: code that stands in the repository.

use super::shared_known::place;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Questions, Rule, Subject, said::Line},
    model::Kind,
    project::facts::{Spot, snippets},
};

/// Pairs of lines that must be found of a block.
const PAIRS: usize = 3;

/// Percent of a block's pairs that must be.
const SHARE: usize = 60;

pub(super) static RULE: Rule = Rule {
    code: "D201",
    name: "copied-code",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "name the file instead of copying it, and say what about it is not obvious",
    page: Page {
        what: "A code block whose lines stand, one after the other, in a file of the project.",
        why: "The copy stays as it is when the code changes, and an agent that has both before it does not know which one \
              holds.",
        examples: &[
            Example {
                title: "A function of the project",
                store: &[(
                    "project_retry.md",
                    "---\nname: Retry\ndescription: How we retry\ntype: project\n---\n\n```rust\nfn retry(times: u32) -> bool \
                     {\n    for attempt in 0..times {\n        if send(attempt) {\n            return true_of(attempt);\n        \
                     }\n    }\n```\n",
                )],
                project: &[(
                    "src/net.rs",
                    "fn retry(times: u32) -> bool {\n    for attempt in 0..times {\n        if send(attempt) {\n            \
                     return true_of(attempt);\n        }\n    }\n    false\n}\n",
                )],
                found: &["project_retry.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "A pattern that is nowhere yet",
                store: &[(
                    "feedback_retry.md",
                    "---\nname: Retry\ndescription: How to retry\ntype: feedback\n---\n\n```rust\nfn retry(times: u32) -> bool \
                     {\n    for attempt in 0..times {\n        if send(attempt) {\n            return true_of(attempt);\n        \
                     }\n    }\n```\n",
                )],
                project: &[("src/net.rs", "fn send(attempt: u32) -> bool {\n    attempt > 3\n}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Replace the block by the path of the file. Keep lines only where the memory is about these very lines.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    memory.blocks().iter().for_each(|block| questions.snippets.extend(snippets(&block.code)));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let blocks = memory.blocks();
    if blocks.is_empty() {
        return;
    }
    let (fenced, prose): (Vec<Line<'_>>, Vec<Line<'_>>) =
        memory.lines().iter().copied().filter(|line| !line.text.trim().is_empty()).partition(|line| line.fenced);
    // A rule may show in a few lines how it is kept.
    if memory.memory.kind == Some(Kind::Feedback) && memory.has_reason() && fenced.len() <= prose.len() {
        return;
    }
    for block in blocks {
        let pairs = snippets(&block.code);
        let spots: Vec<&Spot> = pairs.iter().filter_map(|pair| around.facts.snippets.get(pair)?.first()).collect();
        if spots.len() < PAIRS || spots.len() * 100 < pairs.len() * SHARE {
            continue;
        }
        let end = memory.text[block.span.start..].find('\n').map_or(block.span.end, |at| block.span.start + at);
        found
            .at(memory, block.span.start..end, format!("this code stands in `{}`", spots[0].file))
            .evidence(place(spots[0]));
    }
}
