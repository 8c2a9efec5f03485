//! pi, which takes extensions instead of hooks.

use super::{Agent, Tools};

pub(super) static AGENT: Agent = Agent { name: "pi", title: "pi", tools: Tools { shell: "bash", read: "read" } };
