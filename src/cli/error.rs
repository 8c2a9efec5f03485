//! The documented exit codes, and the one table from what went wrong to code, message and hint.

use std::{io, path::Path, process::ExitCode};

use crate::{
    config::ConfigError,
    ops::OpError,
    output::TemplateError,
    project::ProjectError,
    store::{StoreError, locate::LocateError},
    world::WorldError,
};

/// The exit codes, as documented in `man mem`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, also with an empty result.
    Done = 0,
    /// A negative answer: not found, refused, findings.
    No = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The store or the system failed.
    Failed = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub struct Error {
    code: &'static str,
    exit: Exit,
    message: String,
    hint: Option<String>,
    file: Option<String>,
    broken_pipe: bool,
}

impl Error {
    /// An error of this code: a stable word for scripts.
    pub(crate) fn new(exit: Exit, code: &'static str, message: impl Into<String>) -> Self {
        Self { code, exit, message: message.into(), hint: None, file: None, broken_pipe: false }
    }

    /// A command line that makes no sense.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Exit::Usage, "usage", message).hinting(hint)
    }

    /// An I/O error on a file that the person named.
    pub(crate) fn file_io(path: &Path, err: &io::Error) -> Self {
        let hint = match err.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "check the path; `-` reads standard input",
            io::ErrorKind::IsADirectory => "name a file, or `-` for standard input",
            io::ErrorKind::PermissionDenied => "check who may read it",
            _ => "",
        };
        Self::new(Exit::Failed, "io", format!("{}: {err}", path.display())).about(path).hinting(hint)
    }

    /// The terminal failed, or a question was broken off; nothing was done then.
    pub(crate) fn terminal(err: &io::Error) -> Self {
        Self::new(Exit::Failed, "io", format!("the terminal: {err}"))
    }

    /// `-C` did not lead anywhere.
    pub(super) fn chdir(dir: &Path, err: &io::Error) -> Self {
        Self::new(Exit::Usage, "usage", format!("cannot change to {}: {err}", dir.display()))
            .about(dir)
            .hinting("-C takes a directory that exists")
    }

    /// stdout could not be written: a full disk, or a reader that went away.
    pub(super) fn stdout(err: io::Error) -> Self {
        let broken_pipe = err.kind() == io::ErrorKind::BrokenPipe;
        Self { broken_pipe, ..Self::new(Exit::Failed, "io", format!("standard output: {err}")) }
    }

    /// What clap found wrong, its own "error: " taken off; its usage and tips are the hint.
    pub(super) fn usage_of_clap(err: &clap::Error) -> Self {
        let text = err.render().to_string();
        let text = text.trim().strip_prefix("error: ").unwrap_or_else(|| text.trim());
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let one_line =
            |text: &str| text.split('\n').map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("; ");
        Self::usage(one_line(message), one_line(rest))
    }

    /// With what to do next.
    #[must_use]
    pub(crate) fn hinting(self, hint: impl Into<String>) -> Self {
        let hint = hint.into();
        Self { hint: (!hint.is_empty()).then_some(hint), ..self }
    }

    /// With the file that it is about.
    #[must_use]
    pub(crate) fn about(self, file: &Path) -> Self {
        Self { file: Some(file.to_string_lossy().into_owned()), ..self }
    }

    /// A stable word for scripts.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// What happened.
    #[must_use]
    pub fn message(&self) -> String {
        self.message.clone()
    }

    /// What to do next.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The file that it is about.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The exit code.
    #[must_use]
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Whether the reader of stdout went away.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }
}

impl From<OpError> for Error {
    fn from(err: OpError) -> Self {
        let message = err.to_string();
        match err {
            OpError::NotFound { near, .. } => {
                Self::new(Exit::No, "not_found", message).hinting(match near.as_slice() {
                    [] => "`mem ls` lists what there is".into(),
                    near => format!("did you mean {}?", near.join(", ")),
                })
            }
            OpError::Ambiguous { .. } => {
                Self::new(Exit::No, "ambiguous", message).hinting("name its file to say which")
            }
            OpError::NotAMemory(_) => Self::new(Exit::No, "not_a_memory", message)
                .hinting("give a memory's name or its file in the store; `mem ls` lists them"),
            OpError::Usage { hint, .. } => Self::usage(message, hint),
            OpError::Unindexed { source, .. } => Self { message, ..Self::from(source) }
                .hinting("put that right and run the same command again: it adds the line"),
            OpError::Store(err) => err.into(),
            OpError::Locate(err) => err.into(),
            OpError::Project(err) => err.into(),
            OpError::World(err) => err.into(),
        }
    }
}

impl From<StoreError> for Error {
    fn from(err: StoreError) -> Self {
        let (code, hint) = match &err {
            StoreError::NotADirectory(_) => {
                ("not_a_directory", "name a directory with --dir, or move that file out of the way")
            }
            StoreError::Locked(_) => ("locked", "another `mem` is at work there; try again when it is done"),
            StoreError::Moved(_) => ("moved", "nothing of it was overwritten; run the command again"),
            StoreError::NotText(_) => ("not_utf8", "convert it to UTF-8 first; nothing was changed"),
            StoreError::NotAFile(_) => ("not_a_file", "move it out of the way; nothing was changed"),
            StoreError::Dangling { .. } => ("dangling", "make that directory or remove the link; nothing was changed"),
            StoreError::Io { source, .. } => ("io", io_hint(source)),
        };
        Self::new(Exit::Failed, code, err.to_string()).hinting(hint).about(err.path())
    }
}

/// What to do about an I/O error in the store.
fn io_hint(err: &io::Error) -> &'static str {
    // The kind for it is not stable yet.
    const LOOP: i32 = if cfg!(target_os = "linux") { 40 } else { 62 };
    match err.kind() {
        _ if err.raw_os_error() == Some(LOOP) => "a link leads back to itself; remove it",
        io::ErrorKind::PermissionDenied => "check who may read and write it",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is mounted read-only; nothing was changed",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full; nothing was changed",
        io::ErrorKind::IsADirectory => "a directory has the name of a file; move it out of the way",
        _ => "",
    }
}

impl From<LocateError> for Error {
    fn from(err: LocateError) -> Self {
        let error = Self::new(Exit::Failed, "no_store", err.to_string()).hinting(err.hint());
        match err.path() {
            Some(path) => error.about(path),
            None => error,
        }
    }
}

impl From<ProjectError> for Error {
    fn from(err: ProjectError) -> Self {
        Self::new(Exit::Failed, "no_project", err.to_string()).hinting(err.hint())
    }
}

impl From<ConfigError> for Error {
    fn from(err: ConfigError) -> Self {
        Self::new(Exit::Usage, "config", err.to_string())
    }
}

impl From<TemplateError> for Error {
    fn from(err: TemplateError) -> Self {
        Self::usage(format!("--format: {err}"), "")
    }
}

impl From<WorldError> for Error {
    fn from(err: WorldError) -> Self {
        let (code, hint) = match err {
            WorldError::Clock(_) => ("usage", "write it like 2026-11-29T10:00:00Z"),
            WorldError::Home(_) => ("no_home", "set HOME, or name the memory directory with --dir"),
            WorldError::Cwd(_) => ("no_cwd", "change into a directory that exists"),
        };
        let exit = if code == "usage" { Exit::Usage } else { Exit::Failed };
        Self::new(exit, code, err.to_string()).hinting(hint)
    }
}
