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
mod crash;
mod docs;
mod edit;
mod forget;
mod generated;
mod history;
mod history_alone;
mod history_damage;
mod house;
mod json;
mod json_changes;
mod mv;
mod recall;
mod recall_budget;
mod registry;
mod restore;
mod rm;
mod terminal;
