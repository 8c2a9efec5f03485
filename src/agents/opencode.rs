//! opencode, which takes plug-ins instead of hooks.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "opencode", title: "opencode", tools: Tools { shell: "bash", read: "read" } };
