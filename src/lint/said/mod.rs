//! What a memory's text says, taken apart: lines, sentences, names, paths, code.
//!
//! Everything carries the bytes of the whole file that it stands on.

mod lines;
mod marks;
mod names;
mod sentences;

pub(super) use lines::{lines, lines_of};
pub(super) use marks::has_reason;
pub(super) use names::{Name, names};
pub(super) use sentences::{Sentence, description, sentences};
