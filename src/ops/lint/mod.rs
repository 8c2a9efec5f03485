//! Judges the store: its memories and its index, against the project that they belong to.

pub(super) mod against;
mod baseline;
mod fix;
mod judge;
mod known;
mod outcome;
mod read;
mod rows;
mod staged;

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
};

use self::known::Judged;
pub use self::{
    baseline::Baseline,
    fix::Fixed,
    judge::Model,
    outcome::{Explain, Lint, Proof, Row, Summary, explain},
    rows::Rows,
};
use super::{OpError, find, row::display};
use crate::{
    lint::{Choice, Finding, Level, UnknownCode, rules},
    project::Project,
    store::{Store, scan},
    world::World,
};

/// What to judge, and what to do about it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Only these: memories as `mem show` finds them, files of the store, its index. All when empty.
    pub arguments: Vec<OsString>,
    /// Which rules, and how much they count.
    pub choice: Choice,
    /// What to do with safe fixes.
    pub fix: Fixing,
    /// What to do with what was known before.
    pub baseline: Baseline,
    /// What the next commit of the project changes, and nothing else.
    pub staged: bool,
    /// A model that is asked about memories in which rules find nothing.
    pub judge: Option<Model>,
}

/// What to do with safe fixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fixing {
    /// Nothing.
    #[default]
    Leave,
    /// Say what they would change.
    Show,
    /// Make them.
    Make,
}

/// Judges a store; makes fixes where that is wanted.
///
/// # Errors
/// As [`find::one`] for the arguments; [`OpError::Store`].
pub fn run(world: &World, store: &Store, project: Option<&Project>, request: &Request) -> Result<Lint, OpError> {
    let only = only(world, store, &request.arguments)?;
    let chosen = |findings: Vec<Finding>| chosen(findings, &request.choice, only.as_ref());
    let mut notices = Vec::new();
    let mut fixed = Vec::new();
    let judged: Judged = if request.staged {
        staged(world, store, project, &mut notices)
    } else if request.fix == Fixing::Leave {
        known::findings(world, store, project)?
    } else {
        let plan = fix::plan(world, store, project, &chosen)?;
        if request.fix == Fixing::Make {
            fix::make(world, store, &plan.changed, &mut notices)?;
        }
        fixed = plan.changed;
        plan.left
    };
    let mut rows = judged.rows.chosen(&request.choice, only.clone());
    let meant = |file: &&String| only.as_ref().is_none_or(|only| only.contains(*file));
    let meant: Vec<&String> = judged.files.iter().filter(meant).collect();
    let mut known = 0;
    if request.judge.is_some() || request.baseline != Baseline::Off {
        let mut findings: Vec<Finding> = rows.findings().collect();
        if let Some(model) = &request.judge {
            judge::add(world, store, model, &request.choice, &meant, &mut findings, &mut notices)?;
        }
        known = baseline::apply(world, store, request.baseline, &mut findings, &mut notices)?;
        rows = Rows::of(&findings);
    }
    let not_checked = if judged.project.is_some() { Vec::new() } else { unasked(&request.choice) };
    Ok(Lint {
        dir: display(store.dir()),
        base: base(store, project),
        project: judged.project,
        summary: rows.summary(meant.len()),
        findings: rows,
        known,
        not_checked,
        fixed,
        notices,
    })
}

/// What the next commit changes; nothing where it cannot concern the store.
fn staged(world: &World, store: &Store, project: Option<&Project>, notices: &mut Vec<String>) -> Judged {
    staged::findings(world, store, project).unwrap_or_else(|| {
        notices.push("git does not track the store in this project, so that no commit changes it".into());
        Judged { rows: Rows::default(), files: Vec::new(), project: project.map(|project| display(&project.top)) }
    })
}

/// The findings that are asked for, as much as they are to count.
fn chosen(findings: Vec<Finding>, choice: &Choice, only: Option<&BTreeSet<String>>) -> Vec<Finding> {
    let meant = |finding: &Finding| only.is_none_or(|only| only.contains(&finding.file));
    let level = |finding: Finding| {
        let level = rules::find(finding.code).map_or(finding.level, |rule| choice.of(rule));
        Finding { level, ..finding }
    };
    findings.into_iter().filter(meant).map(level).filter(|finding| finding.level != Level::Off).collect()
}

/// Rules that had nothing to judge by.
fn unasked(choice: &Choice) -> Vec<&'static str> {
    let rules = rules::all().filter(|rule| rule.ask.is_some() && choice.of(rule) != Level::Off);
    rules.map(|rule| rule.code).collect()
}

/// The files that the arguments mean; `None` for all.
fn only(world: &World, store: &Store, arguments: &[OsString]) -> Result<Option<BTreeSet<String>>, OpError> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let memories = store.memories()?.items;
    let file = |argument: &OsString| match of_store(world, store, argument) {
        Some(index) if scan::is_index(&index) => Ok(index),
        Some(file) => Ok(find::one(store, &memories, file.as_ref())?.file.clone()),
        None => Ok(find::one(store, &memories, argument)?.file.clone()),
    };
    arguments.iter().map(file).collect::<Result<_, OpError>>().map(Some)
}

/// A path as a shell or a hook gives it, as a file below the store.
fn of_store(world: &World, store: &Store, argument: &OsStr) -> Option<String> {
    let name = argument.to_str()?;
    if scan::is_index(name) {
        return store.index_path().file_name().map(|name| name.to_string_lossy().into_owned());
    }
    find::from_here(world, store, argument).map(|file| display(&file))
}

/// Where the store lies in the project, for those who name files from there.
fn base(store: &Store, project: Option<&Project>) -> Option<String> {
    let dir = store.dir().canonicalize().ok()?;
    Some(display(dir.strip_prefix(&project?.top).ok()?))
}

/// The error for a code that no rule has.
pub fn unknown(code: &str) -> OpError {
    match Choice::default().select(&[code.to_owned()]) {
        Err(unknown) => unknown.into(),
        Ok(()) => OpError::Usage {
            message: format!("`{code}` is several rules"),
            hint: "name one of them; docs/rules lists them".into(),
        },
    }
}

impl From<UnknownCode> for OpError {
    fn from(unknown: UnknownCode) -> Self {
        let hint = match unknown.nearest {
            Some(nearest) => format!("did you mean {nearest}?"),
            None => "docs/rules lists the rules; a code is a letter and three digits, or the beginning of that".into(),
        };
        Self::Usage { message: unknown.to_string(), hint }
    }
}
