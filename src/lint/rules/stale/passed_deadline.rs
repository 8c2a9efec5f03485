//! S102: a date that was ahead when the memory was written, and is past.

use std::ops::Range;

use jiff::{civil::Date, tz::Offset};

use super::relative_date::written;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Rule, Subject, said},
    model::Kind,
};

/// Bytes before and behind a date in which it is said what the date is.
const NEAR: usize = 32;

/// Words before a date that something is to end or be done by it.
const BEFORE: [&str; 21] = [
    "until",
    "till",
    "by",
    "due",
    "deadline",
    "due date",
    "expires",
    "expire",
    "no later than",
    "valid until",
    "ends on",
    "ends",
    "freeze",
    "frozen",
    "截止",
    "截至",
    "有效期",
    "期限",
    "締切",
    "締め切り",
    "마감",
];

/// The same behind a date.
const BEHIND: [&str; 10] = ["之前", "以前", "前", "截止", "为止", "までに", "まで", "까지", "이전", "전까지"];

pub(super) static RULE: Rule = Rule {
    code: "S102",
    name: "passed-deadline",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "remove what has passed, or say what holds since",
    page: Page {
        what: "A deadline, freeze or expiry whose date has passed, in a memory that is no rule of the user's. Where the \
               memory says when it was written, only dates that were ahead at that time count.",
        why: "What was to hold until then holds no longer, and agents go on obeying it.",
        examples: &[
            Example {
                title: "A freeze that is over",
                store: &[(
                    "project_freeze.md",
                    "---\nname: Freeze\ndescription: Merge freeze before the release\ntype: project\n---\n\nNo merges until \
                     2026-03-05.\n",
                )],
                found: &["project_freeze.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Dates that are ahead, or tell what was",
                store: &[(
                    "project_freeze.md",
                    "---\nname: Freeze\ndescription: Merge freeze before the release\ntype: project\nmodified: 2026-11-20\n\
                     ---\n\nNo merges until 2026-12-24. The old server ran until 2025-01-01.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "If the whole memory was about that date, remove it. If something came of it, say that.",
    },
};

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    if matches!(memory.memory.kind, Some(Kind::Feedback | Kind::User)) {
        return;
    }
    let today = Offset::UTC.to_datetime(around.now).date();
    let written = written(memory);
    let ahead = |date: &Date| *date < today && written.is_none_or(|written| *date > written);
    for line in memory.prose() {
        for (date, span) in said::dates(line.text) {
            if ahead(&date) && is_deadline(line.text, &span) {
                let span = line.start + span.start..line.start + span.end;
                found.at(memory, span, format!("{date} has passed"));
            }
        }
    }
}

fn is_deadline(text: &str, date: &Range<usize>) -> bool {
    let before = &text[text.floor_char_boundary(date.start.saturating_sub(NEAR))..date.start];
    let before = before.rsplit(['.', ';', '。', '；', '|']).next().unwrap_or(before).to_lowercase();
    let behind = text[date.end..].trim_start_matches([' ', ')', '日']);
    // The word that says it stands close: `by the end of 2026-03-05`.
    said::mentions(&before, &BEFORE) || BEHIND.iter().any(|mark| behind.starts_with(mark))
}
