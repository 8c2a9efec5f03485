//! What a memory's text says, taken apart: lines, sentences, names, paths, code, dates.
//!
//! Everything carries the bytes of the whole file that it stands on.

mod blocks;
mod dates;
mod lines;
mod marks;
mod names;
mod paths;
mod sentences;

pub(super) use blocks::blocks;
pub(super) use dates::dates;
pub(super) use lines::{Line, lines, lines_of};
pub(super) use marks::{Marks, finds, has_reason, mentions};
pub(super) use names::{Name, names};
pub(super) use paths::{Path, paths};
pub(super) use sentences::{Sentence, description, sentences};
