//! T107: an address under another type.

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject, spots},
    model::Kind,
};

pub(super) static RULE: Rule = Rule {
    code: "T107",
    name: "address-of-another-type",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Look),
    help: "make it a reference, or say what the address means",
    page: Page {
        what: "A memory that is an address and hardly more, and whose type is not reference.",
        why: "An address tells where to look: that is what references are. As user or feedback it is read \
              as something about a person or a rule.",
        examples: &[
            Example {
                title: "A link",
                store: &[(
                    "user_board.md",
                    "---\nname: Board\ndescription: the board\ntype: user\n---\n\nhttps://board.example/team\n",
                )],
                found: &["user_board.md:4"],
                fixed: &[(
                    "user_board.md",
                    "---\nname: Board\ndescription: the board\ntype: reference\n---\n\n\
                     https://board.example/team\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "A link with what it means",
                store: &[(
                    "user_role.md",
                    "---\nname: Role\ndescription: works on the back end\ntype: user\n---\n\nWorks on the back \
                     end; profile at https://people.example/x and prefers short answers.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Change the type to reference, and say in a few words when to look there.",
    },
};

/// Characters beside the addresses that are no more than a title.
const TITLE: usize = 24;

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if !matches!(memory.memory.kind, Some(Kind::User | Kind::Feedback)) {
        return;
    }
    let body = memory.body();
    let words = body.split_whitespace().filter(|word| !word.contains("://"));
    let said = words.flat_map(str::chars).filter(|c| c.is_alphanumeric()).take(TITLE + 1).count();
    if body.contains("://") && said <= TITLE {
        let place = spots::value_or_first(memory, "type");
        let message = "the text is an address, which is what references are for";
        let whole = Kind::parse(memory.text.get(place.clone()).unwrap_or_default()).is_some();
        let finding = found.at(memory, place.clone(), message);
        if whole {
            finding.fix(Fix::look(place, Kind::Reference.as_str()));
        }
    }
}
