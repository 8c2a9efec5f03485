//! OpenAI's Codex CLI, whose hooks are those of Claude Code, read strictly.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "codex", title: "Codex CLI", tools: Tools { shell: "shell", read: "shell" } };
