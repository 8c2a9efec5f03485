//! The agents that `mem` speaks to: one file each, one line each.

mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod kiro;
mod opencode;
mod pi;
mod qwen;

/// An agent.
#[derive(Debug)]
pub struct Agent {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it has to act with.
    pub tools: Tools,
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
