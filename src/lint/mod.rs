//! Judges memories: rules, what they find, and how it is put right.
//!
//! Everything here works on values: a [`Snapshot`] of the store and the [`Facts`] of the project that
//! the rules' [`Questions`] asked for. Nothing reads the disk.
//!
//! One rule is one file in `rules/<group>/` and one line in that group's `mod.rs`. Its [`Rule`] holds
//! the code, the page (`mem lint --explain`, `docs/rules/`), the examples, which are its tests, and
//! the function that judges.

/// Ten times the same text, for examples of what is too long.
macro_rules! tenfold {
    ($text:expr) => {
        concat!($text, $text, $text, $text, $text, $text, $text, $text, $text, $text)
    };
}

mod choice;
mod engine;
mod example;
mod finding;
mod fix;
mod page;
mod rule;
pub mod rules;
mod said;
pub mod secret;
mod silence;
mod snapshot;
pub mod spots;

pub use crate::project::facts::{Commit, Facts, Questions, Spot};
pub use choice::{Choice, UnknownCode, means};
pub use engine::{judge, judge_each, judge_one, judge_store, questions, sort};
pub use example::Example;
pub use finding::{Evidence, Finding, Findings, Place};
pub use fix::{Edit, Fix, Safety, apply};
pub use page::{contents, markdown};
pub use rule::{Around, Ask, Check, Group, Level, Page, Rule};
pub use said::Subject;
pub use snapshot::{IndexText, Related, Said, Snapshot};
