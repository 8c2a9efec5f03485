//! What a memory's text says, taken apart: lines, sentences, names, paths, code, dates.
//!
//! Everything carries the bytes of the whole file that it stands on.

mod blocks;
mod dates;
mod lines;
mod marks;
mod names;
mod paths;
mod reasons;
mod sentences;
mod subject;

pub(super) use blocks::Block;
pub(super) use dates::{dates, day_of_file};
pub(super) use lines::{Line, lines, lines_of};
pub(super) use marks::{Marks, finds, mentions};
pub(super) use names::Name;
pub(super) use paths::Path;
pub(super) use reasons::{gives_reason, labels_reason, tells_use};
pub(super) use sentences::Sentence;
pub use subject::Subject;
