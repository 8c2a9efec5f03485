//! One binary for the whole suite, so that it links once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on stops"
)]

mod support;

mod add;
mod age;
mod bad_input;
mod cli;
mod crash;
mod dir;
mod docs;
mod faults;
mod generated;
mod house;
mod json;
mod ls;
mod parallel;
mod reading;
mod recall;
mod recall_budget;
mod registry;
mod rewrite;
mod show;
mod terminal;
