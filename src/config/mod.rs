//! What `mem` was told to do: flag over environment over project file over user file over default.
//!
//! Every value knows who has set it. A project file comes with a cloned repository and is not
//! trusted: what it may not say is left out with a [`Warning`], which the caller prints.

mod file;
pub mod keys;
mod layers;
mod origin;
#[cfg(test)]
mod tests;
mod value;

use std::path::Path;

pub use keys::{KEYS, Key};
pub use layers::user_file;
pub use origin::{At, ConfigError, Origin, Problem, Warning};
pub use value::Value;

use crate::world::World;

/// The name of a project's file.
pub const PROJECT_FILE: &str = ".mem.toml";

/// What the layers are made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// The project's root, by which the user's file may single it out.
    pub root: Option<&'a Path>,
    /// The directory that may hold [`PROJECT_FILE`]: the root, or a work tree of a bare repository.
    pub project_dir: Option<&'a Path>,
    /// Options of the command line that are settings: flag (`--limit`), key, value.
    pub flags: &'a [(&'a str, &'a str, &'a str)],
}

/// One setting and who has set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Which.
    pub key: &'static str,
    /// Its value; none when nobody has set it and there is no default.
    pub value: Option<Value>,
    /// Who has set it.
    pub origin: Origin,
}

/// The settings, all layers together.
#[derive(Clone, Debug)]
pub struct Config {
    settings: Vec<Setting>,
    /// What was left out of the files, in their order.
    pub warnings: Vec<Warning>,
}

impl Config {
    /// Reads the layers.
    ///
    /// # Errors
    /// The first [`ConfigError`]: a file that is not readable or not TOML, or a value of the user's
    /// own that does not fit.
    pub fn load(world: &World, sources: &Sources<'_>) -> Result<Self, ConfigError> {
        let (config, errors) = layers::load(world, sources);
        match errors.into_iter().next() {
            Some((_, error)) => Err(error),
            None => Ok(config),
        }
    }

    /// As [`Config::load`], for a hook, which must go on: an error becomes a warning and what it is
    /// about is left out.
    #[must_use]
    pub fn load_leniently(world: &World, sources: &Sources<'_>) -> Self {
        let (mut config, errors) = layers::load(world, sources);
        config.warnings.extend(errors.into_iter().map(|(origin, error)| error.into_warning(&origin)));
        config
    }

    /// Every setting, by name.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The setting of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.key == key)
    }

    /// `store.dir`: relative, without `..`; whether links lead out of the project is for the user
    /// of the path to see.
    #[must_use]
    pub fn store_dir(&self) -> Option<&Path> {
        self.text("store.dir").map(Path::new)
    }

    /// `store.layout`: mem, claude or mini-claude.
    #[must_use]
    pub fn store_layout(&self) -> Option<&str> {
        self.text("store.layout")
    }

    /// `recall.limit`: 1 to 5.
    #[must_use]
    pub fn recall_limit(&self) -> usize {
        const MOST: usize = 5;
        self.number("recall.limit").and_then(|n| usize::try_from(n).ok()).unwrap_or(MOST)
    }

    /// `recall.budget`, in bytes.
    #[must_use]
    pub fn recall_budget(&self) -> Option<u64> {
        self.number("recall.budget")
    }

    /// `extract.limit`: memories that one session may teach at most.
    #[must_use]
    pub fn extract_limit(&self) -> usize {
        self.number("extract.limit").and_then(|n| usize::try_from(n).ok()).unwrap_or_default()
    }

    /// `extract.mode`: whether what a session taught is saved at once.
    #[must_use]
    pub fn extract_writes(&self) -> bool {
        self.text("extract.mode") == Some("write")
    }

    fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)?.value.as_ref()? {
            Value::Text(text) => Some(text),
            Value::Number(_) => None,
        }
    }

    fn number(&self, key: &str) -> Option<u64> {
        match self.get(key)?.value.as_ref()? {
            Value::Number(number) => Some(*number),
            Value::Text(_) => None,
        }
    }
}
