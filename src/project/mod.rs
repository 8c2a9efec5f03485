//! The project that the memory belongs to: where it begins, what stands in it, and how git says so.

pub mod dates;
pub mod facts;
pub mod git;
mod gitdir;
pub mod history;
pub mod ignored;
pub mod root;
pub mod staged;
#[cfg(test)]
mod tests;
pub mod text;

pub use root::{Marker, Project, ProjectError, find};
