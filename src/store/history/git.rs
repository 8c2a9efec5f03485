//! git as a tool for us alone: it obeys nobody else's settings.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::{store::locate::create_private, world::World};

/// Why git did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no git binary.
    #[error("git is not installed, so there is no history")]
    Missing,
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
    path: Option<std::ffi::OsString>,
}

impl Git {
    pub(super) fn new(world: &World, dir: PathBuf) -> Self {
        Self { dir, path: world.var("PATH").map(Into::into) }
    }

    /// The same git on another repository.
    pub(super) fn at(&self, dir: PathBuf) -> Self {
        Self { dir, path: self.path.clone() }
    }

    pub(super) fn exists(&self) -> bool {
        self.dir.join("HEAD").is_file()
    }

    /// git on the repository with nothing inherited: no variable redirects it, no global or system
    /// file, hook, attribute or template takes part.
    fn command(&self, args: &[&str]) -> Command {
        let mut git = Command::new("git");
        git.env_clear().envs(self.path.iter().map(|path| ("PATH", path)));
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
            "gc.autoDetach=true",
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

    /// Runs git with arguments that are patterns.
    pub(super) fn run_with_pathspecs(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        let output = self.command(args).env_remove("GIT_LITERAL_PATHSPECS").output().map_err(|e| self.trouble(&e))?;
        self.judged(output)
    }

    /// Runs git with `input` on its stdin.
    pub(super) fn feed(&self, args: &[&str], input: &[u8]) -> Result<Vec<u8>, GitError> {
        let mut git = self.command(args);
        git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = git.spawn().map_err(|e| self.trouble(&e))?;
        // git that gives up early closes the pipe; its stderr then says more than our EPIPE.
        let written = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input));
        let output = child.wait_with_output().map_err(|e| self.trouble(&e))?;
        let answer = self.judged(output)?;
        written.map_err(|e| self.trouble(&e))?;
        Ok(answer)
    }

    /// Makes the repository: bare, without templates, and under its name only when it is whole.
    pub(super) fn init(&self) -> Result<(), GitError> {
        let io = |e: io::Error| self.damaged(&e.to_string());
        let parent = self.dir.parent().unwrap_or(Path::new("/"));
        create_private(parent).map_err(io)?;
        let new = self.at(if self.dir.exists() { self.dir.clone() } else { self.dir.with_extension("init") });
        new.run(&["init", "--quiet", "--bare", "--template=", "--initial-branch=main"])?;
        if new.dir == self.dir { Ok(()) } else { std::fs::rename(&new.dir, &self.dir).map_err(io) }
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
            io::ErrorKind::NotFound => GitError::Missing,
            _ => self.damaged(&err.to_string()),
        }
    }

    pub(super) fn damaged(&self, why: &str) -> GitError {
        GitError::Damaged { dir: self.dir.clone(), why: why.to_owned() }
    }
}
