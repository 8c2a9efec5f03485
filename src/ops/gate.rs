//! What stands between a text and the store: the rules of `lint` that judge one memory.
//!
//! An error refuses, and so does what the project says already; `verify: false` lets both pass, and the
//! history says so. A secret is refused always.

use std::cell::OnceCell;

use super::{OpError, lint::against::Against};
use crate::{
    lint::{Around, Choice, Finding, Level, Rule, Subject, judge_one, questions, rules},
    model::Document,
    project::Project,
    store::Store,
    world::World,
};

/// What a writer judges by.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The project that the memories belong to.
    pub project: Option<Project>,
    /// Which rules count, and how much.
    pub choice: Choice,
    /// Whether a finding refuses.
    pub verify: bool,
}

/// The gate of one command, which looks at the project once.
pub(super) struct Judge<'a> {
    world: &'a World,
    store: &'a Store,
    gate: &'a Gate,
    against: OnceCell<Option<Against<'a>>>,
    /// Codes of rules that would have refused something.
    passed: Vec<&'static str>,
}

/// What the rules say of a text.
pub(super) struct Verdict {
    /// All that was found.
    pub(super) findings: Vec<Finding>,
    /// Why it must not be saved.
    pub(super) refusal: Option<Refusal>,
}

/// Why a text is refused.
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) hint: String,
    /// Whether a person may save it all the same.
    pub(super) overridable: bool,
}

/// What turns a snapshot of the project into a memory.
const QUESTION: &str = "what about it was surprising or not obvious? Save that";
/// What to do with a secret that is not saved yet.
const KEPT_ELSEWHERE: &str = "a secret does not belong into a memory: save where it is kept";

impl<'a> Judge<'a> {
    pub(super) fn new(world: &'a World, store: &'a Store, gate: &'a Gate) -> Self {
        Self { world, store, gate, against: OnceCell::new(), passed: Vec::new() }
    }

    /// Judges a text that is to be saved. What was wrong with it `before` is no reason to refuse it, a
    /// secret excepted.
    pub(super) fn judge(&mut self, memory: &Document, before: Option<&Document>) -> Verdict {
        let findings = self.findings(memory);
        let known = before.map(|before| self.findings(before)).unwrap_or_default();
        let is_new = |finding: &&Finding| {
            let count = |all: &[Finding]| all.iter().filter(|other| other.code == finding.code).count();
            is_secret(finding) || count(&findings) > count(&known)
        };
        let mut refusing: Vec<&Finding> = findings.iter().filter(|finding| refuses(finding)).filter(is_new).collect();
        if !self.gate.verify {
            self.passed.extend(refusing.iter().filter(|finding| !is_secret(finding)).map(|finding| finding.code));
            refusing.retain(|finding| is_secret(finding));
        }
        // A secret first: it is what must be dealt with.
        refusing.sort_by_key(|finding| (!is_secret(finding), finding.level != Level::Error));
        let refusal = refusing.first().map(|finding| Refusal::of(finding));
        Verdict { findings, refusal }
    }

    fn findings(&self, memory: &Document) -> Vec<Finding> {
        let against =
            self.against.get_or_init(|| Against::new(self.world, self.gate.project.as_ref(), self.store.dir()));
        let level = |rule: &Rule| if rule.code == SECRET { Level::Error } else { self.gate.choice.of(rule) };
        let usable = |rule: &&'static Rule| level(rule) != Level::Off && (rule.ask.is_none() || against.is_some());
        let rules: Vec<&'static Rule> = rules::all().filter(usable).collect();
        let subject = Subject::new(memory);
        let asked = questions(&[&subject], &rules);
        let facts = against.as_ref().map(|against| against.answer(&asked)).unwrap_or_default();
        let found = judge_one(&subject, &Around { now: self.world.now(), facts: &facts }, &rules);
        let level = |finding: &Finding| rules::find(finding.code).map_or(finding.level, level);
        found.into_iter().map(|finding| Finding { level: level(&finding), ..finding }).collect()
    }

    /// The words for the history when something was saved that would have been refused.
    pub(super) fn note(&self) -> String {
        let mut codes = self.passed.clone();
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() { String::new() } else { format!(" (not verified: {})", codes.join(", ")) }
    }
}

/// The rule that nothing overrides.
const SECRET: &str = "X101";

fn is_secret(finding: &Finding) -> bool {
    finding.code == SECRET
}

/// An error, and what the project says already.
fn refuses(finding: &Finding) -> bool {
    finding.level == Level::Error || finding.code.starts_with('D') && finding.level >= Level::Warning
}

impl Refusal {
    fn of(finding: &Finding) -> Self {
        let mut reason = format!("{} ({})", finding.message, finding.code);
        let seen: Vec<String> = finding.evidence.iter().take(3).map(ToString::to_string).collect();
        if !seen.is_empty() {
            reason.push_str(&format!(": see {}", seen.join(", ")));
        }
        let hint = match finding.code {
            SECRET => KEPT_ELSEWHERE,
            code if code.starts_with('D') => QUESTION,
            _ => &finding.help,
        };
        Self { reason, hint: hint.to_owned(), overridable: !is_secret(finding) }
    }
}

impl Verdict {
    /// Nothing, or the error of a command that saves one memory.
    pub(super) fn passes(self, file: &str) -> Result<(), OpError> {
        match self.refusal {
            None => Ok(()),
            Some(Refusal { reason, hint, overridable }) => {
                Err(OpError::Judged { message: format!("{file}: {reason}"), hint, overridable })
            }
        }
    }
}
