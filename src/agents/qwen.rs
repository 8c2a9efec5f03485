//! Qwen Code.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "qwen", title: "Qwen Code", tools: Tools { shell: "run_shell_command", read: "read_file" } };
