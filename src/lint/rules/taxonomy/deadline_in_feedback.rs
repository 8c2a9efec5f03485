//! T108: a deadline in feedback.

use std::ops::Range;

use jiff::Timestamp;

use crate::{
    lint::{
        Around, Check, Example, Findings, Level, Page, Rule, Subject,
        said::{Line, gives_reason},
    },
    model::{Kind, age},
};

pub(super) static RULE: Rule = Rule {
    code: "T108",
    name: "deadline-in-feedback",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: None,
    help: "make it a project note, or take the date out of the rule",
    page: Page {
        what: "Feedback whose first sentences hold a deadline: a date that lay ahead when it was written, \
               behind a word such as until, by or 截止.",
        why: "A rule holds until the user takes it back. What ends on a day is a state of the project, \
              and as feedback it is followed long after.",
        examples: &[
            Example {
                title: "Until a day",
                store: &[(
                    "feedback_freeze.md",
                    "---\nname: Freeze\ndescription: nothing is merged\ntype: feedback\nmodified: 2026-11-20\n\
                     ---\n\nMerge nothing until 2026-12-20.\n\n**Why:** the auditors look at main.\n",
                )],
                found: &["feedback_freeze.md:8"],
                ..Example::EMPTY
            },
            Example {
                title: "A day in the reason",
                store: &[(
                    "feedback_freeze.md",
                    "---\nname: Migrations\ndescription: migrations are tried first\ntype: feedback\nmodified: \
                     2026-03-03\n---\n\nTry a migration on a copy first.\n\n**Why:** on 2026-03-02 one broke the \
                     shop.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Make it a project note. If both are meant, keep the rule here and move the date.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    if memory.memory.kind != Some(Kind::Feedback) {
        return;
    }
    let rule = memory.prose().filter(|line| !line.text.trim().is_empty()).take(2);
    for &Line { text: line, start: at, .. } in rule.take_while(|line| !gives_reason(&line.text.to_lowercase())) {
        let dates = dates(line).filter(|(place, time)| *time > memory.memory.modified && is_deadline(line, place));
        for (place, _) in dates {
            let message = "a rule has no deadline; what ends on a day is a state of the project";
            found.at(memory, at + place.start..at + place.end, message);
        }
    }
}

/// The dates of a line that are written as 2026-11-29, 2026/11/29 or 2026年11月29日.
fn dates(line: &str) -> impl Iterator<Item = (Range<usize>, Timestamp)> {
    let starts = line
        .char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && !line[..*at].ends_with(|before: char| before.is_ascii_alphanumeric()));
    starts.filter_map(|(at, _)| {
        let part = |c: char| c.is_ascii_digit() || "-/年月日".contains(c);
        let end = at + line[at..].find(|c| !part(c)).unwrap_or(line.len() - at);
        let numbers: Vec<&str> = line[at..end].split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
        let [year, month, day] = numbers[..] else { return None };
        Some((at..end, age::parse(&format!("{year:0>4}-{month:0>2}-{day:0>2}"))?))
    })
}

/// Whether a word next to the date makes it an end.
fn is_deadline(line: &str, date: &Range<usize>) -> bool {
    const BEFORE: [&str; 16] = [
        "until", "till", "by", "before", "through", "due", "deadline", "expires", "ends", "starts", "starting", "from",
        "截止", "直到", "截至", "期限",
    ];
    const BEHIND: [&str; 9] = ["之前", "以前", "截止", "前", "まで", "締め切り", "期限", "까지", "마감"];
    let before = line[..date.start].trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let behind = line[date.end..].trim_start();
    BEFORE.iter().any(|word| before.ends_with(word)) || BEHIND.iter().any(|word| behind.starts_with(word))
}
