//! `mem` is git for a coding agent's memory: it keeps a directory of small Markdown files and
//! their index true, small and findable, and hands the few relevant ones to an agent.
//!
//! # The floors
//!
//! A module uses only floors below its own; modules of one floor do not know each other
//! (`tests/house.rs` holds the table).
//!
//! | floor | module | lives there |
//! |---|---|---|
//! | 5 | [`cli`] | arguments in, exit code out; one file a subcommand |
//! | 4 | [`output`] | the only module that prints; one file a reading form |
//! | 3 | [`ops`] | one file an operation: (store, request) → outcome, which is the JSON contract |
//! | 2 | [`agents`] | one file an agent: what it is called, how it is spoken to |
//! | 2 | [`lint`] | rules, what they find and how it is put right: pure, sees values and never the disk |
//! | 2 | [`llm`] | asking a language model: one file a provider, two pure functions each |
//! | 2 | [`select`] | the local selector: pure, sees values and never the disk |
//! | 2 | [`transcript`] | what was said in a session: one file a format of an agent |
//! | 1 | [`store`] | the memory directory: where it is, scan, read, write, lock, index |
//! | 1 | [`project`] | the repository that the memory belongs to: root, ignore rules |
//! | 1 | [`config`] | settings in layers that know their origin |
//! | 0 | [`model`] | what a memory is: header, type, slug, age, index line, limits |
//! | 0 | [`world`] | working directory, variables, clock, terminal: the only reader of them |
//!
//! # Where a new thing goes
//!
//! One file and one line: a command in `cli/commands/` with its line in `commands/mod.rs`, an
//! operation in `ops/`, its reading form in `output/human/`, a rule in `lint/rules/<group>/` with its
//! line in that folder's `mod.rs`. An agent is one file in `agents/` with its line in `agents/mod.rs`, a
//! model's provider one in `llm/`. A setting is one entry in `config/keys.rs`.
//!
//! # The way of `mem recall "how do we deploy"`
//!
//! main → [`cli`] (parse) → `Context` → `commands/recall` → [`ops::recall`]: gate → store.scan →
//! postings (texts are read only of files that changed since) → [`llm`] where a model is named, else and
//! when it fails select.decide → budget → outcome → [`output`] → exit code. Down and up once. With `--session` the outcome is printed within
//! [`ops::recall::session`], which remembers what was printed ([`store::session`]).
//!
//! # The way of `mem add`
//!
//! arguments (questions only on a terminal) → [`ops::add`]: draft → lock → slug → is something in
//! the way? → write (temporary file, fsync, exchange) → index line → unlock.

pub mod agents;
pub mod cli;
pub mod config;
pub mod lint;
pub mod llm;
pub mod model;
pub mod ops;
pub mod output;
pub mod project;
pub mod select;
pub mod store;
pub mod transcript;
pub mod world;
