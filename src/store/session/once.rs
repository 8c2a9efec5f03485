//! One thing said once, though two hosts ask for it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::State;
use crate::{model::digest, world::World};

/// Seconds for which the same thing in the same session was delivered twice, and not asked again.
const CLAIM: i64 = 60;

/// A thing to say, and the time.
#[derive(Debug)]
pub struct Once {
    what: String,
    now: Timestamp,
}

/// What was said last, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Said {
    what: String,
    /// Seconds since 1970.
    at: i64,
}

impl Once {
    /// The thing that is named by these parts.
    #[must_use]
    pub fn new(world: &World, parts: &[&str]) -> Self {
        Self { what: digest::project_hash(parts.join("\0").as_bytes()), now: world.now() }
    }

    /// Whether it was said a moment ago.
    #[must_use]
    pub fn was_said(&self, session: &State) -> bool {
        let now = self.now.as_second();
        session.said.as_ref().is_some_and(|said| said.what == self.what && (said.at..said.at + CLAIM).contains(&now))
    }

    /// Notes that it is said.
    pub fn say(&self, session: &mut State) {
        session.said = Some(Said { what: self.what.clone(), at: self.now.as_second() });
    }
}
