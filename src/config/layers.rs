//! The layers, from the weakest to the strongest.

use std::path::{Path, PathBuf};

use super::{
    At, Config, ConfigError, KEYS, Origin, PROJECT_FILE, Problem, Setting, Sources, Warning,
    file::{self, Entry},
    keys::{self, Key, Scope},
    value::{self, Value},
};
use crate::world::World;

/// The table of the user's file that holds settings for single projects, by their root.
const PROJECTS: &str = "projects";

/// Errors beside the layer that they come from.
type Errors = Vec<(Origin, ConfigError)>;

/// All layers. What has errors is left out.
pub(super) fn load(world: &World, sources: &Sources<'_>) -> (Config, Errors) {
    let mut loader = Loader { settings: defaults(), warnings: Vec::new(), errors: Vec::new() };
    if let Some(path) = user_file(world) {
        loader.user(world, path, sources.root);
    }
    if let Some(dir) = sources.project_dir {
        loader.file(&Origin::Project(dir.join(PROJECT_FILE)));
    }
    loader.environment(world);
    loader.flags(sources.flags);
    (Config { settings: loader.settings, warnings: loader.warnings }, loader.errors)
}

/// Where the user's file is, or would be. Without a home there is none.
#[must_use]
pub fn user_file(world: &World) -> Option<PathBuf> {
    Some(world.xdg("XDG_CONFIG_HOME", ".config").ok()?.join("mem/config.toml"))
}

fn defaults() -> Vec<Setting> {
    let value = |key: &Key| key.default.and_then(|text| value::from_text(key.kind, text).ok());
    KEYS.iter().map(|key| Setting { key: key.name, value: value(key), origin: Origin::Default }).collect()
}

struct Loader {
    settings: Vec<Setting>,
    warnings: Vec<Warning>,
    errors: Errors,
}

impl Loader {
    /// A whole file of settings.
    fn file(&mut self, origin: &Origin) {
        let Some(entries) = self.read(origin) else { return };
        for entry in entries {
            self.entry(origin, &entry.path, &entry);
        }
    }

    /// The user's file: its settings, then those for this project, which are nearer.
    fn user(&mut self, world: &World, path: PathBuf, root: Option<&Path>) {
        let origin = Origin::User(path);
        let Some(entries) = self.read(&origin) else { return };
        let (projects, general): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.path[0] == PROJECTS && entry.path.len() > 2);
        for entry in general {
            self.entry(&origin, &entry.path, &entry);
        }
        for entry in projects {
            if root.is_some_and(|root| is_root(world, &entry.path[1], root)) {
                self.entry(&origin, &entry.path[2..], &entry);
            }
        }
    }

    fn environment(&mut self, world: &World) {
        for key in KEYS {
            let Some(name) = key.env else { continue };
            // A variable of blanks is one that a script left empty.
            if let Some(text) = world.text(name).filter(|text| !text.trim().is_empty()) {
                self.text(Origin::Env(name), key, &text);
            }
        }
    }

    fn flags(&mut self, flags: &[(&str, &str, &str)]) {
        for (flag, name, text) in flags {
            if let Some(key) = keys::find(name) {
                self.text(Origin::Flag((*flag).into()), key, text);
            }
        }
    }

    fn read(&mut self, origin: &Origin) -> Option<Vec<Entry>> {
        let entries = file::read(origin, origin.file()?);
        entries.map_err(|error| self.errors.push((origin.clone(), error))).ok()
    }

    /// One line of a file, whose name without the table of its project is `path`.
    fn entry(&mut self, origin: &Origin, path: &[String], entry: &Entry) {
        let at = At { origin: origin.clone(), line: Some(entry.line) };
        match permitted(origin, path.join(".")) {
            Ok(key) => self.put(at, key, value::from_file(key.kind, &entry.value)),
            Err(problem) => self.warnings.push(Warning { at, problem }),
        }
    }

    fn text(&mut self, origin: Origin, key: &'static Key, text: &str) {
        self.put(At { origin, line: None }, key, value::from_text(key.kind, text));
    }

    /// What the user has written must fit; what a project has written is left out when it does not.
    fn put(&mut self, at: At, key: &'static Key, value: Result<Value, String>) {
        let name = key.name.to_owned();
        match value {
            Ok(value) => self.set(Setting { key: key.name, value: Some(value), origin: at.origin }),
            Err(why) if at.origin.is_trusted() => {
                self.errors.push((at.origin.clone(), ConfigError::BadValue { at, key: name, why }));
            }
            Err(why) => self.warnings.push(Warning { at, problem: Problem::BadValue { key: name, why } }),
        }
    }

    fn set(&mut self, setting: Setting) {
        self.settings.retain(|old| old.key != setting.key);
        let place = self.settings.partition_point(|old| old.key < setting.key);
        self.settings.insert(place, setting);
    }
}

/// The setting of that name, when a file of this origin may set it.
fn permitted(origin: &Origin, name: String) -> Result<&'static Key, Problem> {
    let trusted = origin.is_trusted();
    match keys::find(&name) {
        Some(key) if key.scope == Scope::User && !trusted => Err(Problem::Untrusted(name)),
        Some(key) if key.scope == Scope::Project && trusted => Err(Problem::OnlyProject(name)),
        Some(key) => Ok(key),
        None if !trusted && keys::is_dangerous(&name) => Err(Problem::Untrusted(name)),
        None => Err(Problem::Unknown { nearest: keys::nearest(&name), key: name }),
    }
}

/// Whether a path in the user's file is the project's root, which is physical; the user may have
/// written `~` or a path through a link.
fn is_root(world: &World, written: &str, root: &Path) -> bool {
    let path = match (written.strip_prefix("~/"), world.home()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => PathBuf::from(written),
    };
    path == root || (path.is_absolute() && path.canonicalize().is_ok_and(|path| path == root))
}
