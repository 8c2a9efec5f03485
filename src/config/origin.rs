//! Where a value comes from, and what is wrong with one.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Who has set a value. Later ones win.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody.
    Default,
    /// The user's file.
    User(PathBuf),
    /// The project's file.
    Project(PathBuf),
    /// This variable.
    Env(&'static str),
    /// This option of the command line.
    Flag(String),
}

impl Origin {
    /// Whether the person at the keyboard has chosen it.
    #[must_use]
    pub fn is_trusted(&self) -> bool {
        !matches!(self, Self::Project(_))
    }

    /// The file, when it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::User(file) | Self::Project(file) => Some(file),
            Self::Default | Self::Env(_) | Self::Flag(_) => None,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::User(file) | Self::Project(file) => write!(f, "{}", file.display()),
            Self::Env(name) => f.write_str(name),
            Self::Flag(name) => f.write_str(name),
        }
    }
}

/// A place in a file, or a variable or flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// Whose it is.
    pub origin: Origin,
    /// The line, from 1, when it is a file.
    pub line: Option<usize>,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.origin),
            None => self.origin.fmt(f),
        }
    }
}

/// A setting that was left out, or that says less than it seems to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {problem}")]
pub struct Warning {
    /// Where it stands.
    pub at: At,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No such setting.
    #[error("unknown setting `{key}`{}", .nearest.map(|n| format!(", did you mean `{n}`?")).unwrap_or_default())]
    Unknown {
        /// What was written.
        key: String,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// A project file has no say in it.
    #[error("`{0}` is ignored: a project file may not set it; it belongs in your own config.toml")]
    Untrusted(String),
    /// Only a project file has a say in it.
    #[error("`{0}` is ignored: it belongs in the project's .mem.toml")]
    OnlyProject(String),
    /// The value does not fit.
    #[error("`{key}` is ignored: {why}")]
    BadValue {
        /// The setting.
        key: String,
        /// What it should be.
        why: String,
    },
    /// A whole file that could not be used.
    #[error("the file is ignored: {0}")]
    File(String),
}

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is there and cannot be read.
    #[error("{}: {source}", .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something that is not a file stands in its place, or it is far too long.
    #[error("{} is {what}, not a configuration file", .file.display())]
    NotAFile {
        /// The path.
        file: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// It is not TOML.
    #[error("{at}: {why}")]
    Syntax {
        /// The file and line.
        at: At,
        /// What the parser says.
        why: String,
    },
    /// A value that the user has set does not fit.
    #[error("{at}: `{key}` {why}")]
    BadValue {
        /// Where it stands.
        at: At,
        /// The setting.
        key: String,
        /// What it should be.
        why: String,
    },
}

impl ConfigError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Read { file, .. } => format!("make it readable, or move {} away", file.display()),
            Self::NotAFile { file, .. } => format!("move {} away", file.display()),
            Self::Syntax { at, .. } => format!("correct that line, or move {} away", at.origin),
            Self::BadValue { at, .. } if at.origin.file().is_none() => format!("correct or unset {}", at.origin),
            Self::BadValue { .. } => "correct that line, or delete it".into(),
        }
    }

    /// The file that it is about.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Read { file, .. } | Self::NotAFile { file, .. } => Some(file),
            Self::Syntax { at, .. } | Self::BadValue { at, .. } => at.origin.file(),
        }
    }

    /// The same as a warning, for a command that must go on without the file.
    pub(super) fn into_warning(self, fallback: &Origin) -> Warning {
        match self {
            Self::Syntax { at, why } => Warning { at, problem: Problem::File(why) },
            Self::BadValue { at, key, why } => Warning { at, problem: Problem::BadValue { key, why } },
            Self::Read { source, .. } => Warning::of_file(fallback, source.to_string()),
            Self::NotAFile { what, .. } => Warning::of_file(fallback, format!("it is {what}")),
        }
    }
}

impl Warning {
    fn of_file(origin: &Origin, why: String) -> Self {
        Self { at: At { origin: origin.clone(), line: None }, problem: Problem::File(why) }
    }
}
