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
mod cache;
mod cli;
mod config;
mod crash;
mod dir;
mod docs;
mod edit;
mod extract;
mod extract_model;
mod extract_odd;
#[cfg(feature = "net")]
mod extract_server;
mod extract_writers;
mod faults;
mod forget;
mod gate;
mod gc;
mod gc_consolidate;
mod gc_left;
mod generated;
mod history;
mod history_alone;
mod history_damage;
mod hook;
mod hook_behind;
mod hook_git;
mod hook_install;
mod house;
mod inbox;
mod init;
mod inject;
mod json;
mod json_changes;
mod lint;
mod lint_formats;
mod lint_rules;
mod lint_staged;
mod ls;
mod meaning;
mod mv;
mod parallel;
mod permissions;
mod prefetch;
mod prompt;
mod provider_command;
#[cfg(feature = "net")]
mod provider_http;
#[cfg(feature = "net")]
mod provider_tls;
mod reading;
mod recall;
mod recall_bridges;
mod recall_budget;
#[cfg(feature = "net")]
mod recall_model;
mod recall_session;
mod recall_variety;
mod registry;
mod reindex;
mod reindex_odd;
mod restore;
mod rewrite;
mod rm;
mod show;
mod terminal;
