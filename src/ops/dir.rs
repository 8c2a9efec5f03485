//! Says where the store is, and why there.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Outcome, row::display};
use crate::{
    store::locate::{self, Place},
    world::World,
};

/// `mem.dir/1`: the memory directory and the rule that chose it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dir {
    /// The directory; it need not exist.
    pub dir: String,
    /// Whose layout it has: `dir`, `project`, `mem`, `claude` or `mini-claude`.
    pub layout: &'static str,
    /// The project's root; `null` when the directory was named by hand outside of one.
    pub project: Option<String>,
    /// The rule that chose it.
    pub rule: &'static str,
    /// Whether it exists.
    pub exists: bool,
    /// Further stores that hold memories for the same project.
    pub others: Vec<OtherStore>,
    /// The rule as a sentence, for the reading form.
    #[serde(skip)]
    pub explanation: &'static str,
    /// Whether the reading form says why.
    #[serde(skip)]
    pub explain: bool,
}

/// A store that is not in use.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OtherStore {
    /// The directory.
    pub dir: String,
    /// Whose layout it has.
    pub layout: &'static str,
    /// How many memories it holds.
    pub memories: usize,
}

impl Outcome for Dir {
    const SCHEMA: &'static str = "mem.dir/1";
}

/// Describes the place; further stores are looked for as well.
#[must_use]
pub fn run(world: &World, place: &Place, explain: bool) -> Dir {
    let others = locate::others(world, place).into_iter().map(|other| OtherStore {
        dir: display(&other.dir),
        layout: other.layout.name(),
        memories: other.memories,
    });
    Dir {
        dir: display(&place.dir),
        layout: place.layout.name(),
        project: place.project().map(display),
        rule: place.rule.name(),
        exists: place.exists,
        others: others.collect(),
        explanation: place.rule.sentence(),
        explain,
    }
}
