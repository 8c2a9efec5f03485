//! What every command needs, made once and lent to it.

use std::{
    cell::OnceCell,
    ffi::{OsStr, OsString},
    path::Path,
};

use super::{Error, Global};
use crate::{
    config::{Config, Sources},
    llm,
    ops::{
        find,
        recall::{Selector, Side},
        rm::shell,
    },
    output::Screen,
    project::{self, Project, ProjectError, dates},
    store::{
        Store,
        locate::{self, Ask, LocateError, Place, Roots, Rule},
    },
    world::World,
};

/// The surroundings of one command.
pub(crate) struct Context {
    /// The outside.
    pub(crate) world: World,
    /// Where to print.
    pub(crate) screen: Screen,
    global: Global,
    project: Result<Project, ProjectError>,
    config: OnceCell<Config>,
}

impl Context {
    pub(super) fn new(world: World, screen: Screen, global: Global) -> Self {
        let project = project_of(&world);
        Self { world, screen, global, project, config: OnceCell::new() }
    }

    /// The same for a hook whose agent works in another directory; none where it is this one.
    pub(crate) fn for_hook(&self, cwd: Option<&Path>) -> Option<Self> {
        let cwd = cwd.filter(|cwd| self.global.cd.is_empty() && self.world.cwd() != Ok(cwd))?;
        let mut world = self.world.clone();
        world.enter(cwd).ok()?;
        Some(Self::new(world, self.screen.clone(), self.global.clone()))
    }

    /// The project around the working directory, if there is one.
    pub(crate) fn project(&self) -> Option<&Project> {
        self.project.as_ref().ok()
    }

    /// The settings; what was left out of their files is said once.
    pub(crate) fn config(&self) -> Result<&Config, Error> {
        if let Some(config) = self.config.get() {
            return Ok(config);
        }
        let config = Config::load(&self.world, &self.sources())?;
        for warning in &config.warnings {
            self.screen.notice(warning);
        }
        Ok(self.config.get_or_init(|| config))
    }

    /// The settings for a hook, which goes on whatever is in their files.
    pub(crate) fn config_leniently(&self) -> &Config {
        self.config.get_or_init(|| Config::load_leniently(&self.world, &self.sources()))
    }

    fn sources(&self) -> Sources<'_> {
        let project = self.project();
        Sources { root: project.map(|p| p.root.as_path()), project_dir: project.map(Project::config_dir), flags: &[] }
    }

    /// Where the store is, and why there; what the person should know about it is said.
    pub(crate) fn place(&self) -> Result<Place, Error> {
        let config = self.config()?;
        let ask = Ask {
            dir: self.global.dir.as_deref(),
            roots: self.project().map(roots),
            store_dir: config.store_dir(),
            layout: config.store_layout(),
        };
        // Without a project there may be a reason that says more than "none".
        let place = locate::locate(&self.world, &ask).map_err(|err| match (&err, &self.project) {
            (LocateError::NoProject, Err(why)) => why.clone().into(),
            _ => Error::from(err),
        })?;
        for note in place.notes.iter().chain(&locate::moved(&self.world, &place)) {
            self.screen.notice(format_args!("{note}; {}", note.hint()));
        }
        if self.global.verbose {
            self.screen.notice(format_args!("{}: {}", place.dir.display(), place.rule.sentence()));
        } else if let Some(line) = place.announcement().filter(|_| self.screen.terminal.stderr) {
            self.screen.notice(line);
        }
        Ok(place)
    }

    /// The directory that `--dir` names, as written.
    pub(crate) fn dir_option(&self) -> Option<&OsStr> {
        self.global.dir.as_deref().map(Path::as_os_str)
    }

    /// What a side query needs, from the settings.
    pub(super) fn side(&self, config: &Config, selector: Selector) -> Side {
        Side {
            selector,
            target: llm::setup(config, &self.world),
            timeout: config.recall_timeout(),
            manifest_bytes: config.recall_manifest_bytes(),
            daily_calls: config.recall_daily_calls(),
            tools: Vec::new(),
        }
    }

    /// Says what an operation wants known beside its result.
    pub(crate) fn notices(&self, notices: &[String]) {
        notices.iter().for_each(|notice| self.screen.notice(notice));
    }

    /// The store of a place, its headers remembered between commands, its files dated by the project's git.
    pub(crate) fn store_at(&self, place: &Place) -> Store {
        self.store_with(place, true)
    }

    /// The same, but git is not started for the dates of the files: those that are known must do.
    pub(crate) fn store_at_once(&self, place: &Place) -> Store {
        self.store_with(place, false)
    }

    fn store_with(&self, place: &Place, ask_git: bool) -> Store {
        let store = Store::at(&place.dir).remembered(&self.world);
        match self.project() {
            Some(project) => store.dated(dates::of(&self.world, project, &place.dir, ask_git)),
            None => store,
        }
    }

    /// How a shell starts `mem` on this store again, from wherever it is.
    pub(crate) fn program(&self, place: &Place) -> String {
        // A variable may have been set for one command only.
        if matches!(place.rule, Rule::Flag | Rule::Environment | Rule::Here) {
            format!("mem --dir {}", shell(&place.dir.to_string_lossy()))
        } else if self.global.cd.is_empty() {
            "mem".to_owned()
        } else {
            let cwd = self.world.cwd().unwrap_or(Path::new("."));
            format!("mem -C {}", shell(&cwd.to_string_lossy()))
        }
    }

    /// An argument that names a memory: a path that leads to a file of the store becomes that file, unless
    /// the store has one of this path or name itself.
    pub(super) fn named(&self, store: &Store, argument: &OsStr) -> OsString {
        let is_path = Path::new(argument).components().count() > 1 && !store.dir().join(argument).exists();
        let file = is_path.then(|| find::from_here(&self.world, store, argument)).flatten();
        file.map_or_else(|| argument.to_owned(), Into::into)
    }

    /// Several of them.
    pub(super) fn all_named(&self, store: &Store, arguments: &[OsString]) -> Vec<OsString> {
        arguments.iter().map(|argument| self.named(store, argument)).collect()
    }

    /// The store that the command works on.
    pub(crate) fn store(&self) -> Result<Store, Error> {
        Ok(self.store_at(&self.place()?))
    }
}

/// The project around the working directory; a store of one is none.
pub(super) fn project_of(world: &World) -> Result<Project, ProjectError> {
    if locate::here(world).is_some() { Err(ProjectError::InStore) } else { project::find(world) }
}

/// The directories that stores are named after.
pub(super) fn roots(project: &Project) -> Roots {
    Roots {
        root: project.root.clone(),
        tree: project.config_dir().to_owned(),
        top: project.top.clone(),
        cwd: project.cwd.clone(),
    }
}
