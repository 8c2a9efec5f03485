//! Asking a language model.
//!
//! A [`Provider`] is data and two pure functions: what is sent, and what came back. Two senders carry
//! it: `http`, the only user of reqwest, and `process` for a program. [`ask`] brings them together,
//! within one [`Deadline`]; [`answer`] reads what a model chose from a list.
//!
//! ```text
//! settings, variables ── setup ──► Target ─┐
//! Prompt ──────────────────────────────────┴─ request ──► Call ── http | process ──► bytes ── reply ──► text
//! ```
//!
//! Nothing is asked unless the person has named a provider.

#![cfg_attr(
    not(feature = "net"),
    allow(dead_code, reason = "half of this speaks of servers, which cannot be asked then")
)]

pub mod answer;
mod anthropic;
mod ask;
mod calls;
mod command;
mod deadline;
mod failure;
mod http;
mod memo;
mod openai;
mod process;
mod proxy;
mod retry;
mod setup;
mod sse;
mod url;

use std::fmt;

use serde_json::Value;

pub use ask::{Asked, Limits, ask};
pub use deadline::Deadline;
pub use failure::{Failure, Reason};
pub use setup::{Key, Target, Unusable, setup};
pub use url::shown as shown_url;

/// A kind of model server or program.
pub struct Provider {
    /// Its name in the settings.
    pub name: &'static str,
    /// Whether it is a server, and which.
    pub server: Option<Server>,
    /// The forms in which an answer can be asked for, the strictest first.
    rungs: &'static [Rung],
    /// Parameters that are left out once a server refuses them.
    optional: &'static [&'static str],
    /// What is sent.
    request: fn(&Target, &Prompt, &Form) -> Call,
    /// What was said.
    reply: fn(&[u8]) -> Result<Reply, Failure>,
}

/// Where a provider is when nobody says otherwise.
pub struct Server {
    /// Its URL.
    base: &'static str,
    /// Ends of an URL that belong to what is added, not to the base.
    ends: &'static [&'static str],
    /// What is added to a base without a path, and behind every base.
    paths: (&'static str, &'static str),
    /// The model.
    model: &'static str,
    /// Variables, kept for other programs, that hold a key, and whether it goes as a bearer's.
    keys: &'static [(&'static str, bool)],
    /// The variable that holds an URL.
    url: &'static str,
}

/// All providers, one line each.
pub static PROVIDERS: [&Provider; 3] = [&anthropic::PROVIDER, &openai::PROVIDER, &command::PROVIDER];

/// What a model is asked, in parts: what is the same each time comes first, so that a server can
/// remember it.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Who it is and what it shall do.
    pub system: String,
    /// What changes seldom.
    pub head: String,
    /// What is asked this time.
    pub tail: String,
    /// The JSON Schema of the answer; the words of `system` describe it too.
    pub schema: Value,
    /// Tokens of the answer at most.
    pub most_tokens: u32,
}

/// How an answer is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    rung: Rung,
    /// Optional parameters that this server refuses.
    without: Option<&'static str>,
}

/// How strictly a server is told what an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rung {
    /// By its schema.
    Schema,
    /// That it is a JSON object.
    Object,
    /// Not at all: the prompt says it.
    Text,
}

/// Tokens of a choice. A list of five names needs a hundred; a model that thinks before it speaks
/// counts its thoughts as well.
pub const BRIEF: u32 = 1_024;

/// Bytes of an answer at most; what is longer is none.
const MAX_BYTES: usize = 1 << 20;

/// What a sender has to do.
enum Call {
    /// A POST of JSON.
    Http { url: String, headers: Vec<(&'static str, String)>, body: Vec<u8> },
    /// A command of the shell with this on its standard input.
    Command { line: String, input: Vec<u8> },
}

/// What a model said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its words.
    pub text: String,
    /// Tokens that went in and came out, where the server counts them.
    pub tokens: Option<(u64, u64)>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
