//! Colours, and what keeps foreign text from steering a terminal.

use std::{borrow::Cow, fmt::Write as _};

use anstyle::{AnsiColor, Style};

use crate::world::World;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// When a terminal shows them and nothing in the environment speaks against it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether to colour a stream. `NO_COLOR` counts when it is set and not empty
    /// (no-color.org); `CLICOLOR_FORCE` likewise, unless it is `0`.
    #[must_use]
    pub fn applies(self, world: &World, terminal: bool) -> bool {
        let forced = || world.text("CLICOLOR_FORCE").is_some_and(|v| v != "0");
        let refused = || world.var("NO_COLOR").is_some();
        let dumb = || world.var("TERM").is_some_and(|t| t == "dumb");
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => !refused() && (forced() || terminal && !dumb()),
        }
    }
}

/// What a piece of text is; its colour follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Head,
    Type,
    Name,
    Faint,
    Warn,
    Bad,
}

impl Ink {
    const fn style(self) -> Style {
        let style = Style::new();
        match self {
            Self::Head => style.bold(),
            Self::Type => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan))),
            Self::Name => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))),
            Self::Faint => style.dimmed(),
            Self::Warn => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))),
            Self::Bad => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))).bold(),
        }
    }
}

/// `text` in a colour, or as it is.
pub(super) fn paint(text: &str, ink: Ink, colour: bool) -> Cow<'_, str> {
    if !colour || text.is_empty() {
        return Cow::Borrowed(text);
    }
    let style = ink.style();
    Cow::Owned(format!("{}{text}{}", style.render(), style.render_reset()))
}

/// Foreign text for one line: control, bidi and invisible characters become visible escapes.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Foreign text of several lines: as [`clean`], line ends and tabs kept.
#[must_use]
pub fn clean_text(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t'))
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let bad = |c: char| !keep(c) && steers(c);
    if !text.contains(bad) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // The line end of another system is no trick.
            '\r' if keep('\n') && chars.peek() == Some(&'\n') => {}
            '\n' if bad(c) => clean.push_str("\\n"),
            '\t' if bad(c) => clean.push_str("\\t"),
            '\r' => clean.push_str("\\r"),
            c if bad(c) && u32::from(c) < 0x100 => drop(write!(clean, "\\x{:02x}", u32::from(c))),
            c if bad(c) => drop(write!(clean, "\\u{{{:x}}}", u32::from(c))),
            c => clean.push(c),
        }
    }
    Cow::Owned(clean)
}

/// Characters that move, hide or reorder what is shown: C0, C1, bidi controls, line and paragraph
/// separators, tag characters. Joiners stay: emoji and some scripts need them.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{clean, clean_text};

    #[test]
    fn nothing_steers_the_terminal_and_plain_text_stays() {
        assert_eq!(clean("a\u{1b}[2Jb\u{9b}c\u{7}\r\n"), "a\\x1b[2Jb\\x9bc\\x07\\r\\n");
        assert_eq!(clean("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(clean_text("a\r\nb\tc\rd"), "a\nb\tc\\rd");
        for plain in ["é", "中文", "👨\u{200d}👩", "e\u{301}", "हिन्दी"] {
            assert!(matches!(clean(plain), std::borrow::Cow::Borrowed(_)), "{plain}");
        }
    }
}
