//! What was said in a session, from the transcripts that agents keep: one file a format.
//!
//! A format knows the records of one agent and puts what matters into a draft: what the person
//! said, the agent's answers, and what the agent did between them. What a tool returned, what was
//! recalled or injected, and what a machine said in the person's name is left out: what can be looked
//! up again must not become a memory. Formats belong to programs that change them at will, so a record
//! of an unknown kind is passed over and never an error.
//!
//! Files may be written to while they are read, and may be huge: they are read line by line, and what
//! is kept is bounded.

mod claude;
mod clean;
mod codex;
mod draft;
pub mod find;
mod gemini;
mod lines;
mod plain;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use serde_json::Value;

use self::{
    draft::Draft,
    lines::{Line, Lines},
};
use crate::world::World;

/// A way in which an agent writes down its sessions.
pub struct Format {
    /// The agent's name: that of its file here.
    pub name: &'static str,
    /// Whether a record can be of this format and of no other.
    recognises: fn(&Value) -> bool,
    /// Takes what matters of a record.
    take: fn(&mut Draft, &Value),
    /// The folder below which the agent keeps its transcripts.
    folder: fn(&World) -> Option<PathBuf>,
    /// Whether a file of this name is the transcript of that session.
    is_named: fn(&str, &str) -> bool,
}

/// One line a format; text of no format is `plain`.
pub static FORMATS: [&Format; 3] = [&claude::FORMAT, &codex::FORMAT, &gemini::FORMAT];

/// What was said in one session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The format it was read as; `plain` for text.
    pub format: &'static str,
    /// The session's id, where the transcript has it.
    pub session: Option<String>,
    /// In the order in which they were said.
    pub turns: Vec<Turn>,
    /// Lines that could not be read: half-written, or too long.
    pub unread: usize,
}

/// What a person said, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// What the person said.
    pub human: String,
    /// The agent's last words: every text part of it behind its last deed.
    pub answer: String,
    /// What the agent did.
    pub deeds: Vec<Deed>,
    /// When the person said it, as written down.
    pub at: Option<String>,
}

/// A tool that the agent used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deed {
    /// The tool's name.
    pub tool: String,
    /// The file that it was used on, or the command; the beginning of it.
    pub what: String,
}

/// Why a transcript cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system said no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is compressed, by this program.
    #[error("it is compressed with {0}")]
    Compressed(&'static str),
    /// It is no text.
    #[error("it is not text")]
    Binary,
    /// JSON, and no transcript that is known.
    #[error("it is JSON, but no transcript of a format that is known")]
    Unknown,
}

/// Lines that may come before one that tells the format.
const PROLOGUE: usize = 200;
/// Bytes of a transcript that is one document, and of plain text.
const DOCUMENT: usize = 64 * 1024 * 1024;

/// Reads the end of a transcript's file: for who has no time for all of a long one.
///
/// # Errors
/// [`ReadError`].
pub fn read_end(path: &Path, most: u64) -> Result<Transcript, ReadError> {
    let mut file = File::open(path)?;
    let meta = file.metadata()?;
    if !meta.is_file() {
        return Err(ReadError::Binary);
    }
    let is_cut = meta.len() > most;
    if is_cut {
        file.seek(SeekFrom::End(-most.cast_signed()))?;
    }
    let mut input = BufReader::with_capacity(256 * 1024, file.take(most));
    if is_cut {
        // The rest of a line.
        input.skip_until(b'\n')?;
    }
    read(&mut input)
}

/// Reads a transcript to its end.
///
/// # Errors
/// [`ReadError`].
pub fn read(input: &mut dyn BufRead) -> Result<Transcript, ReadError> {
    let head = input.fill_buf()?;
    refuse(head)?;
    if head.is_empty() {
        // Not read on: by now it may hold records.
        return Ok(Transcript { format: "plain", ..Transcript::default() });
    }
    let first = head.iter().find(|byte| !byte.is_ascii_whitespace());
    if !matches!(first, Some(b'{' | b'[')) {
        return plain(input);
    }
    let mut lines = Lines::new(input);
    let mut reading = Reading::default();
    while let Some(line) = lines.next()? {
        match line {
            Line::Whole(bytes) => reading.line(bytes),
            Line::TooLong => reading.unread += 1,
        }
        if reading.is_hopeless() {
            return Err(ReadError::Unknown);
        }
    }
    reading.finish()
}

/// What no reader of text can do anything with.
fn refuse(head: &[u8]) -> Result<(), ReadError> {
    match head {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Err(ReadError::Compressed("zstd")),
        [0x1f, 0x8b, ..] => Err(ReadError::Compressed("gzip")),
        head if head.iter().take(8_192).any(|byte| *byte == 0) => Err(ReadError::Binary),
        _ => Ok(()),
    }
}

fn plain(input: &mut dyn BufRead) -> Result<Transcript, ReadError> {
    let mut text = String::new();
    let mut lines = Lines::new(input);
    let mut unread = 0;
    while let Some(line) = lines.next()? {
        match line {
            Line::Whole(bytes) if text.len() + bytes.len() <= DOCUMENT => {
                text.push_str(&String::from_utf8_lossy(bytes));
                text.push('\n');
            }
            _ => unread += 1,
        }
    }
    Ok(Transcript { format: "plain", session: None, turns: plain::turns(&text), unread })
}

/// A transcript of JSON records while it is read.
#[derive(Default)]
struct Reading {
    format: Option<&'static Format>,
    /// Records before the format was told.
    waiting: Vec<Value>,
    /// The text so far of what may be one document over many lines.
    document: Vec<u8>,
    draft: Draft,
    seen: usize,
    unread: usize,
}

impl Reading {
    fn line(&mut self, bytes: &[u8]) {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let first = self.seen == 0;
        self.seen += 1;
        if !self.document.is_empty() {
            self.extend(bytes);
            return;
        }
        match serde_json::from_slice::<Value>(bytes) {
            Ok(record) => self.record(record),
            Err(_) if first => self.extend(bytes),
            Err(_) => self.unread += 1,
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        if self.document.len() + bytes.len() < DOCUMENT {
            self.document.extend(bytes);
            self.document.push(b'\n');
        } else {
            self.unread += 1;
        }
    }

    fn record(&mut self, record: Value) {
        if self.format.is_none() {
            self.format = FORMATS.into_iter().find(|format| (format.recognises)(&record));
            let waiting = std::mem::take(&mut self.waiting);
            if let Some(format) = self.format {
                waiting.iter().for_each(|record| (format.take)(&mut self.draft, record));
            } else {
                self.waiting = waiting;
                self.waiting.push(record);
                return;
            }
        }
        if let Some(format) = self.format {
            (format.take)(&mut self.draft, &record);
        }
    }

    fn is_hopeless(&self) -> bool {
        self.format.is_none() && self.waiting.len() > PROLOGUE
    }

    fn finish(mut self) -> Result<Transcript, ReadError> {
        if !self.document.is_empty() {
            match serde_json::from_slice(&self.document) {
                Ok(record) => self.record(record),
                // One line that was being written, and nothing else.
                Err(_) if self.seen == 1 => self.unread += 1,
                Err(_) => return Err(ReadError::Unknown),
            }
        }
        let Some(format) = self.format else {
            return if self.waiting.is_empty() { Ok(Transcript::default()) } else { Err(ReadError::Unknown) };
        };
        let (session, unread) = (self.draft.session.clone(), self.unread);
        Ok(Transcript { format: format.name, session, turns: self.draft.turns(), unread })
    }
}
