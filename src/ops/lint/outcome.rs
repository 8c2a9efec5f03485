//! What a look over the store gave, as a document.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::{baseline, fix::Fixed, rows::Rows};
use crate::{
    lint::{Evidence, Finding, Fix, Level, Place, Rule, Safety, markdown, rules},
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
    #[schemars(with = "Vec<Row<'static>>")]
    pub findings: Rows,
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
pub struct Row<'a> {
    /// A letter and three digits.
    pub code: &'static str,
    /// The rule's name.
    pub rule: &'static str,
    /// `error`, `warning` or `info`.
    pub level: &'static str,
    /// Below the store.
    pub file: Cow<'a, str>,
    /// From 1; `null` when it is about the file as a whole.
    pub line: Option<usize>,
    /// The first character of the line that is meant, from 1.
    pub column: Option<usize>,
    /// The first character behind what is meant.
    pub end_column: Option<usize>,
    /// Why it is a fault.
    pub message: Cow<'a, str>,
    /// What to do about it.
    pub help: Cow<'a, str>,
    /// Where it can be seen.
    pub evidence: Vec<Proof<'a>>,
    /// `safe` or `look` when there is a change that puts it right.
    pub fix: Option<&'static str>,
    /// Whether a model found it.
    pub judged: bool,
    /// The line, secrets covered, for the reading form.
    #[serde(skip)]
    pub source: Option<Cow<'a, str>>,
}

impl Row<'_> {
    /// What stays the same of it while its line only moves.
    #[must_use]
    pub fn print(&self) -> String {
        baseline::print_of(self.code, &self.file, self.source.as_deref().unwrap_or(&self.message))
    }

    /// The same as it was found. Which bytes a fix changes is found anew when it is made.
    pub(super) fn finding(self, rule: &'static Rule, level: Level) -> Finding {
        let place = self.line.zip(self.column).zip(self.end_column).zip(self.source);
        let safety = |key| if key == Safety::Safe.key() { Safety::Safe } else { Safety::Look };
        Finding {
            code: rule.code,
            name: rule.name,
            level,
            file: self.file.into_owned(),
            place: place.map(|(((line, column), end), source)| Place {
                line,
                column,
                width: end - column,
                source: source.into_owned(),
            }),
            message: self.message.into_owned(),
            help: self.help.into_owned(),
            evidence: self.evidence.into_iter().map(Evidence::from).collect(),
            fix: self.fix.map(|key| Fix { safety: safety(key), edits: Vec::new() }),
            judged: self.judged,
        }
    }
}

/// Where a finding's truth can be seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "in")]
pub enum Proof<'a> {
    /// A file of the project.
    Project {
        /// Below the project's top.
        file: Cow<'a, str>,
        /// From 1.
        line: Option<usize>,
    },
    /// A commit of the project.
    Commit {
        /// Its name.
        commit: Cow<'a, str>,
    },
    /// Another memory.
    Store {
        /// Below the store.
        file: Cow<'a, str>,
        /// From 1.
        line: Option<usize>,
    },
}

impl Outcome for Lint {
    const SCHEMA: &'static str = "mem.lint/1";
}

impl From<&Finding> for Row<'static> {
    fn from(finding: &Finding) -> Self {
        let place = finding.place.as_ref();
        Self {
            code: finding.code,
            rule: finding.name,
            level: finding.level.as_str(),
            file: finding.file.clone().into(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            end_column: place.map(|place| place.column + place.width),
            message: finding.message.clone().into(),
            help: finding.help.clone().into(),
            evidence: finding.evidence.iter().map(Proof::from).collect(),
            fix: finding.fix.as_ref().map(|fix| fix.safety.key()),
            judged: finding.judged,
            source: place.map(|place| place.source.clone().into()),
        }
    }
}

impl From<&Evidence> for Proof<'static> {
    fn from(evidence: &Evidence) -> Self {
        match evidence.clone() {
            Evidence::File { file, line } => Self::Project { file: file.into(), line },
            Evidence::Commit { id } => Self::Commit { commit: id.into() },
            Evidence::Memory { file, line } => Self::Store { file: file.into(), line },
        }
    }
}

impl From<Proof<'_>> for Evidence {
    fn from(proof: Proof<'_>) -> Self {
        match proof {
            Proof::Project { file, line } => Self::File { file: file.into_owned(), line },
            Proof::Commit { commit } => Self::Commit { id: commit.into_owned() },
            Proof::Store { file, line } => Self::Memory { file: file.into_owned(), line },
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
