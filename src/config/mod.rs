//! What `mem` was told to do: flag over environment over project file over user file over default.
//!
//! Every value knows who has set it. A project file comes with a cloned repository and is not
//! trusted: what it may not say is left out with a [`Warning`], which the caller prints.

mod edit;
mod file;
pub mod keys;
mod layers;
mod origin;
#[cfg(test)]
mod tests;
mod value;

use std::{path::Path, time::Duration};

pub use edit::set;
pub use keys::{KEYS, Key, accept};
pub use layers::user_file;
pub use origin::{At, ConfigError, Origin, Problem, Warning};
pub use value::{Secret, Value, time, written};

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

    /// `extract.bytes`: of a transcript that a model is shown at once, from 1,000.
    #[must_use]
    pub fn extract_bytes(&self) -> usize {
        const DEFAULT: usize = 24_000;
        self.number("extract.bytes").and_then(|n| usize::try_from(n).ok()).unwrap_or(DEFAULT)
    }

    /// `extract.timeout`: for one answer of a model.
    #[must_use]
    pub fn extract_timeout(&self) -> Duration {
        const DEFAULT: Duration = Duration::from_mins(2);
        self.time("extract.timeout").unwrap_or(DEFAULT)
    }

    /// `extract.mode`: whether what a session taught is saved at once.
    #[must_use]
    pub fn extract_writes(&self) -> bool {
        self.text("extract.mode") == Some("write")
    }

    /// Whether a setting that is off or on is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.text(key) == Some("on")
    }

    /// `recall.timeout`: for all that a model has to do with one recall.
    #[must_use]
    pub fn recall_timeout(&self) -> Duration {
        const DEFAULT: Duration = Duration::from_secs(4);
        self.time("recall.timeout").unwrap_or(DEFAULT)
    }

    /// `recall.manifest_bytes`, from 1,000.
    #[must_use]
    pub fn recall_manifest_bytes(&self) -> usize {
        const DEFAULT: usize = 24_000;
        self.number("recall.manifest_bytes").and_then(|n| usize::try_from(n).ok()).unwrap_or(DEFAULT)
    }

    /// `recall.daily_calls`: requests on one day.
    #[must_use]
    pub fn recall_daily_calls(&self) -> u64 {
        const DEFAULT: u64 = 500;
        self.number("recall.daily_calls").unwrap_or(DEFAULT)
    }

    /// A setting that is a list, and who has set it; `None` when nobody has.
    #[must_use]
    pub fn list(&self, key: &str) -> Option<(&[String], &Origin)> {
        let setting = self.get(key)?;
        match setting.value.as_ref()? {
            Value::List(words) => Some((words, &setting.origin)),
            _ => None,
        }
    }

    /// A setting that is a text, or one of a few words, and who has set it.
    #[must_use]
    pub fn text_of(&self, key: &str) -> Option<(&str, &Origin)> {
        let setting = self.get(key)?;
        match setting.value.as_ref()? {
            Value::Text(text) => Some((text, &setting.origin)),
            _ => None,
        }
    }

    /// `llm.api_key`, and who has set it.
    #[must_use]
    pub fn llm_api_key(&self) -> Option<(&Secret, &Origin)> {
        let setting = self.get("llm.api_key")?;
        match setting.value.as_ref()? {
            Value::Secret(secret) => Some((secret, &setting.origin)),
            _ => None,
        }
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.text_of(key).map(|(text, _)| text)
    }

    fn number(&self, key: &str) -> Option<u64> {
        match self.value(key)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn time(&self, key: &str) -> Option<Duration> {
        match self.value(key)? {
            Value::Time(time) => Some(*time),
            _ => None,
        }
    }

    fn value(&self, key: &str) -> Option<&Value> {
        self.get(key)?.value.as_ref()
    }
}
