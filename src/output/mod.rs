//! The only module that prints: results to stdout, everything else to stderr.

mod github;
pub mod human;
mod json;
mod paint;
mod progress;
mod questions;
mod sarif;
mod screen;
mod template;

pub use github::github;
pub use json::error as error_document;
pub use paint::{Colour, clean, clean_text};
pub use progress::Progress;
pub use questions::Unanswered;
pub use sarif::sarif;
pub use screen::{Format, Screen};
pub use template::{Template, TemplateError};

use std::io;

/// Something that people read. Its JSON form is its serialisation.
pub trait Human {
    /// Writes the reading form.
    ///
    /// # Errors
    /// Those of the page.
    fn human(&self, page: &mut Page<'_>) -> io::Result<()>;
}

/// Where a reading form is written, and what it may look like there.
pub struct Page<'a> {
    /// The stream, buffered.
    pub out: &'a mut dyn io::Write,
    /// How wide a line may be, in columns; `None` where nothing wraps.
    pub width: Option<usize>,
    /// Whether a terminal shows it.
    pub terminal: bool,
    /// Whether colours may be used.
    pub colour: bool,
}
