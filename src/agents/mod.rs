//! The agents that `mem` speaks to: one file each, one line each.

mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
pub mod hook;
pub mod install;
pub mod json;
mod kiro;
mod opencode;
mod pi;
mod qwen;

use self::{
    hook::{Call, Input, Wire},
    install::Install,
};
use crate::{model::Cap, world::World};

/// An agent.
#[derive(Debug)]
pub struct Agent {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it has to act with.
    pub tools: Tools,
    /// Its events, which may depend on who of a family is speaking.
    pub wires: fn(&Input) -> &'static [Wire],
    /// Where its input holds what the person has written.
    pub prompt: for<'a> fn(&'a Input) -> Option<&'a str>,
    /// The variable that holds the prompt where the input does not.
    pub prompt_variable: Option<&'static str>,
    /// What it takes as one text; more is cut or replaced by a preview.
    pub cap: Cap,
    /// What stands before memories, where a model would take them for something else.
    pub opening: &'static str,
    /// Whether another agent is speaking, which runs this one's hooks as well and has its own.
    pub is_foreign: fn(&World, &Input) -> bool,
    /// Whether it finds memories for a prompt by itself.
    pub own_recall: fn(&World) -> Option<OwnRecall>,
    /// How it is told to run `mem`.
    pub install: Install,
}

/// What an agent recalls by itself.
#[derive(Clone, Copy, Debug)]
pub struct OwnRecall {
    /// What the person should know of it.
    pub note: &'static str,
    /// Whether it is the same memories, which are then not recalled twice.
    pub is_same: bool,
}

/// What an agent calls its own tools.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    /// The one that runs a command.
    pub shell: &'static str,
    /// The one that reads a file.
    pub read: &'static str,
}

/// All of them, the most used first.
pub static AGENTS: [&Agent; 10] = [
    &claude::AGENT,
    &codex::AGENT,
    &gemini::AGENT,
    &qwen::AGENT,
    &cursor::AGENT,
    &copilot::AGENT,
    &cline::AGENT,
    &kiro::AGENT,
    &opencode::AGENT,
    &pi::AGENT,
];

/// The agent of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Agent> {
    AGENTS.into_iter().find(|agent| agent.name == name)
}

/// Characters that fit under the cap of 10,000 that Claude Code and Cursor have. They count as
/// JavaScript does, which takes some characters for two.
const CHARS: Cap = Cap::Chars(9_500);

impl Agent {
    /// The event that an input is about, by its own word or else by what was given beside it.
    #[must_use]
    pub fn call(&self, input: &Input, given: Option<&str>) -> Option<Call> {
        let name = input.event().or(given)?;
        let wire = (self.wires)(input).iter().find(|wire| is_same(wire.name, name))?;
        Some(Call { wire, name: input.event().unwrap_or(wire.name).to_owned() })
    }
}

/// Whether two names of an event are one, in whatever case they are written.
fn is_same(a: &str, b: &str) -> bool {
    let letters = |name: &str| {
        let kept: Vec<u8> = name.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase()).collect();
        kept
    };
    letters(a) == letters(b)
}

/// The prompt where most agents have it.
fn prompt(input: &Input) -> Option<&str> {
    input.text(&["prompt", "message", "user_prompt"])
}

/// For agents that leave it to their hooks.
fn no_recall(_: &World) -> Option<OwnRecall> {
    None
}

/// For agents whose hooks nobody else runs.
fn nobody(_: &World, _: &Input) -> bool {
    false
}
