//! When two texts are one.

/// A text without what nobody sees: line ends are one, blanks at the ends of lines and of the text are none.
pub(super) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    for line in text.trim().lines() {
        bare.push_str(line.trim_end());
        bare.push('\n');
    }
    bare.truncate(bare.trim_end().len());
    bare
}
