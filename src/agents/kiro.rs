//! Kiro.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "kiro", title: "Kiro", tools: Tools { shell: "execute_bash", read: "fs_read" } };
