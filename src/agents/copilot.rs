//! GitHub Copilot: its command line, and Visual Studio Code.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "copilot", title: "Copilot", tools: Tools { shell: "bash", read: "view" } };
