//! F191: a header that ignores a rule that there is not.

use crate::lint::{Around, Check, Choice, Example, Findings, Level, Page, Rule, Subject, silence};

pub(super) static RULE: Rule = Rule {
    code: "F191",
    name: "unknown-ignore",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "take the code out, or write the one that is meant: `docs/rules` lists them",
    page: Page {
        what: "A `mem-ignore` in a header that names a rule that there is not.",
        why: "It ignores nothing, and whoever wrote it thinks it does.",
        examples: &[
            Example {
                title: "A letter for a digit",
                store: &[(
                    "user_a.md",
                    "---\nname: A\ndescription: About A\ntype: user\nmem-ignore: [F1O1] # old\n---\n\nText.\n",
                )],
                found: &["user_a.md:5"],
                ..Example::EMPTY
            },
            Example {
                title: "A rule, and the beginning of many",
                store: &[(
                    "user_a.md",
                    "---\nname: A\ndescription: About A\ntype: user\nmem-ignore: [F101, X] # old\n---\n\nText.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Look the code up in the list of rules.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(ignored) = silence::of(memory) else { return };
    for code in &ignored.codes {
        if let Err(unknown) = Choice::default().ignore(std::slice::from_ref(code)) {
            let meant = unknown.nearest.map(|nearest| format!(", did you mean {nearest}?")).unwrap_or_default();
            found.on_line(memory, ignored.line, format!("{unknown}{meant}"));
        }
    }
}
