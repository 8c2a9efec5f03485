//! What may be wrong with a header: read all the same, and told to lint.

/// One thing in a header that another reader may take differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind of thing it is.
    pub kind: ProblemKind,
    /// The line of the file, from 1.
    pub line: usize,
    /// The character of that line, from 1, where it is known.
    pub column: Option<usize>,
    /// The key concerned, or the words of the YAML parser.
    pub detail: String,
}

/// The kinds of [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The text does not start with a header.
    Missing,
    /// A header is opened and never closed: the whole text is body.
    Unclosed,
    /// YAML refuses the line; it was read as a line of text.
    Malformed,
    /// A key is given twice; the last one counts.
    DuplicateKey,
    /// A second header follows the first; the first counts.
    Stacked,
    /// The file starts with a byte order mark.
    ByteOrderMark,
    /// Blank lines stand before the opening fence.
    LeadingBlank,
    /// An unquoted value ends at ` #`: YAML takes the rest for a comment.
    CutAtHash,
    /// YAML takes `&word` or `!word` at the start of a value for a mark of its own.
    Marked,
    /// A list or a map where text is expected: its source is the value.
    NotText,
    /// The value is YAML's null.
    Null,
    /// A control character that strict readers refuse.
    Control,
}

impl Problem {
    pub(super) fn new(kind: ProblemKind, line: usize, detail: impl Into<String>) -> Problem {
        Problem { kind, line, column: None, detail: detail.into() }
    }
}
