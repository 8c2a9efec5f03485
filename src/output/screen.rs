//! The two streams: what they are, how wide, in which format, and who may ask questions.

use std::{
    fmt::Display,
    io::{self, BufWriter, Write},
};

use dialoguer::console::Term;

use super::{
    Colour, Human, Page, clean, json,
    paint::{Ink, paint},
};
use crate::{
    ops::Outcome,
    world::{Terminal, World},
};

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Human,
    /// One JSON document.
    Json,
}

/// Everything that `mem` prints goes through here.
#[derive(Clone, Debug)]
pub struct Screen {
    /// How results are printed.
    pub format: Format,
    /// Which streams are terminals.
    pub terminal: Terminal,
    colour_out: bool,
    colour_err: bool,
    columns: Option<usize>,
    quiet: bool,
    /// Whether a line on stderr is seen by a person, and can be taken back.
    pub(super) is_watched: bool,
}

/// Columns of a terminal that does not tell its size.
const COLUMNS: usize = 80;

impl Screen {
    /// The streams as the world and the global options have them.
    #[must_use]
    pub fn new(world: &World, format: Format, colour: Colour, quiet: bool) -> Self {
        let terminal = world.terminal;
        Self {
            format,
            terminal,
            colour_out: format == Format::Human && colour.applies(world, terminal.stdout),
            colour_err: colour.applies(world, terminal.stderr),
            columns: world.text("COLUMNS").and_then(|c| c.parse().ok()).filter(|c| *c > 0),
            quiet,
            is_watched: terminal.stderr && !quiet && world.var("TERM").is_none_or(|term| term != "dumb"),
        }
    }

    /// Where nothing is known: no terminal, no colours.
    #[must_use]
    pub fn plain() -> Self {
        Self::new(&World::default(), Format::Human, Colour::Never, false)
    }

    /// Prints an outcome in the chosen format.
    ///
    /// # Errors
    /// Those of stdout, a broken pipe among them.
    pub fn show<T: Outcome + Human>(&self, outcome: &T) -> io::Result<()> {
        self.stdout(|out| match self.format {
            Format::Json => json::emit(outcome, out),
            Format::Human => outcome.human(&mut self.page(out)),
        })
    }

    /// Prints an outcome as JSON, whatever the chosen format.
    ///
    /// # Errors
    /// As [`Screen::show`].
    pub fn json<T: Outcome>(&self, outcome: &T) -> io::Result<()> {
        self.stdout(|out| json::emit(outcome, out))
    }

    /// Prints bytes as they are: files, scripts, lists for other programs.
    ///
    /// # Errors
    /// As [`Screen::show`].
    pub fn bytes(&self, bytes: &[u8]) -> io::Result<()> {
        self.stdout(|out| out.write_all(bytes))
    }

    /// Prints help, which comes with and without colours.
    ///
    /// # Errors
    /// As [`Screen::show`].
    pub fn help(&self, plain: &str, coloured: &str) -> io::Result<()> {
        self.bytes(if self.colour_out { coloured } else { plain }.as_bytes())
    }

    /// A page on stdout as it would be for people.
    fn page<'a>(&self, out: &'a mut dyn Write) -> Page<'a> {
        Page { out, width: self.width(), terminal: self.terminal.stdout, colour: self.colour_out }
    }

    /// `COLUMNS` where it is set, else what the terminal says; nothing is cut in a pipe.
    fn width(&self) -> Option<usize> {
        let asked = || Term::stdout().size_checked().map(|(_, columns)| usize::from(columns)).filter(|c| *c > 0);
        self.columns.or_else(|| self.terminal.stdout.then(|| asked().unwrap_or(COLUMNS)))
    }

    #[expect(clippy::disallowed_methods, reason = "this is where printing happens")]
    fn stdout(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
        write(&mut out)?;
        out.flush()
    }

    /// One line on stderr that a person should know; `-q` silences it.
    pub fn notice(&self, text: impl Display) {
        if !self.quiet {
            self.line(Ink::Warn, "note", &text.to_string());
        }
    }

    /// Why the command failed, and what to do; never silenced.
    pub fn error(&self, text: impl Display, hint: Option<&str>) {
        self.line(Ink::Bad, "error", &text.to_string());
        if let Some(hint) = hint {
            self.line(Ink::Faint, "hint", hint);
        }
    }

    /// Lines on stderr that were asked for: `--explain`.
    pub fn explain(&self, lines: &[String]) {
        for line in lines {
            self.stderr(&clean(line));
        }
    }

    fn line(&self, ink: Ink, label: &str, text: &str) {
        self.stderr(&format!("{}: {}", paint(label, ink, self.colour_err), clean(text)));
    }

    /// A closed or full stderr is no reason to fail: there is nobody to tell.
    #[expect(clippy::disallowed_methods, reason = "this is where printing happens")]
    fn stderr(&self, line: &str) {
        let _ = writeln!(io::stderr(), "{line}");
    }

    /// Whether stderr takes colours.
    pub(super) fn colours_stderr(&self) -> bool {
        self.colour_err
    }

    /// Whether somebody can be asked.
    #[must_use]
    pub fn can_ask(&self) -> bool {
        self.terminal.stdin && self.terminal.stderr && self.format == Format::Human
    }
}
