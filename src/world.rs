//! The one door to the outside: working directory, variables, clock, terminal.
//!
//! Nothing else reads them (clippy forbids it), so a test fixes all of them from outside and a
//! function says in its arguments what it depends on.

use std::{
    ffi::{OsStr, OsString},
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use jiff::Timestamp;

/// What surrounds this run of `mem`.
#[derive(Clone, Debug)]
pub struct World {
    cwd: Result<PathBuf, String>,
    vars: Vec<(OsString, OsString)>,
    now: Timestamp,
    /// Whether each standard stream is a terminal.
    pub terminal: Terminal,
}

/// Which standard streams are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Standard input.
    pub stdin: bool,
    /// Standard output.
    pub stdout: bool,
    /// Standard error.
    pub stderr: bool,
}

/// Why the surroundings cannot be used.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WorldError {
    /// The working directory is gone or may not be read.
    #[error("the current directory cannot be read: {0}")]
    Cwd(String),
    /// No home directory, and a path below it is needed.
    #[error("{0}")]
    Home(String),
    /// `MEM_NOW` is not a time.
    #[error("MEM_NOW is not an RFC 3339 time: {0}")]
    Clock(String),
}

impl Default for World {
    /// Nothing known: no directory, no variables, no terminal, the clock at 1970.
    fn default() -> Self {
        Self {
            cwd: Err("not known".into()),
            vars: Vec::new(),
            now: Timestamp::UNIX_EPOCH,
            terminal: Terminal::default(),
        }
    }
}

impl World {
    /// Reads the real surroundings of the process.
    ///
    /// # Errors
    /// [`WorldError::Clock`] when `MEM_NOW` is set and is not RFC 3339.
    #[expect(clippy::disallowed_methods, reason = "this is the door")]
    pub fn real() -> Result<Self, WorldError> {
        let terminal = Terminal {
            stdin: io::stdin().is_terminal(),
            stdout: io::stdout().is_terminal(),
            stderr: io::stderr().is_terminal(),
        };
        // The physical directory, since a symlinked one and its target are one project. Unix gives no other.
        let cwd = std::env::current_dir().and_then(|dir| if cfg!(unix) { Ok(dir) } else { dir.canonicalize() });
        let cwd = cwd.map_err(|e| e.to_string());
        Self::new(cwd, std::env::vars_os().collect(), Timestamp::now(), terminal)
    }

    /// Surroundings made of these parts; `MEM_NOW` among `vars` overrides `now`.
    ///
    /// # Errors
    /// [`WorldError::Clock`] when `MEM_NOW` is set and is not RFC 3339.
    pub fn new(
        cwd: Result<PathBuf, String>,
        vars: Vec<(OsString, OsString)>,
        now: Timestamp,
        terminal: Terminal,
    ) -> Result<Self, WorldError> {
        let mut world = Self { cwd, vars, now, terminal };
        if let Some(fixed) = world.var("MEM_NOW") {
            let text = fixed.to_string_lossy();
            world.now = text.parse().map_err(|_| WorldError::Clock(text.into_owned()))?;
        }
        Ok(world)
    }

    /// The physical working directory.
    ///
    /// # Errors
    /// [`WorldError::Cwd`] when it is gone or unreadable.
    pub fn cwd(&self) -> Result<&Path, WorldError> {
        self.cwd.as_deref().map_err(|e| WorldError::Cwd(e.clone()))
    }

    /// Acts as if started in `dir` (git's `-C`); relative to the present directory.
    ///
    /// # Errors
    /// The I/O error of looking the directory up.
    pub fn enter(&mut self, dir: &Path) -> io::Result<()> {
        let target = match &self.cwd {
            Ok(cwd) => cwd.join(dir),
            Err(_) => dir.to_owned(),
        };
        let physical = target.canonicalize()?;
        if !physical.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        self.cwd = Ok(physical);
        Ok(())
    }

    /// The present time, or the one fixed by `MEM_NOW`.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The clock by which file systems stamp files; `MEM_NOW` does not move it.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the door")]
    pub fn wall(&self) -> SystemTime {
        SystemTime::now()
    }

    /// A variable that is set and not empty.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<&OsStr> {
        let (_, value) = self.vars.iter().find(|(key, _)| key == name)?;
        (!value.is_empty()).then_some(value.as_os_str())
    }

    /// A variable as text; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        Some(self.var(name)?.to_string_lossy().into_owned())
    }

    /// The home directory.
    ///
    /// # Errors
    /// [`WorldError::Home`] when `HOME` is unset, empty, or not an absolute path.
    pub fn home(&self) -> Result<&Path, WorldError> {
        match self.var("HOME").map(Path::new) {
            Some(home) if home.is_absolute() => Ok(home),
            Some(home) => Err(WorldError::Home(format!("HOME is not an absolute path: {}", home.display()))),
            None => Err(WorldError::Home("HOME is not set".into())),
        }
    }

    /// An XDG base directory: the variable when it is absolute (the specification says to ignore
    /// a relative one), else `fallback` below the home directory.
    ///
    /// # Errors
    /// [`WorldError::Home`] when the fallback is needed and there is no home.
    pub fn xdg(&self, name: &str, fallback: &str) -> Result<PathBuf, WorldError> {
        match self.var(name).map(Path::new) {
            Some(dir) if dir.is_absolute() => Ok(dir.to_owned()),
            _ => Ok(self.home()?.join(fallback)),
        }
    }

    /// The directories in which programs are looked for.
    #[must_use]
    pub fn path(&self) -> Vec<PathBuf> {
        self.var("PATH").map(|path| std::env::split_paths(path).collect()).unwrap_or_default()
    }

    /// The program that is running, to start it again.
    ///
    /// # Errors
    /// What the system says when it does not know.
    pub fn program(&self) -> io::Result<PathBuf> {
        std::env::current_exe()
    }

    /// Waits; here, since waiting is the world's clock too.
    pub fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}
