//! L101: an index of too many lines.

use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot},
    model::limits::{INDEX_LINES, INDEX_LINES_WARN},
};

pub(super) static RULE: Rule = Rule {
    code: "L101",
    name: "index-lines",
    level: Level::Warning,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "merge entries that belong together and drop stale ones until there are fewer than 140 lines",
    page: Page {
        what: "An index of more than 140 lines.",
        why: "Agents load the first 200 lines and drop the rest without a word: whoever wrote line 201 \
              thinks that it is known. Claude Code asks for fewer than 140.",
        examples: &[
            Example {
                title: "150 lines",
                store: &[(
                    "MEMORY.md",
                    tenfold!(
                        "- [Role](user_role.md)\n- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n- i\n- j\n- k\n- l\n- m\n- n\n"
                    ),
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
        fix: "Merge memories on one topic (`mem gc` proposes some), remove what is no longer true, and \
              keep one line an entry.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    super::index_size(snapshot, found, "lines", |size| size.lines, (INDEX_LINES, INDEX_LINES_WARN));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Example, IndexText, judge};

    #[test]
    fn lines_and_the_limit() {
        let found = |lines: usize| {
            let text = "- a\n".repeat(lines);
            let index = Some(IndexText::new("MEMORY.md", text, true));
            let around = Around { now: Example::now(), facts: &Default::default() };
            judge(&Snapshot { index, ..Snapshot::default() }, &[], &around, &[&RULE])
        };
        assert!(found(140).is_empty());
        assert!(found(141)[0].message.contains("141 lines"));
        assert!(found(214)[0].message.ends_with("14 are never read"));
    }
}
