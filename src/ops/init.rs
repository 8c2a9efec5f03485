//! Makes or adopts the store of a project, and makes agents use it.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    OpError, Outcome, config,
    hook::setup::{self, Request, Target, Wired},
    recall::{self, Form},
    row::display,
};
use crate::{
    store::{
        Store, StoreError,
        locate::{self, Place},
    },
    world::World,
};

/// `mem.init/1`: the store, the agents, and what a recall finds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Init {
    /// The store.
    pub dir: String,
    /// Whose layout it has.
    pub layout: &'static str,
    /// Whether it was made just now.
    pub created: bool,
    /// Memories in it.
    pub memories: usize,
    /// The agents that were to be wired in.
    pub agents: Vec<Wired>,
    /// The settings that were turned on.
    pub switched_on: Vec<&'static str>,
    /// A recall, to see that it works; `null` in a store without memories.
    pub trial: Option<Trial>,
    /// Whether nothing was written.
    pub dry_run: bool,
}

/// A recall that was tried.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Trial {
    /// What was asked: the description of the newest memory.
    pub query: String,
    /// What was found, best first.
    pub files: Vec<String>,
}

impl Outcome for Init {
    const SCHEMA: &'static str = "mem.init/1";
}

/// Makes or adopts the store, wires the agents in, and turns these settings on.
///
/// # Errors
/// [`OpError::Store`] when the store cannot be made, and those of [`setup::install`] and [`config::set`].
pub fn run(
    world: &World,
    place: &Place,
    store: &Store,
    targets: &[Target],
    switches: &[&'static str],
    request: &Request,
) -> Result<Init, OpError> {
    let created = !place.exists;
    if !request.dry_run {
        locate::make_private(place);
        store.create()?;
        locate::record(place).map_err(StoreError::io(&place.dir))?;
    }
    let agents = targets.iter().map(|target| setup::install(world, *target, request)).collect::<Result<_, _>>()?;
    for key in switches.iter().filter(|_| !request.dry_run) {
        config::set(world, key, "on")?;
    }
    let memories = store.memories()?.items;
    let newest = memories.iter().min_by_key(|memory| (Reverse(memory.modified), memory.file.clone()));
    let query = newest.map(|memory| memory.description.clone().unwrap_or_else(|| memory.name.clone()));
    Ok(Init {
        dir: display(&place.dir),
        layout: place.layout.name(),
        created: created && !request.dry_run,
        memories: memories.len(),
        agents,
        switched_on: switches.to_vec(),
        trial: query.map(|query| trial(world, store, query)).transpose()?,
        dry_run: request.dry_run,
    })
}

/// Recalls as an agent's hook will.
fn trial(world: &World, store: &Store, query: String) -> Result<Trial, OpError> {
    let asked = recall::Request {
        query,
        limit: crate::model::limits::RECALL_MEMORIES,
        budget: None,
        form: Form::Names,
        rank: false,
        session: None,
        side: None,
        meaning: true,
    };
    let found = recall::run(store, world, &asked)?;
    Ok(Trial { query: asked.query, files: found.memories.into_iter().map(|memory| memory.row.file).collect() })
}
