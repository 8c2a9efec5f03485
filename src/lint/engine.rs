//! Runs rules over a store.

use super::{Around, Check, Finding, Findings, Questions, Rule, Snapshot, finding::Found, silence};
use crate::model::{Document, cores::in_runs};

/// Everything that these rules want to know of the project, for these memories.
#[must_use]
pub fn questions<'d>(memories: impl IntoIterator<Item = &'d Document>, rules: &[&'static Rule]) -> Questions {
    let mut questions = Questions::default();
    ask(memories, rules, &mut questions);
    questions
}

/// Adds to the questions what these rules want to know.
pub fn ask<'d>(memories: impl IntoIterator<Item = &'d Document>, rules: &[&'static Rule], questions: &mut Questions) {
    for memory in memories {
        rules.iter().filter_map(|rule| rule.ask).for_each(|ask| ask(memory, questions));
    }
}

/// What these rules find in the store, in the order of places.
#[must_use]
pub fn judge(snapshot: &Snapshot, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let memories: Vec<&Document> = snapshot.memories.iter().collect();
    let mut all: Vec<Finding> = judge_each(&memories, around, rules).into_iter().flatten().collect();
    all.extend(judge_store(snapshot, around, rules));
    sort(&mut all);
    all
}

/// Fewer memories than this are judged before a thread has started.
const SHARE: usize = 32;

/// What [`judge_one`] finds in each of these, in their order, on all cores where there are many.
#[must_use]
pub fn judge_each(memories: &[&Document], around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Vec<Finding>> {
    let judged =
        in_runs(memories, SHARE, |run| run.iter().map(|memory| judge_one(memory, around, rules)).collect::<Vec<_>>());
    judged.into_iter().flatten().collect()
}

/// What those of the rules that judge one memory find in this one.
#[must_use]
pub fn judge_one(memory: &Document, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut found = Found::default();
    for rule in rules {
        if let Check::Memory(check) = rule.check {
            check(memory, around, &mut Findings::of(rule, &mut found));
        }
    }
    let mut all = found.all;
    silence::apply(memory, &mut all);
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
