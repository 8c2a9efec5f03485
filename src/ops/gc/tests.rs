//! What the rules find in single notes.

use std::path::PathBuf;

use jiff::{Timestamp, civil::date};

use super::{Action, Kind, copies, dates::dates, expired, plan::Found, superseded};
use crate::model::{Document, Stamp, memory::FileFacts};

fn note(file: &str, header: &str, body: &str) -> Document {
    let facts = FileFacts { file: file.into(), path: PathBuf::from(file), stamp: Stamp::default() };
    Document::new(facts, format!("---\n{header}\n---\n{body}\n").into_bytes())
}

fn project(description: &str, body: &str) -> Document {
    note("project_a.md", &format!("name: A\ndescription: {description}\ntype: project\nmodified: 2026-01-10"), body)
}

fn now() -> Timestamp {
    "2026-11-29T12:00:00Z".parse().unwrap()
}

/// Whether it goes, is shown, or neither.
fn fate(found: &Found) -> &'static str {
    match (found.items.len(), found.suggestions.len()) {
        (1, 0) => "goes",
        (0, 1) => "shown",
        (0, 0) => "stays",
        _ => "unclear",
    }
}

#[test]
fn dates_in_prose() {
    let written = date(2026, 3, 10);
    for (text, expected) in [
        ("until 2026-03-20.", vec![date(2026, 3, 20)]),
        ("2026/3/5 and 2026.03.06", vec![date(2026, 3, 5), date(2026, 3, 6)]),
        ("until 20 March 2026", vec![date(2026, 3, 20)]),
        ("20th of March", vec![date(2026, 3, 20)]),
        ("March 9", vec![date(2027, 3, 9)]),
        ("Sept. 20, 2026", vec![date(2026, 9, 20)]),
        ("February 2028", vec![date(2028, 2, 29)]),
        ("2026-04", vec![date(2026, 4, 30)]),
        ("2026年3月20日、12月1日", vec![date(2026, 3, 20), date(2026, 12, 1)]),
        ("2026년 3월 20일까지", vec![date(2026, 3, 20)]),
        ("2026-02-30, v1.2.3, 192.168.1.20, 10-20, May be 3, 7 of 9, 3月", vec![]),
    ] {
        let found: Vec<_> = dates(text, written).into_iter().map(|dated| dated.date).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_has_ended_goes_and_what_may_not_have_stays() {
    let cases = [
        ("Fares are frozen until 2026-03-20", "No change before.", "goes"),
        ("Fares are frozen", "Frozen until March 20, 2026.\n\n**Why:** an audit.", "goes"),
        ("票价冻结", "冻结截至2026年3月20日。", "goes"),
        ("運賃", "2026年3月20日まで変更しない。", "goes"),
        ("요금", "2026년 3월 20일까지 동결.", "goes"),
        ("Fares are frozen until 2026-12-20", "x", "stays"),
        ("Fares are frozen until 2026-11-28", "It may still be that day somewhere.", "stays"),
        ("Frozen until 2026-03-20", "And again from 2026-12-01.", "stays"),
        ("Frozen until 2026-03-20, extended since", "x", "shown"),
        ("Runner", "We used the old runner until 2026-03-20, now the new one.", "shown"),
        ("Incident of 2026-03-20", "The queue overflowed on 2026-03-20.", "stays"),
        ("Migrate by 2026-03-20", "x", "stays"),
        ("提出", "2026年3月20日までに提出する。", "stays"),
        ("Notes", "First paragraph.\n\nLater: frozen until 2026-03-20.", "stays"),
        ("No date", "Nothing.", "stays"),
    ];
    for (description, body, expected) in cases {
        assert_eq!(fate(&expired::find(&[project(description, body)], now())), expected, "{description} / {body}");
    }
    let feedback = note("feedback_a.md", "name: A\ndescription: Frozen until 2026-03-20\ntype: feedback", "b");
    assert_eq!(fate(&expired::find(&[feedback], now())), "stays");
    let header = note("project_a.md", "name: A\ndescription: d\ntype: project\nexpires: 2026-03-20", "b");
    assert_eq!(fate(&expired::find(&[header], now())), "goes");
    let renewed = "name: A\ndescription: Frozen until 2026-03-20\ntype: project\nmodified: 2026-06-01";
    assert_eq!(fate(&expired::find(&[note("project_a.md", renewed, "b")], now())), "shown");
}

#[test]
fn of_copies_the_best_described_stays() {
    let text = "Always run the migration check before the deploy.";
    let copy = |file: &str, description: &str, body: &str| {
        note(file, &format!("name: {file}\ndescription: {description}\ntype: feedback"), body)
    };
    let best = copy("feedback_a.md", "Run the migration check before each deploy", text);
    let said = copy("feedback_b.md", "migration check", &format!("{text}  \r\n\r\n"));
    let found = copies::find(&[best.clone(), said]);
    assert_eq!(
        (found.items[0].file.as_str(), found.items[0].other.as_deref()),
        ("feedback_b.md", Some("feedback_a.md"))
    );
    // What only the other description says would be lost.
    let own = copy("feedback_b.md", "Ask Alice about staging", text);
    assert_eq!(fate(&copies::find(&[best.clone(), own])), "shown");
    let other_type = note("user_b.md", "name: B\ndescription: Run it\ntype: user", text);
    assert_eq!(fate(&copies::find(&[best, other_type])), "shown");
    // Short texts live by their descriptions.
    let boards = ["payments", "search"].map(|team| copy(&format!("reference_{team}.md"), team, "Ask Alice."));
    assert_eq!(fate(&copies::find(&boards)), "stays");
}

#[test]
fn a_note_goes_by_its_own_word_when_the_successor_is_there() {
    let new = note("project_new.md", "name: New way\ndescription: d\ntype: project", "b");
    let old = |header: &str, body: &str| {
        note("project_old.md", &format!("name: Old\ndescription: d\ntype: project\n{header}"), body)
    };
    for (header, body) in [
        ("superseded_by: project_new.md", "b"),
        ("replaced-by: \"[[New way]]\"", "b"),
        ("x: y", "> **Superseded by** [[project_new]] in May.\n\nThe old text."),
        ("x: y", "Merged into [the new one](project_new.md)."),
        ("x: y", "已被 [[New way]] 取代"),
    ] {
        let found = superseded::find(&[old(header, body), new.clone()]);
        assert_eq!(fate(&found), "goes", "{header} {body}");
        assert_eq!((found.items[0].kind, found.items[0].action), (Kind::Superseded, Action::Drop));
    }
    for (header, body) in [
        ("superseded_by: project_gone.md", "b"),
        ("superseded_by: project_old.md", "b"),
        ("x: y", "The text was merged into [[New way]] partly."),
        ("x: y", "Superseded by events."),
    ] {
        assert_eq!(fate(&superseded::find(&[old(header, body), new.clone()])), "stays", "{header} {body}");
    }
    let claims = note("project_new.md", "name: New\ndescription: d\ntype: project\nsupersedes: [project_old]", "b");
    assert_eq!(fate(&superseded::find(&[old("x: y", "b"), claims])), "goes");
    // Two that name each other are for a person to sort out.
    let back = note("project_new.md", "name: New way\ndescription: d\ntype: project\nsuperseded_by: Old", "b");
    assert_eq!(fate(&superseded::find(&[old("superseded_by: New way", "b"), back])), "stays");
}

#[test]
fn a_tombstone_says_nothing_else() {
    for (body, expected) in [
        ("# DELETED", "goes"),
        ("(deleted)", "goes"),
        ("deleted: see the other one", "goes"),
        ("已删除", "goes"),
        ("Deleted users keep their invoices.", "stays"),
        ("# DELETED\n\nBut the reason is worth keeping.", "stays"),
        ("", "stays"),
    ] {
        let found = superseded::find(&[note("project_a.md", "name: A\ndescription: d\ntype: project", body)]);
        assert_eq!(fate(&found), expected, "{body}");
    }
}
