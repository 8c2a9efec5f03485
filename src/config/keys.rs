//! Every setting, one line each: what it holds, who may set it, and what it is for.

use crate::model::text::edits;
use std::time::Duration;

use super::value::{self, Value};

/// A setting.
#[derive(Debug)]
pub struct Key {
    /// Its dotted name: `recall.limit`.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Who may set it.
    pub scope: Scope,
    /// The variable that sets it.
    pub env: Option<&'static str>,
    /// Its value when nobody has set it.
    pub default: Option<&'static str>,
    /// One sentence for `mem config`.
    pub doc: &'static str,
}

/// What a setting holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within these bounds.
    Number {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A path relative to the project, inside it.
    InsideProject,
    /// A list of words; in a variable they are set apart by commas.
    List,
    /// Any text.
    Text,
    /// Text that is never shown.
    Secret,
    /// A length of time.
    Time {
        /// The longest.
        most: Duration,
    },
}

/// Who may set it. A project file comes with a cloned repository and is not trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everybody.
    Anyone,
    /// The user, in the user's file, the environment or a flag.
    User,
    /// Only the project, for itself.
    Project,
}

/// All settings.
pub static KEYS: &[Key] = &[
    Key {
        name: "extract.bytes",
        kind: Kind::Number { min: 1_000, max: 1_000_000 },
        scope: Scope::User,
        env: None,
        default: Some("24000"),
        doc: "bytes of a transcript that a model is shown at once, at most",
    },
    Key {
        name: "extract.limit",
        kind: Kind::Number { min: 0, max: 50 },
        scope: Scope::User,
        env: None,
        default: Some("5"),
        doc: "memories that one session may teach at most",
    },
    Key {
        name: "extract.mode",
        kind: Kind::Choice(&["propose", "write"]),
        scope: Scope::User,
        env: None,
        default: Some("propose"),
        doc: "whether what a session taught waits in the inbox or is saved at once",
    },
    switch(
        "extract.on_compact",
        "whether what a session stands on is kept when its context is compacted, and given back",
    ),
    switch("extract.on_stop", "whether `mem extract` looks at a session by itself when the agent has answered"),
    Key {
        name: "extract.timeout",
        kind: Kind::Time { most: Duration::from_mins(30) },
        scope: Scope::User,
        env: Some("MEM_EXTRACT_TIMEOUT"),
        default: Some("2m"),
        doc: "how long a model may take for each answer about a transcript",
    },
    switch("gc.auto", "whether a session's start runs `mem gc --auto`, which tidies once a day at most"),
    list("lint.error", "rules whose findings are errors, by code or the beginning of one"),
    list("lint.ignore", "rules that are not looked for"),
    list("lint.info", "rules whose findings are worth knowing and no more"),
    list("lint.select", "the only rules that are looked for"),
    list("lint.warning", "rules whose findings are warnings"),
    Key {
        name: "llm.api_key",
        kind: Kind::Secret,
        scope: Scope::User,
        env: Some("MEM_API_KEY"),
        default: None,
        doc: "the key of the model's server",
    },
    Key {
        name: "llm.base_url",
        kind: Kind::Text,
        scope: Scope::User,
        env: Some("MEM_BASE_URL"),
        default: None,
        doc: "where the model's server is",
    },
    Key {
        name: "llm.command",
        kind: Kind::Text,
        scope: Scope::User,
        env: Some("MEM_COMMAND"),
        default: None,
        doc: "the shell command of the provider `command`: a prompt on its standard input, an answer on its output",
    },
    Key {
        name: "llm.model",
        kind: Kind::Text,
        scope: Scope::User,
        env: Some("MEM_MODEL"),
        default: None,
        doc: "the model's name",
    },
    Key {
        name: "llm.provider",
        kind: Kind::Choice(&["anthropic", "openai", "command"]),
        scope: Scope::User,
        env: Some("MEM_PROVIDER"),
        default: None,
        doc: "who is asked; nobody while it is not set",
    },
    Key {
        name: "recall.budget",
        kind: Kind::Number { min: 0, max: u64::MAX },
        scope: Scope::Anyone,
        env: Some("MEM_RECALL_BUDGET"),
        default: None,
        doc: "bytes of memories that one recall may print",
    },
    Key {
        name: "recall.daily_calls",
        kind: Kind::Number { min: 0, max: u64::MAX },
        scope: Scope::User,
        env: Some("MEM_RECALL_DAILY_CALLS"),
        default: Some("500"),
        doc: "requests to a model that recall makes on one day (UTC), at most",
    },
    Key {
        name: "recall.limit",
        kind: Kind::Number { min: 1, max: 5 },
        scope: Scope::Anyone,
        env: Some("MEM_RECALL_LIMIT"),
        default: Some("5"),
        doc: "memories that one recall may print, at most 5",
    },
    Key {
        name: "recall.manifest_bytes",
        kind: Kind::Number { min: 1_000, max: 1_000_000 },
        scope: Scope::User,
        env: Some("MEM_RECALL_MANIFEST_BYTES"),
        default: Some("24000"),
        doc: "bytes of descriptions that a model is shown, at most",
    },
    Key {
        name: "recall.meaning",
        kind: Kind::Choice(&["on", "off"]),
        scope: Scope::User,
        env: Some("MEM_RECALL_MEANING"),
        default: Some("on"),
        doc: "whether the local selector compares what texts mean where their words do not settle it",
    },
    Key {
        name: "recall.timeout",
        kind: Kind::Time { most: Duration::from_mins(10) },
        scope: Scope::User,
        env: Some("MEM_RECALL_TIMEOUT"),
        default: Some("4s"),
        doc: "how long a model may take, everything included",
    },
    Key {
        name: "store.dir",
        kind: Kind::InsideProject,
        scope: Scope::Project,
        env: None,
        default: None,
        doc: "the memory directory inside the project, for a team that commits its memory",
    },
    Key {
        name: "store.layout",
        kind: Kind::Choice(&["mem", "claude", "mini-claude"]),
        scope: Scope::User,
        env: Some("MEM_STORE_LAYOUT"),
        default: None,
        doc: "whose memory directory to use: mem's own, or the one of that agent",
    },
];

const fn list(name: &'static str, doc: &'static str) -> Key {
    Key { name, kind: Kind::List, scope: Scope::Anyone, env: None, default: None, doc }
}

/// Something that is off until the user turns it on.
const fn switch(name: &'static str, doc: &'static str) -> Key {
    Key { name, kind: Kind::Choice(&["off", "on"]), scope: Scope::User, env: None, default: Some("off"), doc }
}

/// Sections that name a model, its key or a command. Known before their keys are, since a project
/// file that holds one of them deserves a plainer word than "unknown".
const NEVER_FROM_A_PROJECT: &[&str] = &["llm", "provider", "model", "hook", "agent", "judge", "projects"];

/// The setting of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// A setting of the user's, and its value.
///
/// # Errors
/// What is wrong with the name or the value, and what to do.
pub fn accept(name: &str, text: &str) -> Result<(&'static Key, Value), (String, String)> {
    let Some(key) = find(name) else {
        let hint =
            nearest(name).map_or("`mem config` lists the settings".into(), |near| format!("did you mean `{near}`?"));
        return Err((format!("there is no setting `{}`", name.escape_debug()), hint));
    };
    if key.scope == Scope::Project {
        return Err((format!("`{name}` is a setting of a project"), "write it into the project's .mem.toml".into()));
    }
    match value::from_text(key.kind, text) {
        Ok(value) => Ok((key, value)),
        Err(why) => Err((format!("`{name}` {why}"), key.doc.to_owned())),
    }
}

/// Whether a name, known or not, is one that a project file must never set.
pub(super) fn is_dangerous(name: &str) -> bool {
    const WORDS: &[&str] = &["key", "token", "secret", "command", "cmd", "exec", "url", "endpoint"];
    let mut parts = name.split(['.', '_', '-']);
    let section = name.split('.').next().unwrap_or(name);
    NEVER_FROM_A_PROJECT.contains(&section) || parts.any(|part| WORDS.contains(&part))
}

/// The known name that an unknown one was probably meant to be.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let last = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let distance = |key: &Key| match key.name {
        known if last(known) == name => 1,
        known => edits(name, known),
    };
    let (best, key) = KEYS.iter().map(|key| (distance(key), key)).min_by_key(|(d, _)| *d)?;
    (best <= 1 + name.chars().count() / 5).then_some(key.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_sound() {
        assert!(KEYS.is_sorted_by_key(|key| key.name));
        for key in KEYS {
            assert!(key.name.contains('.') && !key.doc.is_empty());
            assert!(!(key.scope == Scope::Project && key.env.is_some()), "{}", key.name);
            assert!(!is_dangerous(key.name) || key.scope == Scope::User, "{}", key.name);
        }
    }

    #[test]
    fn near_names() {
        assert_eq!(nearest("recall.limt"), Some("recall.limit"));
        assert_eq!(nearest("recal.limit"), Some("recall.limit"));
        assert_eq!(nearest("layout"), Some("store.layout"));
        assert_eq!(nearest("colour.theme"), None);
    }

    #[test]
    fn dangerous_names() {
        for name in ["llm.provider", "provider.base_url", "recall.command", "x.api_key", "projects./a"] {
            assert!(is_dangerous(name), "{name}");
        }
        assert!(!is_dangerous("lint.keywords"));
    }
}
