//! F103: a header that strict readers refuse.

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject, apply, spots},
    model::{
        Document,
        header::{self, Header, ProblemKind},
    },
};

pub(super) static RULE: Rule = Rule {
    code: "F103",
    name: "malformed-header",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Safe),
    help: "put the value in quotes",
    page: Page {
        what: "A header that strict YAML refuses, mostly for a `: ` inside of a value.",
        why: "`mem` and Claude Code read such a line as it was meant. Other tools refuse the whole \
              header, or drop it without a word.",
        examples: &[
            Example {
                title: "A colon in a description",
                store: &[(
                    "feedback_tone.md",
                    "---\nname: Release notes\ndescription: Tone for notes: short, no emoji (agreed: 12 March)\n\
                     type: feedback\n---\nKeep it dry.\n",
                )],
                found: &["feedback_tone.md:3"],
                fixed: &[(
                    "feedback_tone.md",
                    "---\nname: Release notes\ndescription: 'Tone for notes: short, no emoji (agreed: 12 \
                     March)'\ntype: feedback\n---\nKeep it dry.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "A header like any other",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Put the value in quotes. `mem lint --fix` does it where the value is sure to stay what it \
              was.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for problem in memory.header.problems().iter().filter(|problem| problem.kind == ProblemKind::Malformed) {
        let message = format!("a strict reader of YAML refuses this line: {}", problem.detail);
        let finding = found.on_line(memory, problem.line, message);
        if let Some(fix) = quoted(memory, problem.line) {
            finding.fix(fix);
        }
    }
}

/// The line with its value in quotes, where nothing else reads differently then.
fn quoted(memory: &Document, number: usize) -> Option<Fix> {
    let line = spots::line(&memory.text, number);
    let (key, written) = memory.text.get(line.clone())?.split_once(':')?;
    let value = written.trim();
    if value.is_empty() || memory.header.get(key) != Some(value) {
        return None;
    }
    let range = line.end - written.trim_start().len()..line.end - (written.len() - written.trim_end().len());
    let fix = Fix::safe(range, header::quote(value));
    let after = Header::parse(&apply(&memory.text, [&fix]).0);
    let still = after.problems().iter().any(|p| p.kind == ProblemKind::Malformed && p.line == number);
    (!still && after.fields().eq(memory.header.fields())).then_some(fix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Example;

    #[test]
    fn a_line_that_would_read_differently_is_left() {
        let store = &[("user_a.md", "---\nname: a\n  b: c: d\ndescription: *x y\ntype: user\n---\n")];
        let snapshot = Example { store, ..Example::EMPTY }.snapshot();
        for number in 1..7 {
            if let Some(fix) = quoted(&snapshot.memories[0], number) {
                let fixed = apply(&snapshot.memories[0].text, [&fix]).0;
                assert!(Header::parse(&fixed).fields().eq(snapshot.memories[0].header.fields()), "{fixed}");
            }
        }
    }
}
