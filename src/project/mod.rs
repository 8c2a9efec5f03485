//! The project that the memory belongs to: where it begins, and how git says so.

pub mod dates;
pub mod git;
mod gitdir;
pub mod ignored;
pub mod root;
#[cfg(test)]
mod tests;

pub use root::{Marker, Project, ProjectError, find};
