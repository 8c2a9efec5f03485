//! What a memory is: its header, type, slug, age and index line, and the limits of the format.

pub mod age;
pub mod bytes;
pub mod cap;
#[cfg(test)]
pub(crate) mod chance;
pub mod cores;
pub mod days;
pub mod digest;
pub mod header;
pub mod index_line;
pub mod kind;
pub mod limits;
pub mod memory;
pub mod months;
pub mod particulars;
pub mod slug;
pub mod stamp;
pub mod text;

pub use cap::Cap;
pub use kind::Kind;
pub use memory::{Document, Memory, Problem};
pub use stamp::Stamp;
