//! Claude Code, which brings hooks and a memory of its own.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "claude", title: "Claude Code", tools: Tools { shell: "Bash", read: "Read" } };
