//! One binary for the whole suite, so that it links once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on stops"
)]

mod support;

mod add;
mod cli;
mod docs;
mod generated;
mod house;
mod json;
mod recall;
mod recall_budget;
mod registry;
mod reindex;
mod reindex_odd;
mod terminal;
