//! The answer: which directory, whose it is, and why that one.

use std::path::{Path, PathBuf};

use super::{Note, Roots};

/// Whose directory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One named by hand.
    Dir,
    /// In the project, for a team.
    Project,
    /// mem's own.
    Mem,
    /// Claude Code's.
    Claude,
    /// mini-claude's.
    MiniClaude,
}

impl Layout {
    const ALL: [Self; 5] = [Self::Dir, Self::Project, Self::Mem, Self::Claude, Self::MiniClaude];

    /// Its name in JSON and in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dir => "dir",
            Self::Project => "project",
            Self::Mem => "mem",
            Self::Claude => "claude",
            Self::MiniClaude => "mini-claude",
        }
    }

    /// The layout of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.name() == name)
    }
}

/// The rule that chose the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `--dir`.
    Flag,
    /// `MEM_DIR`.
    Environment,
    /// The store that the working directory lies in.
    Here,
    /// `store.dir` in the project's file.
    ProjectFile,
    /// `store.layout` in the user's configuration.
    UserConfig,
    /// The choice recorded by the first write or by `init`.
    Recorded,
    /// A store that another program, or the team, has made.
    Found,
    /// None of the others.
    Own,
}

impl Rule {
    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::Here => "here",
            Self::ProjectFile => "project_file",
            Self::UserConfig => "user_config",
            Self::Recorded => "recorded",
            Self::Found => "found",
            Self::Own => "own",
        }
    }

    /// The same for people.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Flag => "named by --dir",
            Self::Environment => "named by MEM_DIR",
            Self::Here => "the store that the working directory lies in",
            Self::ProjectFile => "named by store.dir in the project's .mem.toml",
            Self::UserConfig => "the layout that your configuration (store.layout) asks for",
            Self::Recorded => "the choice recorded for this project by an earlier write",
            Self::Found => "an existing store of this project",
            Self::Own => "mem's own store, since this project has no other",
        }
    }
}

/// Where the memory is, and why there.
#[derive(Clone, Debug)]
pub struct Place {
    /// The directory, absolute.
    pub dir: PathBuf,
    /// Whose it is.
    pub layout: Layout,
    /// The rule that chose it.
    pub rule: Rule,
    /// The project that it belongs to, when there is one.
    pub roots: Option<Roots>,
    /// Whether it is there. A store that is not is empty; the first write makes it.
    pub exists: bool,
    /// What the user should hear.
    pub notes: Vec<Note>,
    /// The file that remembers the choice, when this one is to be remembered.
    pub(super) record: Option<PathBuf>,
    /// Whether that file has been there.
    pub(super) recorded: bool,
}

impl Place {
    /// The project's root.
    #[must_use]
    pub fn project(&self) -> Option<&Path> {
        Some(&self.roots.as_ref()?.root)
    }

    /// The line for a terminal when a store made by another program is used.
    #[must_use]
    pub fn announcement(&self) -> Option<String> {
        let whose = match self.layout {
            Layout::Claude => "the memory that Claude Code keeps for this project",
            Layout::MiniClaude => "the memory that mini-claude keeps for this project",
            _ => "the memory inside this project",
        };
        (self.rule == Rule::Found).then(|| format!("using {whose}: {}", self.dir.display()))
    }
}
