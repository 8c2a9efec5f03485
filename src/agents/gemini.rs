//! Gemini CLI.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "gemini", title: "Gemini CLI", tools: Tools { shell: "run_shell_command", read: "read_file" } };
