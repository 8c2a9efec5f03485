//! One binary for the whole suite, so that it links once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test that cannot go on stops"
)]

mod support;

mod add;
mod cli;
mod crash;
mod docs;
mod faults;
mod generated;
mod house;
mod inject;
mod json;
mod parallel;
mod permissions;
mod recall;
mod recall_budget;
mod registry;
mod rewrite;
mod terminal;
