//! What a rule is.

use jiff::Timestamp;

use super::{Example, Facts, Findings, Questions, Safety, Snapshot, Subject};

/// How much a finding counts. The order is that of the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not looked for.
    Off,
    /// Worth knowing.
    Info,
    /// Should be put right.
    Warning,
    /// Must be put right: what agents read is not what was meant. Never a heuristic's.
    Error,
}

impl Level {
    /// All, with the words for them.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Off, "off"), (Self::Info, "info"), (Self::Warning, "warning"), (Self::Error, "error")];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level that a word means.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == word).map(|(level, _)| level)
    }
}

/// One rule: data and two functions.
#[derive(Debug)]
pub struct Rule {
    /// A letter and three digits: `F101`. Never given to another rule.
    pub code: &'static str,
    /// What it finds, in words joined by `-`.
    pub name: &'static str,
    /// How much its findings count when nobody says otherwise.
    pub level: Level,
    /// What it judges.
    pub check: Check,
    /// What it must know of the project, for one memory. A rule that has this is not run where there
    /// is no project.
    pub ask: Option<Ask>,
    /// Whether its findings come with a change that puts them right; `None` when they never do.
    pub fix: Option<Safety>,
    /// What to do about a finding, in one sentence; a finding may know better.
    pub help: &'static str,
    /// Its page.
    pub page: Page,
}

/// What adds to the questions what a rule wants to know for one memory.
pub type Ask = for<'q> fn(&'q Subject<'_>, &mut Questions<'q>);

/// What a rule judges.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// One memory at a time, whatever else is in the store. Whoever writes a memory runs these first.
    Memory(fn(&Subject<'_>, &Around<'_>, &mut Findings<'_>)),
    /// The store as a whole: its index, and memories beside each other.
    Store(fn(&Snapshot, &Around<'_>, &mut Findings<'_>)),
}

/// What a rule may know beside the memories.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The present.
    pub now: Timestamp,
    /// What the project answered; empty where there is no project.
    pub facts: &'a Facts,
}

/// What people read about a rule. Markdown.
#[derive(Debug)]
pub struct Page {
    /// What the rule finds.
    pub what: &'static str,
    /// Why that is bad.
    pub why: &'static str,
    /// What it finds and what it leaves alone; each is a test.
    pub examples: &'static [Example],
    /// How to put it right.
    pub fix: &'static str,
}

/// Rules about one thing.
#[derive(Debug)]
pub struct Group {
    /// The first letter of their codes.
    pub letter: char,
    /// Their folder in `rules/`.
    pub folder: &'static str,
    /// What they are about.
    pub title: &'static str,
    /// By code.
    pub rules: &'static [&'static Rule],
}
