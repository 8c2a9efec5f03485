//! F112: control characters.

use crate::lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, spots};

pub(super) static RULE: Rule = Rule {
    code: "F112",
    name: "control-character",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "take the character out",
    page: Page {
        what: "Control characters in a memory: escape, bell, backspace, and the like.",
        why: "They steer the terminal of whoever shows the memory, strict readers refuse a header with \
              one, and no word with one in it is found.",
        examples: &[
            Example {
                title: "A colour code",
                store: &[(
                    "reference_log.md",
                    "---\nname: Log\ndescription: where the log is\ntype: reference\n---\n\nThe log says \
                     \u{1b}[31mfailed.\n",
                )],
                found: &["reference_log.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Behind an escape",
                store: &[(
                    "reference_log.md",
                    "---\nname: Log\ndescription: \"the log \\e[2J is here\"\ntype: reference\n---\n\nSee the \
                     wiki.\n",
                )],
                found: &["reference_log.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "A tab is text",
                store: &[(
                    "reference_log.md",
                    "---\nname: Log\ndescription: where the log is\ntype: reference\n---\n\n\tls\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Take them out. They mostly come from output that was pasted.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    // One finding a memory: pasted output is full of them. Most texts have no byte that may begin one.
    // No `&&`: a loop without a branch goes over many bytes at a time.
    let may = |b: u8| (b < b' ') & (b != b'\t') & (b != b'\n') & (b != b'\r') | (b == 0x7f) | (b == 0xc2);
    let may = memory.text.bytes().fold(false, |found, byte| found | may(byte));
    let first = || memory.text.char_indices().find(|(_, c)| odd(*c));
    if let Some((at, c)) = may.then(first).flatten() {
        found.at(memory, at..at + c.len_utf8(), says("the text", c));
        return;
    }
    for key in ["name", "description"] {
        let value = memory.header.get(key).unwrap_or_default();
        if let Some(c) = value.chars().find(|c| odd(*c)) {
            found.at(memory, spots::value_or_first(memory, key), says(&format!("the {key}"), c));
            return;
        }
    }
}

fn says(what: &str, c: char) -> String {
    format!("{what} holds the control character U+{:04X}", u32::from(c))
}
