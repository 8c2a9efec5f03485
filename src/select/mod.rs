//! The local selector: which memories help with this prompt, by their words and by what they mean.
//!
//! Pure functions over values: nothing here touches a disk, a clock or a variable.
//!
//! ```text
//! text ── scan ──► words, identifiers, letters ── query ──► Query (weighted terms)
//!                                              └─ count ──► Counts (what one memory has of them)
//! Query + Tally (the Counts of all memories) ── score ──► rank  (everything that matches, best first)
//! texts ── encoder ──► vectors ── nearness ─┐
//! rank ── is it settled by words? ── no ────┴─► with_meaning ─┐
//!                                 └─ yes ──────────────────────┴─ decide ─► picks (perhaps none)
//! ```
//!
//! [`gate`] says whether a prompt is worth asking about, [`near`] whether a draft says what a memory
//! already says, and which memories say the same or the opposite. [`encoder`] turns a text into what it
//! means, where words alone do not tell.

pub mod encoder;
pub mod gate;
pub mod near;
pub mod postings;

mod bridge;
mod count;
mod dates;
mod decide;
mod endings;
mod fold;
mod general;
mod glossary;
mod han_table;
mod hash;
mod ident;
mod links;
mod meaning;
#[cfg(test)]
mod plain;
mod query;
mod scan;
mod score;
mod stem;
mod stop;
mod stop_unspaced;
mod tally;
mod tongues;

use crate::model::Document;

pub use count::Counts;
pub use decide::{Decision, decide};
pub use general::generality;
pub use links::with_links;
pub use meaning::{Meaning, Nearness, is_settled, with_meaning, with_work};
pub use query::Query;
pub use score::{Match, Scored, Scorer, best, rank};
pub use tally::Tally;

/// The text of one memory as the selector sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields<'a> {
    /// The name; the file's stem where the header has none.
    pub name: &'a str,
    /// The one-line description.
    pub description: &'a str,
    /// The type, as written.
    pub kind: &'a str,
    /// The text after the header; may be megabytes.
    pub body: &'a str,
}

/// Where in a memory a term was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// In its name.
    Name,
    /// In its description.
    Description,
    /// In its type.
    Kind,
    /// In its body.
    Body,
}

impl Field {
    /// All fields; the position of each is its `as usize`.
    pub const ALL: [Self; 4] = [Self::Name, Self::Description, Self::Kind, Self::Body];

    /// The name used in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::Kind => "type",
            Self::Body => "body",
        }
    }
}

impl<'a> From<&'a Document> for Fields<'a> {
    fn from(document: &'a Document) -> Self {
        let memory = &document.memory;
        Self {
            name: &memory.name,
            description: memory.description.as_deref().unwrap_or_default(),
            kind: memory.type_text.as_deref().unwrap_or_default(),
            body: document.body(),
        }
    }
}

impl<'a> Fields<'a> {
    fn text(&self, field: Field) -> &'a str {
        match field {
            Field::Name => self.name,
            Field::Description => self.description,
            Field::Kind => self.kind,
            Field::Body => self.body,
        }
    }
}
