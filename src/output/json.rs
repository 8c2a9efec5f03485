//! JSON documents: one object a command, its schema's name first.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::json;

use crate::ops::Outcome;

#[derive(Serialize)]
struct Document<'a, T> {
    schema: &'static str,
    #[serde(flatten)]
    content: &'a T,
}

/// Bytes of a document that are written at once.
const BUFFER: usize = 32 * 1024;

pub(super) fn emit<T: Outcome>(content: &T, out: &mut dyn Write) -> io::Result<()> {
    let document = Document { schema: T::SCHEMA, content };
    // A document is written piece by piece: into a buffer whose type is known, each is a copy and no call.
    let mut out = BufWriter::with_capacity(BUFFER, out);
    serde_json::to_writer(&mut out, &document).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// `mem.error/1`, one line.
#[must_use]
pub fn error(code: &str, message: &str, hint: Option<&str>, file: Option<&str>) -> Vec<u8> {
    let error = json!({ "code": code, "message": message, "hint": hint, "file": file });
    let mut line = json!({ "schema": "mem.error/1", "error": error }).to_string().into_bytes();
    line.push(b'\n');
    line
}
