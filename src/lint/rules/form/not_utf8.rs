//! F111: a file that is not UTF-8.

use super::shared_problems::noted;
use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F111",
    name: "not-utf8",
    level: Level::Error,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "save the file as UTF-8",
    page: Page {
        what: "A file whose bytes are not UTF-8.",
        why: "What is shown has replacements in it, and `mem` rewrites no such file: it would destroy \
              what it cannot read.",
        examples: &[
            Example {
                title: "Saved as Latin-1",
                found: &["user_role.md:3"],
                raw: &[(
                    "user_role.md",
                    b"---\nname: Role\ndescription: works in K\xf6ln\ntype: user\n---\nBack end.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "Letters of any script in UTF-8",
                store: &[("user_role.md", "---\nname: 角色\ndescription: works in Köln\ntype: user\n---\n\n后端。\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Convert it, as by `iconv -f latin1 -t utf8` when it came from an old editor.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if noted(memory, "not_utf8") {
        let at = memory.text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
        found.at(memory, at..at + 1, "the file is not UTF-8 from here on");
    }
}
