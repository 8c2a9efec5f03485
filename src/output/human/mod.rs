//! The reading form of each outcome: one file a command.

mod add;
mod config;
mod diff;
mod dir;
mod edit;
mod extract;
mod gc;
mod hook;
mod inbox;
mod init;
mod lint;
mod log;
mod ls;
mod mv;
mod prompt;
mod recall;
mod reindex;
mod restore;
mod rm;
mod schema;
mod show;

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::clean;

/// A size in few columns: `812 B`, `4.1 KB`, `2.3 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..999_950 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// `1 memory`, `2 memories`.
fn memories(n: usize) -> String {
    if n == 1 { "1 memory".into() } else { format!("{n} memories") }
}

/// Text of at most `columns` columns (wide characters take two), `…` at its end when cut.
fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    if text.width() <= columns {
        return Cow::Borrowed(text);
    }
    let mut used = 0;
    let room = columns.saturating_sub(1);
    let kept = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > room
    });
    let end = kept.map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…", text[..end].trim_end()))
}

/// One clean line of foreign text.
fn line(text: &str) -> String {
    clean(&crate::model::text::one_line(&clean(text))).into_owned()
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr as _;

    use super::{fit, size};

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(fit("部署流程", 8), "部署流程");
        for columns in 1..12 {
            assert!(fit("部署a流程🐘e\u{301}x", columns).width() <= columns);
        }
        assert_eq!(fit("abcdef", 4), "abc…");
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(999), "999 B");
        assert_eq!(size(4_096), "4.1 KB");
        assert_eq!(size(999_999), "1.0 MB");
    }
}
