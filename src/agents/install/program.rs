//! `mem` as hooks start it.

use crate::model::text::shell;

/// The program, by an absolute path: a host's PATH is not the person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The path.
    pub path: String,
}

impl Program {
    /// A command for a host that hands it to a shell. It ends with code 0 also when `mem` is gone,
    /// since a failing hook is a warning to the person, or a veto.
    #[must_use]
    pub fn command(&self, arguments: &str) -> String {
        format!("{} {arguments} || true", shell(&self.path))
    }

    /// The same for `PowerShell`.
    #[must_use]
    pub fn powershell(&self, arguments: &str) -> String {
        let path = self.path.replace('\'', "''");
        format!("if (Test-Path -LiteralPath '{path}') {{ & '{path}' {arguments} }}; exit 0")
    }

    /// A string of JavaScript.
    #[must_use]
    pub fn quoted(&self) -> String {
        serde_json::Value::from(self.path.as_str()).to_string()
    }
}
