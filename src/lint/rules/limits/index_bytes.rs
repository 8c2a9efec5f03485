//! L102: an index of too many bytes.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    model::limits::{INDEX_BYTES, INDEX_BYTES_WARN},
};

pub(super) static RULE: Rule = Rule {
    code: "L102",
    name: "index-bytes",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "shorten the hooks until the index is below 17,500 bytes",
    page: Page {
        what: "An index of more than 17,500 bytes.",
        why: "Agents load 25,000 bytes and drop the rest without a word, however few lines it is. A \
              letter of Chinese, Japanese or Korean counts three bytes.",
        examples: &[
            Example {
                title: "100 lines of 200 bytes",
                store: &[(
                    "MEMORY.md",
                    tenfold!(tenfold!(concat!(
                        "- [Queue](project_queue.md) — ",
                        tenfold!("many words about it"),
                        "\n"
                    ))),
                )],
                found: &["MEMORY.md"],
                ..Example::EMPTY
            },
            Example {
                title: "A short index",
                store: &[("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Shorten the hooks: the memory holds the rest. `mem reindex --rebuild` writes every line \
              anew, short.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    super::index_size(snapshot, found, "bytes", |size| size.bytes, (INDEX_BYTES, INDEX_BYTES_WARN));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Example, IndexText, judge};

    #[test]
    fn bytes_and_the_limit() {
        let found = |text: String| {
            let index = Some(IndexText::new("MEMORY.md", text, true));
            let around = Around { now: Example::now(), facts: &Default::default() };
            judge(&Snapshot { index, ..Snapshot::default() }, &[], &around, &[&RULE])
        };
        assert!(found("a".repeat(17_500)).is_empty());
        assert!(found("记".repeat(5_834))[0].message.contains("17502 bytes"));
        assert!(found("a\n".repeat(12_501))[0].message.ends_with("2 are never read"));
        assert!(found(format!("<!--\n{}\n-->\n", "a".repeat(30_000))).is_empty(), "comments are not loaded");
    }
}
