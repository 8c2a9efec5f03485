//! When two texts are one.

/// A text without what nobody sees: line ends are one, blanks at the ends of lines and of the text are none.
pub(super) fn bare(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
