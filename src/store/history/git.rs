//! git as a tool for us alone: it obeys nobody else's settings.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use crate::{store::locate::create_private, world::World};

/// Why git did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no git binary.
    #[error("git is not installed, so there is no history")]
    Missing,
    /// There is nowhere to keep it.
    #[error("no history can be kept: {0}")]
    NoPlace(String),
    /// The repository or its directory cannot be used.
    #[error("the history in {} cannot be used: {why}", dir.display())]
    Damaged {
        /// The repository.
        dir: PathBuf,
        /// What git said, first line.
        why: String,
    },
}

/// A repository outside of the store, and how git is started on it.
#[derive(Clone, Debug)]
pub(super) struct Git {
    pub(super) dir: PathBuf,
    path: Option<OsString>,
    program: OsString,
}

/// git on the person's `PATH`: a program by its whole name is started without a copy of our own memory.
fn found(path: &OsStr) -> Option<PathBuf> {
    let places = std::env::split_paths(path).filter(|folder| folder.is_absolute()).map(|folder| folder.join("git"));
    places.into_iter().find(|git| is_program(git))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Elsewhere a program's name has an ending, and is found by the system.
#[cfg(not(unix))]
fn is_program(_path: &Path) -> bool {
    false
}

impl Git {
    pub(super) fn new(world: &World, dir: PathBuf) -> Self {
        let path: Option<OsString> = world.var("PATH").map(Into::into);
        let program = path.as_deref().and_then(found).map_or_else(|| "git".into(), PathBuf::into_os_string);
        Self { dir, path, program }
    }

    /// The same git on another repository.
    pub(super) fn at(&self, dir: PathBuf) -> Self {
        Self { dir, ..self.clone() }
    }

    pub(super) fn exists(&self) -> bool {
        self.dir.is_dir()
    }

    /// Whether git can be started at all.
    pub(super) fn available(&self) -> Result<(), GitError> {
        self.run(&["version"]).map(drop)
    }

    /// git on the repository with nothing inherited: no variable redirects it, no global or system
    /// file, hook, attribute or template takes part.
    fn command(&self, args: &[&str]) -> Command {
        let mut git = Command::new(&self.program);
        git.env_clear().envs(self.path.iter().map(|path| ("PATH", path)));
        // The person's directory may be gone by now, and git would refuse to start in it.
        git.current_dir("/");
        git.envs([
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_SYSTEM", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
        ]);
        git.envs([
            ("GIT_ATTR_NOSYSTEM", "1"),
            ("GIT_TERMINAL_PROMPT", "0"),
            ("LC_ALL", "C"),
            ("GIT_OPTIONAL_LOCKS", "0"),
        ]);
        // File names are names, not patterns.
        git.env("GIT_LITERAL_PATHSPECS", "1").arg("--git-dir").arg(&self.dir).arg("--no-pager");
        for setting in [
            "core.hooksPath=/dev/null",
            "core.attributesFile=/dev/null",
            "core.excludesFile=/dev/null",
            "core.quotePath=false",
            // One writer at a time: nothing goes on behind the lock, least of all when something is forgotten.
            "gc.autoDetach=false",
            // Any name that the disk takes is a name; nobody checks these files out elsewhere.
            "core.protectNTFS=false",
            "core.protectHFS=false",
            // Fast rather than small: gc packs well later.
            "core.compression=1",
            "pack.compression=1",
            "fastimport.unpackLimit=1",
        ] {
            git.args(["-c", setting]);
        }
        git.args(args).stdin(Stdio::null());
        git
    }

    /// Runs git and gives its stdout.
    pub(super) fn run(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        let output = self.command(args).output().map_err(|e| self.trouble(&e))?;
        self.judged(output)
    }

    /// Runs git with `input` on its stdin.
    pub(super) fn feed(&self, args: &[&str], input: &[u8]) -> Result<Vec<u8>, GitError> {
        let mut git = self.command(args);
        git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = git.spawn().map_err(|e| self.trouble(&e))?;
        let stdin = child.stdin.take();
        // Beside the reading: git that waits until somebody reads would not read either.
        let (written, output) = thread::scope(|scope| {
            let writer = scope.spawn(|| stdin.map_or(Ok(()), |mut stdin| stdin.write_all(input)));
            let output = child.wait_with_output();
            (writer.join().unwrap_or(Ok(())), output)
        });
        let answer = self.judged(output.map_err(|e| self.trouble(&e))?)?;
        // git that gives up early closes the pipe; its stderr then says more than our EPIPE.
        written.map_err(|e| self.trouble(&e))?;
        Ok(answer)
    }

    /// The contents of these objects, each named by its id or as `REV:PATH` without a line end;
    /// `None` for those that are not there.
    pub(super) fn contents(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let asked: String = names.iter().map(|name| format!("{name}\n")).collect();
        let answer = self.feed(&["cat-file", "--batch"], asked.as_bytes())?;
        let mut rest = answer.as_slice();
        names.iter().map(|_| self.content(&mut rest)).collect()
    }

    /// The next answer of `cat-file --batch`: `ID TYPE SIZE`, the bytes, a line end; or `… missing`.
    fn content(&self, rest: &mut &[u8]) -> Result<Option<Vec<u8>>, GitError> {
        let cut_off = || self.damaged("git broke off in the middle of an answer");
        let end = rest.iter().position(|b| *b == b'\n').ok_or_else(cut_off)?;
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        *rest = &rest[end + 1..];
        let mut words = head.rsplit(' ');
        let (last, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let Ok(size) = last.parse::<usize>() else { return Ok(None) };
        let bytes = rest.get(..size).ok_or_else(cut_off)?.to_vec();
        *rest = rest.get(size + 1..).ok_or_else(cut_off)?;
        Ok(Some(bytes).filter(|_| kind == "blob"))
    }

    /// Makes the repository: bare, without templates, and under its name only when it is whole.
    pub(super) fn init(&self) -> Result<(), GitError> {
        let parent = self.dir.parent().unwrap_or(Path::new("/"));
        create_private(parent).map_err(|e| GitError::NoPlace(format!("{}: {e}", parent.display())))?;
        let new = self.at(if self.dir.exists() { self.dir.clone() } else { self.dir.with_extension("init") });
        new.run(&["init", "--quiet", "--bare", "--template=", "--initial-branch=main"])?;
        if new.dir == self.dir {
            return Ok(());
        }
        std::fs::rename(&new.dir, &self.dir).map_err(|e| self.damaged(&e.to_string()))
    }

    fn judged(&self, output: Output) -> Result<Vec<u8>, GitError> {
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().find(|l| !l.trim().is_empty()).unwrap_or("git failed without a word");
        Err(self.damaged(first.trim_start_matches("fatal: ")))
    }

    fn trouble(&self, err: &io::Error) -> GitError {
        match err.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied | io::ErrorKind::NotADirectory => {
                GitError::Missing
            }
            _ => self.damaged(&err.to_string()),
        }
    }

    pub(super) fn damaged(&self, why: &str) -> GitError {
        GitError::Damaged { dir: self.dir.clone(), why: why.to_owned() }
    }
}
