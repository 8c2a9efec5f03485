//! The settings, who has set each, and who would be asked; and setting one.

use std::{fs, path::Path};

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, row::display};
use crate::{
    config::{self, Key, Setting, Value},
    llm::{self, Target, Unusable},
    store::{StoreError, write},
    world::World,
};

/// `mem.config/1`: the settings.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Settings {
    /// The user's own file, whether or not it is there; `null` without a home directory.
    pub file: Option<String>,
    /// Every setting, by name.
    pub values: Vec<SettingRow>,
    /// The model that recall would ask; `null` when none is named, and the local selector answers.
    pub provider: Option<Asked>,
    /// The setting that was just changed, for the reading form.
    #[serde(skip)]
    pub changed: Option<&'static str>,
}

/// One setting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SettingRow {
    /// Its name.
    pub key: &'static str,
    /// Its value; `null` when it has none, and for a key that nobody may see.
    pub value: Option<Shown>,
    /// Whether it has a value.
    pub set: bool,
    /// Who has set it: `default`, a file, or a variable.
    pub origin: String,
}

/// A value as a document shows it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Shown {
    /// A number.
    Number(u64),
    /// Words.
    List(Vec<String>),
    /// Anything else.
    Text(String),
}

/// The model that would be asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// `anthropic`, `openai` or `command`.
    pub name: &'static str,
    /// Who named it.
    pub named_by: String,
    /// The model; `null` for a command, and where it cannot be asked.
    pub model: Option<String>,
    /// Where requests go; `null` as `model`.
    pub url: Option<String>,
    /// Where its key comes from; never the key. `null` when there is none.
    pub key_from: Option<String>,
    /// Why it cannot be asked, so that the local selector answers; `null` when it can.
    pub problem: Option<String>,
}

impl Outcome for Settings {
    const SCHEMA: &'static str = "mem.config/1";
}

/// Lists all settings.
#[must_use]
pub fn list(world: &World, config: &config::Config) -> Settings {
    Settings {
        file: config::user_file(world).map(|file| display(&file)),
        values: config.settings().iter().map(row).collect(),
        provider: asked(world, config),
        changed: None,
    }
}

fn row(setting: &Setting) -> SettingRow {
    let value = setting.value.as_ref().and_then(|value| match value {
        Value::Secret(_) => None,
        Value::Number(number) => Some(Shown::Number(*number)),
        Value::List(words) => Some(Shown::List(words.clone())),
        Value::Text(text) if setting.key == "llm.base_url" => Some(Shown::Text(llm::shown_url(text))),
        other => Some(Shown::Text(other.to_string())),
    });
    SettingRow { key: setting.key, value, set: setting.value.is_some(), origin: setting.origin.to_string() }
}

fn asked(world: &World, config: &config::Config) -> Option<Asked> {
    let named_by = config.text_of("llm.provider")?.1.to_string();
    Some(match llm::setup(config, world) {
        Ok(target) => of_target(target?),
        Err(Unusable { provider, why }) => {
            Asked { name: provider, named_by, model: None, url: None, key_from: None, problem: Some(why) }
        }
    })
}

fn of_target(target: Target) -> Asked {
    let some = |text: String| (!text.is_empty()).then_some(text);
    Asked {
        name: target.provider.name,
        named_by: target.named_by,
        model: some(target.model),
        url: some(target.url),
        key_from: target.key.map(|key| key.origin),
        problem: None,
    }
}

/// Sets a setting in the user's file, which is made where it is not there. One that holds a key is for
/// nobody else to read.
///
/// # Errors
/// [`OpError::Usage`] when the setting or the value makes no sense, [`OpError::Refused`] when the file
/// has no place for it, [`OpError::Store`] when it cannot be read or written.
pub fn set(world: &World, name: &str, text: &str) -> Result<&'static Key, OpError> {
    let (key, value) = config::accept(name, text).map_err(|(message, hint)| OpError::Usage { message, hint })?;
    let Some(file) = config::user_file(world) else {
        world.home()?;
        return Err(OpError::Usage { message: "there is no home directory".into(), hint: "set HOME".into() });
    };
    let folder = file.parent().unwrap_or(&file);
    fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
    if matches!(value, Value::Secret(_)) {
        make_private(&file).map_err(StoreError::io(&file))?;
    }
    let seen = write::see(&file)?;
    let new = config::set(&seen.text, key, &value).ok_or_else(|| OpError::Refused {
        message: format!("{} has no place for `{name}` as it is", file.display()),
        hint: "correct the file, or write the setting into it yourself".into(),
    })?;
    if new != seen.text {
        write::put(&file, &new, &seen).map(drop)?;
    }
    Ok(key)
}

/// Takes a file away from everybody but its owner, before a key is written into it.
#[cfg(unix)]
fn make_private(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    let opened = fs::File::options().append(true).create(true).mode(0o600).open(file)?;
    let mode = opened.metadata()?.permissions().mode();
    opened.set_permissions(fs::Permissions::from_mode(mode & !0o077))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}
