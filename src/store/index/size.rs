//! The size of an index against what agents load of it.

use crate::model::limits;

/// What of an index counts against its limits: front matter and block comments do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Lines that agents load.
    pub lines: usize,
    /// Bytes that agents load.
    pub bytes: usize,
}

impl Size {
    /// With one more line.
    #[must_use]
    pub const fn plus(self, line: &str) -> Self {
        Self { lines: self.lines + 1, bytes: self.bytes + line.len() }
    }

    /// Whether agents cut it off.
    #[must_use]
    pub const fn over(self) -> bool {
        self.lines > limits::INDEX_LINES || self.bytes > limits::INDEX_BYTES
    }

    /// Whether it is near enough to its limits to say so.
    #[must_use]
    pub const fn near(self) -> bool {
        self.lines > limits::INDEX_LINES_WARN || self.bytes > limits::INDEX_BYTES_WARN
    }
}
