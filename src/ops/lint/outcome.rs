//! What a look over the store gave, as a document.

use schemars::JsonSchema;
use serde::Serialize;

use super::{baseline, fix::Fixed};
use crate::{
    lint::{Evidence, Finding, Level, Rule, markdown, rules},
    ops::{OpError, Outcome},
};

/// `mem.lint/1`: what is wrong with the store.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lint {
    /// The store.
    pub dir: String,
    /// The project that it was judged against; `null` when there was none.
    pub project: Option<String>,
    /// By file and place.
    pub findings: Vec<Row>,
    /// It all in numbers.
    pub summary: Summary,
    /// How many more were known before and are left out.
    pub known: usize,
    /// Codes of rules that need a project and had none.
    pub not_checked: Vec<&'static str>,
    /// Files that fixes have changed, or would change.
    pub fixed: Vec<Fixed>,
    /// The store's place in the project, for formats that name files from there.
    #[serde(skip)]
    pub base: Option<String>,
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

/// How many findings of each level, and in how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Findings of the level error.
    pub errors: usize,
    /// Of the level warning.
    pub warnings: usize,
    /// Of the level info.
    pub infos: usize,
    /// Memories that were judged.
    pub checked: usize,
}

/// A finding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// A letter and three digits.
    pub code: &'static str,
    /// The rule's name.
    pub rule: &'static str,
    /// `error`, `warning` or `info`.
    pub level: &'static str,
    /// Below the store.
    pub file: String,
    /// From 1; `null` when it is about the file as a whole.
    pub line: Option<usize>,
    /// The first character of the line that is meant, from 1.
    pub column: Option<usize>,
    /// The first character behind what is meant.
    pub end_column: Option<usize>,
    /// Why it is a fault.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where it can be seen.
    pub evidence: Vec<Proof>,
    /// `safe` or `look` when there is a change that puts it right.
    pub fix: Option<&'static str>,
    /// Whether a model found it.
    pub judged: bool,
    /// The line, secrets covered, for the reading form.
    #[serde(skip)]
    pub source: Option<String>,
}

impl Row {
    /// What stays the same of it while its line only moves.
    #[must_use]
    pub fn print(&self) -> String {
        baseline::print_of(self.code, &self.file, self.source.as_deref().unwrap_or(&self.message))
    }
}

/// Where a finding's truth can be seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "in")]
pub enum Proof {
    /// A file of the project.
    Project {
        /// Below the project's top.
        file: String,
        /// From 1.
        line: Option<usize>,
    },
    /// A commit of the project.
    Commit {
        /// Its name.
        commit: String,
    },
    /// Another memory.
    Store {
        /// Below the store.
        file: String,
        /// From 1.
        line: Option<usize>,
    },
}

impl Outcome for Lint {
    const SCHEMA: &'static str = "mem.lint/1";
}

impl Summary {
    pub(super) fn of(findings: &[Finding], checked: usize) -> Self {
        let count = |level| findings.iter().filter(|finding| finding.level == level).count();
        Self { errors: count(Level::Error), warnings: count(Level::Warning), infos: count(Level::Info), checked }
    }
}

impl From<&Finding> for Row {
    fn from(finding: &Finding) -> Self {
        let place = finding.place.as_ref();
        Self {
            code: finding.code,
            rule: finding.name,
            level: finding.level.as_str(),
            file: finding.file.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            end_column: place.map(|place| place.column + place.width),
            message: finding.message.clone(),
            help: finding.help.clone(),
            evidence: finding.evidence.iter().map(Proof::from).collect(),
            fix: finding.fix.as_ref().map(|fix| fix.safety.key()),
            judged: finding.judged,
            source: place.map(|place| place.source.clone()),
        }
    }
}

impl From<&Evidence> for Proof {
    fn from(evidence: &Evidence) -> Self {
        match evidence.clone() {
            Evidence::File { file, line } => Self::Project { file, line },
            Evidence::Commit { id } => Self::Commit { commit: id },
            Evidence::Memory { file, line } => Self::Store { file, line },
        }
    }
}

/// `mem.rule/1`: what a rule is about.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explain {
    /// A letter and three digits.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// `error`, `warning` or `info`, when no setting says otherwise.
    pub level: &'static str,
    /// `safe` or `look` when it has changes that put its findings right.
    pub fix: Option<&'static str>,
    /// Its page, in Markdown.
    pub page: String,
}

impl Outcome for Explain {
    const SCHEMA: &'static str = "mem.rule/1";
}

/// A rule's page.
///
/// # Errors
/// [`OpError::Usage`] when there is no such rule.
pub fn explain(code: &str) -> Result<Explain, OpError> {
    let rule: &Rule = rules::find(code).ok_or_else(|| super::unknown(code))?;
    let Rule { code, name, level, .. } = *rule;
    let fix = rule.fix.map(crate::lint::Safety::key);
    Ok(Explain { code, name, level: level.as_str(), fix, page: markdown(rule) })
}
