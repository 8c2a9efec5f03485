//! D501: an error, its cause and its fix.

use super::shared_known::{known, show};
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Questions, Rule, Subject, said},
    model::Kind,
};

/// Names of the code that show that the fix is in it.
const NAMES: usize = 2;

/// The same for feedback that says why: it may be a rule that came of an error.
const NAMES_OF_LESSON: usize = 4;

/// How an error is told by whoever prints it, in lower case.
const PRINTED: [&str; 9] = [
    "error[e",
    "error cs",
    "error ts",
    "panicked at",
    "traceback (most recent",
    "fatal:",
    "segmentation fault",
    "error loading",
    "unhandled exception",
];

/// How a cause and a fix are introduced.
const CAUSES: [&str; 18] = [
    "root cause",
    "cause:",
    "caused by",
    "symptom",
    "happens when",
    "happens because",
    "原因",
    "症状",
    "根因",
    "원인",
    "증상",
    "causa",
    "sintoma",
    "příčina",
    "důvod",
    "причина",
    "ursache",
    "síntoma",
];
const FIXES: [&str; 26] = [
    "fix:",
    "the fix",
    "fix applied",
    "fixed by",
    "to fix",
    "workaround",
    "solution",
    "resolved by",
    "修复",
    "解决",
    "修正",
    "対処",
    "解決",
    "対策",
    "해결",
    "수정",
    "correção",
    "solução",
    "corrigido",
    "oprava",
    "řešení",
    "исправлен",
    "решение",
    "lösung",
    "behoben",
    "solución",
];

pub(super) static RULE: Rule = Rule {
    code: "D501",
    name: "debugging-recipe",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "the fix is in the code: keep the rule that prevents the next one, or remove the memory",
    page: Page {
        what: "A memory that tells an error as it was printed, its cause and its fix, while the names in the fix stand in \
               the code.",
        why: "The fix is in the code and its story in the commit. The same error does not come back; what comes back is \
              the next one of its kind, which only a rule would prevent.",
        examples: &[
            Example {
                title: "An error and what was changed",
                store: &[(
                    "feedback_upload.md",
                    "---\nname: Upload crash\ndescription: Upload crashed on empty files\ntype: feedback\n---\n\n`ValueError: \
                     read of closed file` came up in `store_upload`.\n\nRoot cause: `open_part` closes the file. Fix: copy it \
                     first.\n",
                )],
                project: &[("app/upload.py", "def store_upload(part):\n    pass\n\ndef open_part(path):\n    pass\n")],
                found: &["feedback_upload.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "The rule that came of it",
                store: &[(
                    "feedback_upload.md",
                    "---\nname: Who opens, closes\ndescription: Files are closed where they are opened\ntype: feedback\n---\n\n\
                     Whoever opens a file closes it; nothing that is handed a file does.\n\n**Why:** uploads crashed twice in \
                     `store_upload`.\n",
                )],
                project: &[("app/upload.py", "def store_upload(part):\n    pass\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Ask which rule would have prevented it. If there is one, that is the memory; if there is none, the commit \
              says enough.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    questions.names.extend(memory.names().iter().map(|name| name.text));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let known = known(memory, around.facts);
    if known.len() < NAMES {
        return;
    }
    let lower = memory.lower();
    if !said::mentions(lower, &CAUSES) && !said::mentions(lower, &FIXES) {
        return;
    }
    let printed = memory.lines().iter().find(|line| {
        let line = line.text.to_lowercase();
        PRINTED.iter().any(|mark| line.contains(mark)) || raised(&line)
    });
    let lesson = memory.memory.kind == Some(Kind::Feedback) && memory.has_reason();
    let names = if lesson { NAMES_OF_LESSON } else { NAMES };
    let Some(line) = printed.filter(|_| known.len() >= names) else { return };
    let message = format!("an error and its fix; {} names of it stand in the code", known.len());
    show(found.at(memory, line.span(), message), &known, around.facts);
}

/// Whether a line in lower case has an error of a kind with a name, and what it says:
/// `argumentexception: getting …`.
fn raised(line: &str) -> bool {
    ["exception:", "error:"].iter().any(|mark| {
        line.match_indices(mark).any(|(at, _)| {
            line[..at].ends_with(|c: char| c.is_ascii_lowercase()) && line[at + mark.len()..].starts_with(' ')
        })
    })
}
