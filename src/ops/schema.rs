//! The JSON Schemas of the documents, generated from their types.

use schemars::{Schema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Outcome,
    add::Add,
    config::Settings,
    diff::Diff,
    dir::Dir,
    edit::Edit,
    extract::Extract,
    gc::Gc,
    hook::setup::Hooks,
    inbox::Inbox,
    init::Init,
    lint::{Explain, Lint},
    log::{Log, Repair},
    ls::Ls,
    mv::Mv,
    prompt::Prompt,
    recall::Recall,
    reindex::Reindex,
    restore::Restore,
    rm::Rm,
    show::Show,
};

/// `mem.error/1`: why a command failed.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: FailureDetail,
}

/// What went wrong.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct FailureDetail {
    /// A stable word for scripts.
    pub code: String,
    /// What happened, in a sentence.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
    /// The file that it is about.
    pub file: Option<String>,
}

impl Outcome for Failure {
    const SCHEMA: &'static str = "mem.error/1";
}

/// `mem.schema/1`: which documents there are.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Documents {
    /// Their names, as `mem schema` takes them.
    pub documents: Vec<&'static str>,
}

impl Outcome for Documents {
    const SCHEMA: &'static str = "mem.schema/1";
}

/// The names of all documents.
#[must_use]
pub fn documents() -> Documents {
    Documents { documents: DOCUMENTS.iter().map(|entry| entry.name).collect() }
}

/// A document: its name and version, and how its schema is made.
pub struct Entry {
    /// As in `mem.ls/1`.
    pub name: &'static str,
    schema: fn() -> Schema,
}

/// One line a document.
pub static DOCUMENTS: &[Entry] = &[
    entry::<Add>(),
    entry::<Settings>(),
    entry::<Diff>(),
    entry::<Dir>(),
    entry::<Edit>(),
    entry::<Extract>(),
    entry::<Failure>(),
    entry::<Gc>(),
    entry::<Inbox>(),
    entry::<Hooks>(),
    entry::<Init>(),
    entry::<Lint>(),
    entry::<Log>(),
    entry::<Ls>(),
    entry::<Mv>(),
    entry::<Prompt>(),
    entry::<Recall>(),
    entry::<Reindex>(),
    entry::<Repair>(),
    entry::<Restore>(),
    entry::<Rm>(),
    entry::<Explain>(),
    entry::<Documents>(),
    entry::<Show>(),
];

const fn entry<T: Outcome>() -> Entry {
    Entry { name: T::SCHEMA, schema: || schema_for!(T) }
}

/// The document that `name` means: `mem.ls/1`, `mem.ls` or `ls`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let bare = |full: &'static str| full.trim_start_matches("mem.").split('/').next().unwrap_or(full);
    DOCUMENTS.iter().find(|e| e.name == name || e.name.split('/').next() == Some(name) || bare(e.name) == name)
}

impl Entry {
    /// The JSON Schema, its `schema` key included; every key is required.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut schema = (self.schema)().to_value();
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.shift_insert(0, "schema".into(), json!({ "const": self.name }));
        }
        if let Some(object) = schema.as_object_mut() {
            let dialect = object.shift_remove("$schema").unwrap_or_default();
            object.shift_insert(0, "$schema".into(), dialect);
            object.shift_insert(1, "$id".into(), json!(self.name));
        }
        require_all(&mut schema);
        schema
    }
}

/// serde writes `null` rather than leaving a key out, so that every key is always there.
fn require_all(value: &mut Value) {
    if let Some(object) = value.as_object_mut() {
        if let Some(properties) = object.get("properties").and_then(Value::as_object) {
            let keys: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
            object.insert("required".into(), Value::Array(keys));
        }
        object.values_mut().for_each(require_all);
    } else if let Some(array) = value.as_array_mut() {
        array.iter_mut().for_each(require_all);
    }
}
