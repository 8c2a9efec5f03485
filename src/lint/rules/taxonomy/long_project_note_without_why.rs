//! T106: a long project note that gives no reason.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, said::labels_reason, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T106",
    name: "long-project-note-without-why",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "say why it is worth knowing, or leave it to the code and the docs",
    page: Page {
        what: "A long project note, of more than 1,500 bytes, that nowhere says why.",
        why: "A project note is worth its place for what the code does not show: a decision, a reason, a \
              constraint. Pages without one are mostly descriptions of code, logs of work done, or copies \
              of a document, which are true today and read as true for ever.",
        examples: &[
            Example {
                title: "A description",
                store: &[(
                    "project_importer.md",
                    concat!(
                        "---\nname: Importer\ndescription: how the importer works\ntype: project\n---\n",
                        tenfold!(tenfold!("It reads a row. "))
                    ),
                )],
                found: &["project_importer.md:6"],
                ..Example::EMPTY
            },
            Example {
                title: "A decision",
                store: &[(
                    "project_importer.md",
                    "---\nname: Importer\ndescription: why the importer reads row by row\ntype: project\n---\n\n\
                     The importer reads row by row.\n\n**Why:** customers send files of 40 GB.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put the decision and its reason first (`**Why:**`), then how it is to be used, and take out \
              what the repository shows. If nothing is left, remove the memory.",
    },
};

/// Bytes of a text that is more than a note.
const LONG: usize = 1_500;

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let body = memory.body();
    if memory.memory.kind != Some(Kind::Project) || body.len() <= LONG || labels_reason(memory.lower()) {
        return;
    }
    found.at(
        memory,
        spots::first_words(memory),
        format!("{} bytes about the project, and nowhere a reason", body.len()),
    );
}
