//! One moment by which all must be done: names, connections, retries, bodies, children.

use std::time::{Duration, Instant};

/// That moment.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    start: Instant,
    allowed: Duration,
}

impl Deadline {
    /// So long from now on.
    #[must_use]
    pub fn after(allowed: Duration) -> Self {
        Self { start: Instant::now(), allowed }
    }

    /// What is left; zero when it is over.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.allowed.saturating_sub(self.start.elapsed())
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// What has passed.
    #[must_use]
    pub fn passed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How long it was from the start.
    #[must_use]
    pub fn allowed(&self) -> Duration {
        self.allowed
    }
}
