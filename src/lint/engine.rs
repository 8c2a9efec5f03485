//! Runs rules over a store.

use super::{Around, Check, Finding, Findings, Questions, Rule, Snapshot, Subject, finding::Found, rule::Ask, silence};
use crate::model::cores::{each, in_runs};

/// Everything that these rules want to know of the project, for these memories.
#[must_use]
pub fn questions<'q>(subjects: &[&'q Subject<'_>], rules: &[&'static Rule]) -> Questions<'q> {
    let asks: Vec<Ask> = rules.iter().filter_map(|rule| rule.ask).collect();
    let parts = in_runs(subjects, SHARE, |run| {
        let mut questions = Questions::default();
        run.iter().for_each(|subject| asks.iter().for_each(|ask| ask(subject, &mut questions)));
        questions
    });
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |mut all, part| {
        all.extend(part);
        all
    })
}

/// What these rules find in the store, in the order of places.
#[must_use]
pub fn judge(
    snapshot: &Snapshot,
    subjects: &[Subject<'_>],
    around: &Around<'_>,
    rules: &[&'static Rule],
) -> Vec<Finding> {
    let subjects: Vec<&Subject<'_>> = subjects.iter().collect();
    let mut all: Vec<Finding> = judge_each(&subjects, around, rules).into_iter().flatten().collect();
    all.extend(judge_store(snapshot, around, rules));
    sort(&mut all);
    all
}

/// Memories that a core judges at a time: fewer than this are judged before a thread has started.
const SHARE: usize = 32;

/// What [`judge_one`] finds in each of these, in their order, on all cores where there are many.
#[must_use]
pub fn judge_each(subjects: &[&Subject<'_>], around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Vec<Finding>> {
    each(subjects, SHARE, |subject| judge_one(subject, around, rules))
}

/// What those of the rules that judge one memory find in this one.
#[must_use]
pub fn judge_one(subject: &Subject<'_>, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut found = Found::default();
    for rule in rules {
        if let Check::Memory(check) = rule.check {
            check(subject, around, &mut Findings::of(rule, &mut found));
        }
    }
    let mut all = found.all;
    silence::apply(subject, &mut all);
    sort(&mut all);
    all
}

/// What those of the rules find that judge the store as a whole.
#[must_use]
pub fn judge_store(snapshot: &Snapshot, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut found = Found::default();
    for rule in rules {
        if let Check::Store(check) = rule.check {
            check(snapshot, around, &mut Findings::of(rule, &mut found));
        }
    }
    let mut all = found.all;
    snapshot.memories.iter().for_each(|memory| silence::apply(memory, &mut all));
    all
}

/// In the order in which every output has them.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
}
