//! Text that comes in: standard input and files that the person names.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::{Error, context::Context};

/// Reads a file, or standard input for `-`, up to `limit` bytes; what is longer is an error.
pub(super) fn read(context: &Context, path: &Path, limit: usize, what: &str) -> Result<String, Error> {
    let bytes = if path.as_os_str() == "-" {
        stdin(context, limit, what)?
    } else {
        let file = File::open(path).map_err(|e| Error::file_io(path, &e))?;
        bounded(file, limit).map_err(|e| Error::file_io(path, &e))?
    };
    let name = if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() };
    if bytes.len() > limit {
        return Err(Error::usage(format!("{name}: more than {limit} bytes"), format!("{what} is shorter than that")));
    }
    utf8(bytes, &name)
}

/// Bytes as text, without the byte order mark that some editors put before it.
pub(super) fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Error> {
    let mut text = String::from_utf8(bytes).map_err(|e| {
        Error::usage(format!("{name}: not UTF-8 at byte {}", e.utf8_error().valid_up_to()), "convert it to UTF-8 first")
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Standard input, at most one byte more than `limit`. On a terminal it says what it waits for.
pub(super) fn stdin(context: &Context, limit: usize, what: &str) -> Result<Vec<u8>, Error> {
    if context.screen.terminal.stdin {
        context.screen.notice(format_args!("type {what}, then Ctrl-D on a line of its own"));
    }
    bounded(io::stdin().lock(), limit)
        .map_err(|e| Error::new(super::Exit::Failed, "io", format!("standard input: {e}")))
}

fn bounded(reader: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
