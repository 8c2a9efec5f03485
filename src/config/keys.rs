//! Every setting, one line each: what it holds, who may set it, and what it is for.

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
    Key {
        name: "recall.budget",
        kind: Kind::Number { min: 0, max: u64::MAX },
        scope: Scope::Anyone,
        env: Some("MEM_RECALL_BUDGET"),
        default: None,
        doc: "bytes of memories that one recall may print",
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

/// Sections that name a model, its key or a command. Known before their keys are, since a project
/// file that holds one of them deserves a plainer word than "unknown".
const NEVER_FROM_A_PROJECT: &[&str] = &["llm", "provider", "model", "hook", "agent", "judge", "projects"];

/// The setting of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
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

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
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
