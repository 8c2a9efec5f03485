//! JSON as hosts write it and people edit it: read with the place of every part, so that one part
//! can be changed and every other byte stays.
//!
//! Comments and a comma before a closing bracket are taken, as several agents take them in their
//! settings. So are raw control characters, half surrogates and other bytes that a host has put into
//! a string: a prompt is searched with, and is better read with a replacement character than not.

pub mod edit;
mod read;

use std::ops::Range;

pub use read::read;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands, brackets and quotes included.
    pub at: Range<usize>,
    /// What it is.
    pub value: Value,
}

/// What a part is.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, `true`, `false` or `null`.
    Plain,
    /// A string, its escapes read.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object; of two keys with one name the last counts.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where key and value stand.
    pub at: Range<usize>,
    /// The value.
    pub node: Node,
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Fault {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong there.
    pub what: &'static str,
}

impl Node {
    /// The value of a key, where this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Object(members) = &self.value else { return None };
        members.iter().rev().find(|member| member.key == key).map(|member| &member.node)
    }

    /// The value at the end of a path: `userPromptSubmit.prompt`, `workspace_roots.0`.
    #[must_use]
    pub fn path(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |node, part| match &node.value {
            Value::List(items) => items.get(part.parse::<usize>().ok()?),
            _ => node.get(part),
        })
    }

    /// The text, where this is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, where this is a list; else none.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }
}
