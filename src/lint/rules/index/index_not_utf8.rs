//! I111: an index that is not UTF-8.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Snapshot};

pub(super) static RULE: Rule = Rule {
    code: "I111",
    name: "index-not-utf8",
    level: Level::Error,
    check: Check::Store(check),
    ask: None,
    fix: None,
    help: "save the index as UTF-8",
    page: Page {
        what: "An index whose bytes are not UTF-8.",
        why: "`mem` does not rewrite it, since it would destroy what it cannot read: no entry is added or \
              taken out any more.",
        examples: &[
            Example {
                title: "Saved as Latin-1",
                found: &["MEMORY.md:3"],
                raw: &[("MEMORY.md", b"# Memory\n\n- K\xf6ln\n")],
                ..Example::EMPTY
            },
            Example {
                title: "Index and files agree",
                store: &[
                    (
                        "user_role.md",
                        "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nBack end.\n",
                    ),
                    ("MEMORY.md", "# Memory\n\n- [Role](user_role.md) — works on the back end\n"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Convert it, as by `iconv -f latin1 -t utf8`.",
    },
};

fn check(snapshot: &Snapshot, _: &Around<'_>, found: &mut Findings<'_>) {
    if let Some(index) = snapshot.index.as_ref().filter(|index| !index.utf8) {
        let at = index.text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
        found.in_index(snapshot, at..at + 1, "the index is not UTF-8 from here on");
    }
}
