//! The documented exit codes, and the one table from what went wrong to code, message and hint.

use std::{ffi::OsString, io, path::Path, process::ExitCode};

use clap::error::ErrorKind;

use crate::{
    config::ConfigError,
    ops::OpError,
    output::{TemplateError, Unanswered, clean},
    project::ProjectError,
    store::{StoreError, history::GitError, locate::LocateError},
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
    /// A question was broken off: what shells say of a program that the signal of it ended.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Clone, Debug)]
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

    /// A completion that could not be given.
    pub(super) fn completion(err: &clap::Error) -> Self {
        // clap hands on the text of an I/O error, not the error.
        let gone = err.to_string().contains("Broken pipe");
        let text = err.to_string();
        let text = text.trim().trim_start_matches("error: ");
        Self { broken_pipe: gone, ..Self::new(Exit::Failed, "io", format!("standard output: {text}")) }
    }

    /// What clap found wrong; its tips or its usage are the hint.
    pub(super) fn usage_of_clap(err: &clap::Error, args: &[OsString]) -> Self {
        if err.kind() == ErrorKind::InvalidUtf8 {
            let bad = args.iter().find(|arg| arg.to_str().is_none()).map(|arg| arg.to_string_lossy());
            let message = format!("`{}` is not UTF-8", bad.unwrap_or_default());
            return Self::usage(message, "only paths and prompts may hold other bytes");
        }
        let quoted = quoted(err, args);
        let text = quoted.as_ref().unwrap_or(err).render().to_string();
        let text = text.trim();
        let mut parts = text.strip_prefix("error: ").unwrap_or(text).split("\n\n");
        let first = parts.next().unwrap_or_default();
        let (message, values) = first.split_once("\n  [").unwrap_or((first, ""));
        let mut hints: Vec<String> = values.strip_suffix(']').map(one_line).into_iter().collect();
        hints.extend(parts.filter(|part| !part.starts_with("For more")).map(tip));
        // A tip says it all; the usage line is for those that have none.
        if hints.len() > 1 {
            hints.retain(|hint| !hint.starts_with("usage: "));
        }
        if err.kind() == ErrorKind::InvalidSubcommand {
            hints.iter_mut().filter(|hint| hint.starts_with("usage: ")).for_each(|hint| *hint = COMMANDS.into());
        }
        if hints.is_empty() {
            hints.push("try `--help`".into());
        }
        Self::usage(one_line(message), hints.join("; "))
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

/// What to do about a command that does not exist.
pub(super) const COMMANDS: &str = "`mem help` lists the commands";

/// The same mistake with control characters of the arguments escaped: clap would take some out,
/// and a blank line of theirs for one of its own.
fn quoted(err: &clap::Error, args: &[OsString]) -> Option<clap::Error> {
    let clean: Vec<OsString> = args.iter().map(|arg| clean(&arg.to_string_lossy()).into_owned().into()).collect();
    if clean == args {
        return None;
    }
    super::command().try_get_matches_from(clean).err().filter(|other| other.kind() == err.kind())
}

fn one_line(text: &str) -> String {
    text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// clap's tips and usage without their capitals.
fn tip(part: &str) -> String {
    let line = one_line(part).replace("  tip: ", "; ").replace(" tip: ", "; ");
    match (line.strip_prefix("tip: "), line.strip_prefix("Usage: ")) {
        (Some(tip), _) => tip.to_owned(),
        (_, Some(usage)) => format!("usage: {usage}"),
        _ => line,
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
            OpError::NoRevision(_) => {
                Self::new(Exit::No, "not_found", message).hinting("`mem log` lists the revisions")
            }
            OpError::NotAMemory(_) => Self::new(Exit::No, "not_a_memory", message)
                .hinting("give a memory's name or its file in the store; `mem ls` lists them"),
            OpError::Usage { hint, .. } => Self::usage(message, hint),
            OpError::Refused { hint, .. } => Self::new(Exit::No, "refused", message).hinting(hint),
            OpError::Judged { hint, .. } => Self::new(Exit::No, "refused", message).hinting(hint),
            OpError::Secret(_) => Self::new(Exit::No, "secret", message)
                .hinting("`mem rm --forget` removes it for good; --force goes on all the same"),
            OpError::NoHistory(_) => Self::new(Exit::No, "no_history", message)
                .hinting("what is changed now could not be brought back; --force does it all the same"),
            OpError::Unkept(_) => Self::new(Exit::No, "no_history", message)
                .hinting("it is too large, or its name is not UTF-8; --force goes on all the same"),
            OpError::Unforgotten(_) => Self::new(Exit::Failed, "history", message)
                .hinting("--force removes it from the store alone; `mem log --repair` looks after the history"),
            OpError::History(err) => Self::new(Exit::Failed, "history", message).hinting(match err {
                GitError::Missing => "install git to have a history",
                GitError::NoPlace(_) => "set MEM_HOME to a directory that can be written",
                GitError::Damaged { .. } => "`mem log --repair` sets a damaged history aside and starts a new one",
            }),
            OpError::Halfway { source, .. } => Self { message, ..Self::from(source) }
                .hinting("put that right; the next change of the store brings its index in step"),
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
            StoreError::Outside(_) => ("outside", "`mem` follows no such link; remove it or move the file here"),
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
    const EIO: i32 = 5;
    match err.kind() {
        _ if err.raw_os_error() == Some(LOOP) => "a link leads back to itself; remove it",
        io::ErrorKind::PermissionDenied => "check who may read and write it",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is mounted read-only; nothing was changed",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full; nothing was changed",
        io::ErrorKind::ResourceBusy => "it is mounted by itself; mount its directory instead",
        // The disk itself failed: there is no kind for it.
        _ if err.raw_os_error() == Some(EIO) => "the disk reports errors; check it before anything else",
        io::ErrorKind::IsADirectory => "a directory has the name of a file; move it out of the way",
        _ => "",
    }
}

impl From<LocateError> for Error {
    fn from(err: LocateError) -> Self {
        let (exit, code) = match &err {
            LocateError::Empty => (Exit::Usage, "usage"),
            LocateError::NotADirectory(_) => (Exit::Failed, "not_a_directory"),
            LocateError::World(WorldError::Home(_)) => (Exit::Failed, "no_home"),
            LocateError::World(WorldError::Cwd(_)) => (Exit::Failed, "no_cwd"),
            _ => (Exit::Failed, "no_store"),
        };
        let error = Self::new(exit, code, err.to_string()).hinting(err.hint());
        match err.path() {
            Some(path) => error.about(path),
            None => error,
        }
    }
}

impl From<ProjectError> for Error {
    fn from(err: ProjectError) -> Self {
        let code = if matches!(err, ProjectError::World(_)) { "no_cwd" } else { "no_project" };
        Self::new(Exit::Failed, code, err.to_string()).hinting(err.hint())
    }
}

impl From<ConfigError> for Error {
    fn from(err: ConfigError) -> Self {
        let error = Self::new(Exit::Usage, "config", err.to_string()).hinting(err.hint());
        err.file().map_or(error.clone(), |file| error.about(file))
    }
}

impl From<Unanswered> for Error {
    fn from(err: Unanswered) -> Self {
        let (exit, code) = match err {
            Unanswered::Interrupted => (Exit::Interrupted, "interrupted"),
            Unanswered::Terminal(_) => (Exit::Failed, "io"),
        };
        Self::new(exit, code, err.to_string())
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
