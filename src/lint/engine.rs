//! Runs rules over a store.

use super::{Around, Check, Finding, Findings, Questions, Rule, Snapshot};
use crate::model::Document;

/// Everything that these rules want to know of the project.
#[must_use]
pub fn questions<'d>(memories: impl IntoIterator<Item = &'d Document>, rules: &[&'static Rule]) -> Questions {
    let mut questions = Questions::default();
    for memory in memories {
        rules.iter().filter_map(|rule| rule.ask).for_each(|ask| ask(memory, &mut questions));
    }
    questions
}

/// What these rules find in the store, in the order of places.
#[must_use]
pub fn judge(snapshot: &Snapshot, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut all = Vec::new();
    for rule in rules {
        let mut found = Findings::of(rule, &mut all);
        match rule.check {
            Check::Memory(check) => snapshot.memories.iter().for_each(|memory| check(memory, around, &mut found)),
            Check::Store(check) => check(snapshot, around, &mut found),
        }
    }
    all.sort_by(|a, b| a.order().cmp(&b.order()));
    all
}

/// What those of the rules that judge one memory find in this one.
#[must_use]
pub fn judge_one(memory: &Document, around: &Around<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut all = Vec::new();
    for rule in rules {
        if let Check::Memory(check) = rule.check {
            check(memory, around, &mut Findings::of(rule, &mut all));
        }
    }
    all.sort_by(|a, b| a.order().cmp(&b.order()));
    all
}
