//! Requests to a server. What carries them is only there with the feature `net`.

#[cfg(feature = "net")]
mod client;
#[cfg(not(feature = "net"))]
mod none;

#[cfg(feature = "net")]
pub(super) use client::Http;
#[cfg(not(feature = "net"))]
pub(super) use none::Http;

use super::{Failure, retry::Headers};

/// What a server answered.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Headers,
    /// Where a redirect leads to.
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Why there is no answer.
pub(super) struct Broken {
    pub(super) failure: Failure,
    /// Whether the connection was there and broke, so that another may work.
    pub(super) is_passing: bool,
}
