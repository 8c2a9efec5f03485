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
mod age;
mod bad_input;
mod cli;
mod crash;
mod dir;
mod docs;
mod edit;
mod faults;
mod forget;
mod gate;
mod gc;
mod generated;
mod history;
mod history_alone;
mod history_damage;
mod hook;
mod house;
mod inject;
mod json;
mod json_changes;
mod lint;
mod lint_formats;
mod lint_rules;
mod lint_staged;
mod ls;
mod mv;
mod parallel;
mod permissions;
mod prefetch;
mod prompt;
mod reading;
mod recall;
mod recall_budget;
mod recall_session;
mod registry;
mod reindex;
mod reindex_odd;
mod restore;
mod rewrite;
mod rm;
mod show;
mod terminal;
