//! L105: a text that recall cuts off.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots},
    model::limits::{BODY_BYTES, READ_BYTES},
};

pub(super) static RULE: Rule = Rule {
    code: "L105",
    name: "body-length",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "keep what cannot be looked up elsewhere, or split it into several memories",
    page: Page {
        what: "A memory whose text has more than 4,096 bytes.",
        why: "Recall hands out 4,096 bytes of a memory and cuts the rest off. What stands behind the cut \
              is read only by whoever opens the file.",
        examples: &[
            Example {
                title: "100 sentences",
                store: &[(
                    "project_queue.md",
                    concat!(
                        "---\nname: Queue\ndescription: when it is full\ntype: project\n---\n",
                        tenfold!(tenfold!("The queue is drained at night, as everybody knows.\n"))
                    ),
                )],
                found: &["project_queue.md:86"],
                ..Example::EMPTY
            },
            Example {
                title: "A fact",
                store: &[(
                    "project_queue.md",
                    "---\nname: Queue\ndescription: The queue is drained at night and filled in the morning.\n\
                     type: project\n---\n\nIt is full at noon.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put the fact first, keep its why and how, and take out what can be looked up. Several facts \
              are several memories.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let body = memory.body();
    if body.len() <= BODY_BYTES {
        return;
    }
    let cut = spots::body_start(memory) + body.floor_char_boundary(BODY_BYTES);
    let message = match memory.text.len() as u64 {
        READ_BYTES.. => "the file is so large that only its first 16 MiB are read".into(),
        _ => format!("recall shows {BODY_BYTES} of {} bytes: it cuts here", body.len()),
    };
    found.at(memory, cut..cut + 1, message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lint::{Example, Snapshot, judge},
        model::{Document, Stamp, memory::FileFacts},
    };

    fn found(body: &str) -> Vec<(usize, String)> {
        let facts = FileFacts { file: "user_a.md".into(), path: "user_a.md".into(), stamp: Stamp::default() };
        let text = format!("---\nname: a\n---\n{body}");
        let snapshot = Snapshot { memories: vec![Document::new(facts, text.into())], ..Snapshot::default() };
        let around = Around { now: Example::now(), facts: &Default::default() };
        let found = judge(&snapshot, &snapshot.subjects(), &around, &[&RULE]);
        found.into_iter().map(|f| (f.place.map_or(0, |place| place.line), f.message)).collect()
    }

    #[test]
    fn bytes_and_where_the_cut_is() {
        assert!(found(&"a".repeat(4_096)).is_empty());
        let lines = "记录一下\n".repeat(400);
        assert_eq!(found(&lines), [(4 + 4_096 / 13, "recall shows 4096 of 5200 bytes: it cuts here".to_owned())]);
    }
}
