//! A memory before the rules: its text is taken apart once for all of them.

use std::{ops::Deref, sync::OnceLock};

use super::{Block, Line, Name, Path, Sentence, blocks, lines::lines, names, paths, reasons, sentences};
use crate::model::Document;

/// A memory, and what its text says. What no rule asks for is never made.
#[derive(Debug)]
pub struct Subject<'d> {
    document: &'d Document,
    lines: OnceLock<Vec<Line<'d>>>,
    lower: OnceLock<String>,
    description: OnceLock<Option<Sentence<'d>>>,
    sentences: OnceLock<Vec<Sentence<'d>>>,
    names: OnceLock<Vec<Name<'d>>>,
    paths: OnceLock<Vec<Path<'d>>>,
    blocks: OnceLock<Vec<Block>>,
    gives_reason: OnceLock<bool>,
    reason: OnceLock<bool>,
}

impl Deref for Subject<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        self.document
    }
}

impl<'d> Subject<'d> {
    /// A memory of which nothing has been asked yet.
    #[must_use]
    pub const fn new(document: &'d Document) -> Self {
        Self {
            document,
            lines: OnceLock::new(),
            lower: OnceLock::new(),
            description: OnceLock::new(),
            sentences: OnceLock::new(),
            names: OnceLock::new(),
            paths: OnceLock::new(),
            blocks: OnceLock::new(),
            gives_reason: OnceLock::new(),
            reason: OnceLock::new(),
        }
    }

    /// The lines of the body, in order.
    pub(crate) fn lines(&self) -> &[Line<'d>] {
        self.lines.get_or_init(|| lines(self.document).collect())
    }

    /// The lines of the body that are no code.
    pub(crate) fn prose(&self) -> impl Iterator<Item = &Line<'d>> {
        self.lines().iter().filter(|line| !line.fenced)
    }

    /// The body in lower case.
    pub(crate) fn lower(&self) -> &str {
        self.lower.get_or_init(|| self.document.body().to_lowercase())
    }

    /// The header's description as a sentence.
    pub(crate) fn description(&self) -> Option<&Sentence<'d>> {
        self.description.get_or_init(|| sentences::description(self.document)).as_ref()
    }

    /// The sentences of the body, in order. Headings, list items and rows of tables end with their
    /// paragraph; code blocks are none.
    pub(crate) fn sentences(&self) -> &[Sentence<'d>] {
        self.sentences.get_or_init(|| sentences::sentences(self.document, self.lines()))
    }

    /// The description and the sentences of the body.
    pub(crate) fn all_sentences(&self) -> impl Iterator<Item = &Sentence<'d>> {
        self.description().into_iter().chain(self.sentences())
    }

    /// The identifiers of description and body, each once, in order.
    pub(crate) fn names(&self) -> &[Name<'d>] {
        self.names.get_or_init(|| names::names(self.document, self.lines()))
    }

    /// The paths with a folder and an extension, and folders that end in `/`, in order. Addresses, paths
    /// outside of a project (`~/x`, `/etc/x`, `C:\\x`) and patterns are none.
    pub(crate) fn paths(&self) -> &[Path<'d>] {
        self.paths.get_or_init(|| paths::paths(self.lines()))
    }

    /// The code blocks, in order.
    pub(crate) fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| blocks::blocks(self.lines()))
    }

    /// Whether the body gives a reason, by a label or in a sentence.
    pub(crate) fn gives_reason(&self) -> bool {
        *self.gives_reason.get_or_init(|| reasons::gives_reason(self.lower()))
    }

    /// Whether it says why: then it is a lesson, and not only a description.
    pub(crate) fn has_reason(&self) -> bool {
        *self.reason.get_or_init(|| reasons::has_reason(self.lower()))
    }
}
