//! S101: a day that depends on the day it was written.

use std::ops::Range;

use jiff::{civil::Date, tz::Offset};

use super::shared_relative::{may_speak_of_a_day, phrases};
use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject, said},
    model::{Document, Kind, age::Source, days},
};

pub(super) static RULE: Rule = Rule {
    code: "S101",
    name: "relative-date",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Look),
    help: "write the date itself",
    page: Page {
        what: "Words for a day that mean another day each time they are read: tomorrow, next Thursday, in two weeks, and \
               their like in Chinese, Japanese and Korean. Code, quotations, habits (every Thursday), lists to choose \
               from and words beside a date are left alone. Where the memory, the name of its file or git says when it \
               was written, the finding says which day it meant.",
        why: "A memory is read weeks later. `The freeze starts next Thursday` then starts a freeze every week, for ever.",
        examples: &[
            Example {
                title: "A freeze that never ends",
                store: &[(
                    "project_freeze.md",
                    "---\nname: Freeze\ndescription: Merge freeze before the release\ntype: project\nmodified: \
                     2026-03-03T10:00:00Z\n---\n\nFreeze starts next Thursday.\n",
                )],
                found: &["project_freeze.md:8"],
                fixed: &[(
                    "project_freeze.md",
                    "---\nname: Freeze\ndescription: Merge freeze before the release\ntype: project\nmodified: \
                     2026-03-03T10:00:00Z\n---\n\nFreeze starts next Thursday (2026-03-05).\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "A habit, a date, a quotation",
                store: &[(
                    "project_freeze.md",
                    "---\nname: Freeze\ndescription: Deploys run every Thursday\ntype: project\n---\n\nFreeze starts tomorrow \
                     (2026-03-06). The button says \"Remind me tomorrow\"; the job runs `date -d yesterday`.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "`mem lint --diff` shows the date that was meant. Put it in the place of the words, or beside them.",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    for RelativeDate { span, date } in relative_dates(memory) {
        let words = &memory.text[span.clone()];
        let Some(date) = date else {
            found.at(memory, span, format!("`{words}` means another day each time it is read"));
            continue;
        };
        found
            .at(memory, span.clone(), format!("`{words}` meant {date}, and means another day now"))
            .help(format!("write the date itself: {date}"))
            .fix(Fix::look(span.end..span.end, format!(" ({date})")));
    }
}

/// Words for a day that mean another day each time they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelativeDate {
    /// Where they stand in the whole text.
    pub span: Range<usize>,
    /// The day, week, month or year that was meant; `None` where nobody knows when it was written.
    pub date: Option<String>,
}

/// Those of a memory's description and body that no date stands beside, in order.
#[must_use]
pub fn relative_dates(memory: &Subject<'_>) -> Vec<RelativeDate> {
    // Most memories speak of no day, and are not taken apart.
    let sentences = if may_speak_of_a_day(memory.lower()) { memory.sentences() } else { &[] };
    let written = written(memory);
    let of_any_day = matches!(memory.memory.kind, Some(Kind::Feedback | Kind::User));
    let mut found = Vec::new();
    for sentence in memory.description().into_iter().chain(sentences) {
        let text = &memory.text[sentence.span.clone()];
        if !may_speak_of_a_day(&text.to_lowercase()) {
            continue;
        }
        let phrases = phrases(&blanked(text));
        if phrases.is_empty() || names_a_day(text) || of_any_day && is_general(text) {
            continue;
        }
        let phrases = phrases.into_iter().filter(|phrase| !is_dated(text, &phrase.span));
        found.extend(phrases.map(|phrase| RelativeDate {
            span: sentence.span.start + phrase.span.start..sentence.span.start + phrase.span.end,
            date: written.and_then(|written| phrase.meaning.of(written)),
        }));
    }
    found
}

/// Whether a date in the sentence says which day is meant.
fn names_a_day(text: &str) -> bool {
    !said::dates(text).is_empty() || !days::named(text).is_empty()
}

/// Whether month and day in digits stand right beside it: `어제(05-05)`, `5/19 어제`.
fn is_dated(text: &str, span: &Range<usize>) -> bool {
    let of_date = |c: char| c.is_ascii_digit() || matches!(c, '-' | '/');
    let around = |c: char| matches!(c, ' ' | '(' | ')' | '（' | '）' | ',');
    let before = text[..span.start].trim_end_matches(around);
    let behind = text[span.end..].trim_start_matches(around);
    let before = &before[before.trim_end_matches(of_date).len()..];
    let behind = &behind[..behind.len() - behind.trim_start_matches(of_date).len()];
    [before, behind].into_iter().any(|date| {
        let number = |part: &str, most| part.parse().is_ok_and(|number: u32| (1..=most).contains(&number));
        date.split_once(['-', '/']).is_some_and(|(month, day)| number(month, 12) && number(day, 31))
    })
}

/// Whether a sentence of a rule is about any day: `if it is late, do it tomorrow`.
fn is_general(text: &str) -> bool {
    said::mentions(&text.to_lowercase(), &["if", "whenever", "instead", "always", "never", "every", "none", "nobody"])
}

/// The day on which a memory was written, as far as somebody wrote it down.
pub(super) fn written(memory: &Document) -> Option<Date> {
    let told = Offset::UTC.to_datetime(memory.memory.modified).date();
    match memory.memory.modified_source {
        Source::Header => Some(told),
        // What is named after a day may come into git, and be moved there, much later.
        Source::Git => said::day_of_file(&memory.memory.file).or(Some(told)),
        Source::Mtime => said::day_of_file(&memory.memory.file),
    }
}

/// A sentence with spaces in the place of code and of what is quoted. A quotation may go on in the next sentence.
fn blanked(text: &str) -> String {
    const QUOTES: [(char, char); 9] = [
        ('`', '`'),
        ('"', '"'),
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
        ('«', '»'),
        ('‘', '’'),
        ('<', '>'),
        ('{', '}'),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let close = QUOTES.iter().find(|(open, _)| *open == c).and_then(|(_, close)| {
            let open_ended = matches!(close, '」' | '』' | '”' | '»').then_some(after.len());
            after.find(*close).map(|at| at + close.len_utf8()).or(open_ended)
        });
        let length = c.len_utf8() + close.unwrap_or(0);
        match close {
            Some(_) => out.extend(std::iter::repeat_n(' ', length)),
            None => out.push(c),
        }
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{blanked, is_dated, is_general, names_a_day, phrases};

    fn meant(text: &str) -> Vec<String> {
        // A Tuesday.
        let written = date(2026, 3, 3);
        phrases(&blanked(text)).into_iter().filter_map(|phrase| phrase.meaning.of(written)).collect()
    }

    #[test]
    fn days_in_four_languages() {
        for (text, day) in [
            ("Freeze starts next Thursday.", "2026-03-05"),
            ("Demo is tomorrow at 3pm", "2026-03-04"),
            ("It broke last Friday", "2026-02-27"),
            ("It broke last Tuesday", "2026-02-24"),
            ("The release is in two weeks", "2026-03-17"),
            ("Fixed 3 days ago", "2026-02-28"),
            ("Planned for next month", "2026-04"),
            ("Ships next week", "the week of 2026-03-09"),
            ("Must be done by Friday", "2026-03-06"),
            ("周四开始冻结", "2026-03-05"),
            ("下周四开始冻结", "2026-03-12"),
            ("明天上线", "2026-03-04"),
            ("3天后发布", "2026-03-06"),
            ("来週の木曜日に凍結", "2026-03-12"),
            ("明日リリース", "2026-03-04"),
            ("다음 주 목요일부터 동결", "2026-03-12"),
            ("내일 배포", "2026-03-04"),
        ] {
            assert_eq!(meant(text), [day], "{text}");
        }
    }

    #[test]
    fn what_is_no_day() {
        for text in [
            "deploys run every Thursday",
            "`date -d yesterday`",
            "the Yesterday theme",
            "replies within two weeks",
            "The label says \"tomorrow\"",
            "tokens expire in 30 days",
            "周一至周五 都可以",
            "每周四发布",
            "説明日本語",
            "over the last week of logs",
            "no-yesterday-rule",
            "logs older than 3 days",
            "crossed ≤ 5 days ago",
            "「昨天到今天有什么变化？",
            "昨天到今天有什么变化",
            "先天的な構造と後天学習",
            "后天的习惯",
            "필터: 이번달/지난달/전체",
            "오늘/어제/이번 주",
        ] {
            assert_eq!(meant(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_day_beside_it_and_any_day() {
        let dated = |text: &str| phrases(text).iter().any(|phrase| is_dated(text, &phrase.span)) || names_a_day(text);
        for text in
            ["어제(05-05) 배포", "5/19 어제 fix", "tomorrow (Mar 25)", "(Jun 13) ships next week", "明天（5月12日）"]
        {
            assert!(dated(text), "{text}");
        }
        for text in ["tomorrow (1.2)", "어제 13/14", "3 demos next week", "ships tomorrow"] {
            assert!(!dated(text), "{text}");
        }
        assert!(is_general("If it is late, do it tomorrow.") && !is_general("Demo is tomorrow, gift wrapped"));
    }
}
