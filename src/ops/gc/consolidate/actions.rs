//! What a model proposes, as it says it: read leniently, and only as far as it names what it was shown.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::{Deed, Refused, cluster::Cluster};
use crate::{model::text, store::scan};

/// One proposal about files that were shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) deed: Deed,
    /// Each once.
    pub(super) files: Vec<String>,
    /// The one that gets the text.
    pub(super) into: Option<String>,
    pub(super) description: Option<String>,
    pub(super) body: Option<String>,
    pub(super) dropped: Vec<String>,
    pub(super) reason: Option<String>,
}

/// As it stands in the answer.
#[derive(Deserialize)]
struct Said {
    action: Word,
    #[serde(alias = "file", default)]
    files: Files,
    into: Option<String>,
    description: Option<String>,
    #[serde(alias = "text")]
    body: Option<String>,
    #[serde(default)]
    dropped: Option<Vec<String>>,
    reason: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Merge,
    Update,
    Delete,
    #[serde(alias = "none")]
    Keep,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Files {
    Many(Vec<String>),
    One(String),
}

impl Default for Files {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

/// Characters of a file name or a reason that are repeated.
const SHOWN: usize = 200;

/// The proposals of an answer, and what is wrong with the others.
pub(super) fn read(answer: &str, cluster: &Cluster) -> (Vec<Action>, Vec<Refused>) {
    let refused = |reason: String| (Vec::new(), vec![Refused { files: cluster.files(), reason }]);
    let value: Value = serde_json::from_str(answer).unwrap_or_default();
    let Some(items) = value.get("actions").and_then(Value::as_array) else {
        return refused("the answer is no plan: it has no list of actions".to_owned());
    };
    // Each memory can be in one of them.
    let (count, most) = (items.len(), cluster.sources.len());
    if count > most {
        return refused(format!("the answer has {count} actions for {most} memories; none was looked at"));
    }
    let (mut actions, mut wrong) = (Vec::new(), Vec::new());
    let mut used = BTreeSet::new();
    for item in items {
        match action(item, cluster, &used) {
            Ok(found) => {
                used.extend(found.iter().flat_map(|action| action.files.iter().cloned()));
                actions.extend(found);
            }
            Err(refused) => wrong.push(refused),
        }
    }
    let left = cluster.sources.iter().any(|source| !goes(&actions).any(|file| file == source.file()));
    if !left {
        let reason = "nothing of these memories would be left".to_owned();
        return (Vec::new(), vec![Refused { files: cluster.files(), reason }]);
    }
    (actions, wrong)
}

/// The files that go.
pub(super) fn goes(actions: &[Action]) -> impl Iterator<Item = &String> {
    actions.iter().flat_map(|action| action.files.iter().filter(move |file| action.into.as_ref() != Some(*file)))
}

/// One item of the answer; one that deletes several memories is as many actions.
fn action(item: &Value, cluster: &Cluster, used: &BTreeSet<String>) -> Result<Vec<Action>, Refused> {
    let said = Said::deserialize(item).map_err(|_| Refused {
        files: cluster.files(),
        reason: format!("it is no action: {}", text::clip(&text::one_line(&item.to_string()), SHOWN)),
    })?;
    let deed = match said.action {
        Word::Merge => Deed::Merge,
        Word::Update => Deed::Update,
        Word::Delete => Deed::Delete,
        Word::Keep => return Ok(Vec::new()),
    };
    // The one that stays comes first, and may stand in its own place alone.
    let mut files: Vec<String> = said.into.iter().cloned().collect();
    match said.files {
        Files::Many(more) => files.extend(more),
        Files::One(one) => files.push(one),
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    let shown = |file: &str| text::clip(&text::one_line(file), SHOWN);
    let named: Vec<String> = files.iter().take(cluster.sources.len()).map(|file| shown(file)).collect();
    let refuse = |reason: String| Refused { files: named.clone(), reason };
    for file in &files {
        if let Some(why) = stranger(file, cluster, used) {
            return Err(refuse(format!("it names {}, {why}", shown(file))));
        }
    }
    let count = files.len();
    let into = match deed {
        Deed::Delete if said.into.is_some() || said.body.is_some() => {
            return Err(refuse("it would delete and write at once".to_owned()));
        }
        Deed::Delete if count == 0 => return Err(refuse("it names no memory".to_owned())),
        Deed::Update if count != 1 => return Err(refuse(format!("it would update {count} memories with one text"))),
        Deed::Merge if count < 2 => return Err(refuse("it would merge one memory alone".to_owned())),
        Deed::Delete => None,
        _ => said.into.or_else(|| files.first().cloned()),
    };
    let reason = said.reason.map(|reason| text::clip(&text::one_line(&reason), SHOWN)).filter(|r| !r.is_empty());
    let dropped = said.dropped.unwrap_or_default();
    let (description, body) = (said.description, said.body);
    let action = Action { deed, files, into, description, body, dropped, reason };
    Ok(match deed {
        Deed::Delete => {
            action.files.iter().map(|file| Action { files: vec![file.clone()], ..action.clone() }).collect()
        }
        _ => vec![action],
    })
}

/// Why a file must not be named; `None` for one that was shown and is in no other action.
fn stranger(file: &str, cluster: &Cluster, used: &BTreeSet<String>) -> Option<&'static str> {
    if used.contains(file) {
        return Some("which another action of the same answer names");
    }
    if cluster.sources.iter().any(|source| source.file() == file) {
        return None;
    }
    let leaves = file.starts_with(['/', '\\', '~']) || file.contains(':') || file.split(['/', '\\']).any(|p| p == "..");
    Some(match (leaves, scan::is_index(file)) {
        (true, _) => "which is outside of the store",
        (_, true) => "which is the index",
        _ => "which is none of the memories that it was shown",
    })
}
