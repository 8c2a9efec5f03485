//! Cursor.

use super::{Agent, Tools};

pub(super) static AGENT: Agent =
    Agent { name: "cursor", title: "Cursor", tools: Tools { shell: "run_terminal_cmd", read: "read_file" } };
