//! A memory as every document shows it.

use std::path::Path;

use jiff::{Timestamp, fmt::temporal::DateTimePrinter};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::model::Memory;

/// One memory in a document: every key is always there, `null` where there is no value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// Path below the store, `/` between parts.
    pub file: String,
    /// Absolute path of the file.
    pub path: String,
    /// The header's name, or the file's stem.
    pub name: String,
    /// The header's description.
    pub description: Option<String>,
    /// The type as written in the header.
    #[serde(rename = "type")]
    pub type_text: Option<String>,
    /// Whether it is one of the four types.
    pub type_known: bool,
    /// RFC 3339, UTC.
    #[serde(serialize_with = "rfc3339")]
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub modified: Timestamp,
    /// `header`, `git` or `mtime`.
    pub modified_source: &'static str,
    /// Whole days since `modified`.
    pub age_days: i64,
    /// Bytes of the file.
    pub size: u64,
    /// Stable words for what is wrong with it.
    pub problems: Vec<&'static str>,
}

impl Row {
    /// The row of a memory, its age counted at `now`.
    #[must_use]
    pub fn new(memory: &Memory, now: Timestamp) -> Self {
        Self::of(memory.clone(), now)
    }

    /// The same of a memory that is needed no more.
    #[must_use]
    pub fn of(memory: Memory, now: Timestamp) -> Self {
        Self {
            age_days: memory.days(now),
            file: memory.file,
            path: memory.path.into_os_string().into_string().unwrap_or_else(|odd| display(odd.as_ref())),
            name: memory.name,
            description: memory.description,
            type_text: memory.type_text,
            type_known: memory.kind.is_some(),
            modified: memory.modified,
            modified_source: memory.modified_source.as_str(),
            size: memory.stamp.size,
            problems: memory.problems.iter().map(|p| p.code).collect(),
        }
    }
}

/// A path as text; bytes that are not UTF-8 are replaced.
#[must_use]
pub fn display(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whole seconds are enough for a file's age, and read better.
pub(super) fn rfc3339<S: Serializer>(time: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
    const SECONDS: DateTimePrinter = DateTimePrinter::new().precision(Some(0));
    to.serialize_str(&SECONDS.timestamp_to_string(time))
}
