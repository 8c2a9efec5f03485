//! Lines of a file that may hold very long ones: an image or a tool's output in a single line.

use std::io::{self, BufRead};

/// A longer line is passed over. What a person says is far shorter, pasted files included; images are
/// not.
const LONGEST: usize = 16 * 1024 * 1024;

/// One line, without its end.
pub(super) enum Line<'b> {
    /// All of it.
    Whole(&'b [u8]),
    /// Longer than any that is of use.
    TooLong,
}

/// The lines of an input up to the first time it has no more: what is written to a file while it is
/// read belongs to the next reading, or the rest of a half-written line would be taken for a line.
/// Memory is bounded by the longest line that is of use.
pub(super) struct Lines<'i> {
    input: &'i mut dyn BufRead,
    buffer: Vec<u8>,
    at_end: bool,
}

impl<'i> Lines<'i> {
    pub(super) fn new(input: &'i mut dyn BufRead) -> Self {
        Self { input, buffer: Vec::new(), at_end: false }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if self.at_end {
            return Ok(None);
        }
        self.buffer.clear();
        let (mut any, mut too_long) = (false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
                Err(err) => return Err(err),
            };
            if chunk.is_empty() {
                self.at_end = true;
                break;
            }
            any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.buffer.len() + part.len() > LONGEST;
            if !too_long {
                self.buffer.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (any, too_long) {
            (false, _) => None,
            (true, true) => Some(Line::TooLong),
            (true, false) => Some(Line::Whole(&self.buffer)),
        })
    }
}
