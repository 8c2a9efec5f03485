//! Cline.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "cline", title: "Cline", tools: Tools { shell: "execute_command", read: "read_file" } };
