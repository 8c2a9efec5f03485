//! From a memory's name to its file name.
//!
//! Letters of every script stay, so that `部署流程` and `代码风格` are two files and both can be read
//! in a listing. What a slug cannot hold is told apart by a short digest of the name, the same
//! digest on every machine.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::{digest, text};

/// Bytes of a slug. With the longest type, `.md` and the suffix of a temporary file the name
/// stays far below the 255 bytes of every file system.
pub const MAX_BYTES: usize = 60;

/// `{type}_{slug}.md`. The type in front also keeps device names (`nul`, `con`) harmless.
#[must_use]
pub fn file_name(kind: &str, name: &str) -> String {
    format!("{kind}_{}.md", slug(name))
}

/// As [`file_name`], with a digest of the exact name behind: for a second name with the same slug
/// (`API: v2!` beside `api v2`).
#[must_use]
pub fn with_suffix(kind: &str, name: &str) -> String {
    // Composed, so that the same name typed on a Mac (decomposed) is the same file.
    let exact: String = name.nfc().collect();
    format!("{kind}_{}.md", tagged(&words(&fold(name)), &exact))
}

/// The part of the file name that the memory's name gives: never empty, at most [`MAX_BYTES`].
#[must_use]
pub fn slug(name: &str) -> String {
    let folded = fold(name);
    let words = words(&folded);
    match words.len() {
        // No letter at all (`🐘`, `!!!`): the digest alone.
        0 => digest::short(folded.trim().as_bytes()),
        // Names that differ only behind the cut must not meet.
        n if n > MAX_BYTES => tagged(&words, &words),
        _ => words,
    }
}

/// The words, cut to leave room, then the digest of `source`.
fn tagged(words: &str, source: &str) -> String {
    let tag = digest::short(source.as_bytes());
    let stem = text::prefix(words, MAX_BYTES - tag.len() - 1).trim_end_matches('_');
    if stem.is_empty() { tag } else { format!("{stem}_{tag}") }
}

/// One spelling for what looks the same. Lower case can decompose (`İ`), hence the second time.
fn fold(name: &str) -> String {
    let compatible: String = name.nfkc().collect();
    compatible.to_lowercase().nfkc().collect()
}

/// Letters and digits, everything else one `_`. A sign that belongs to a word is spelled out:
/// `C++` and `C#` are not `c`.
fn words(folded: &str) -> String {
    let mut out = String::with_capacity(folded.len());
    let (mut gap, mut attached) = (false, false);
    for c in folded.chars() {
        let sign = spelled(c).filter(|_| attached);
        if let Some(word) = sign {
            out.push_str(word);
        } else if c.is_alphanumeric() || (attached && belongs_to_letter(c)) {
            if gap && !out.is_empty() {
                out.push('_');
            }
            out.push(c);
        }
        attached = sign.is_some() || c.is_alphanumeric() || (attached && belongs_to_letter(c));
        gap = sign.is_some() || !attached;
    }
    out
}

/// The word for a sign that names of languages end in.
fn spelled(c: char) -> Option<&'static str> {
    match c {
        '+' => Some("_plus"),
        '#' => Some("_sharp"),
        _ => None,
    }
}

/// Vowels and accents that are characters of their own (Thai, Devanagari), but not the marks that
/// only choose a look: variation selectors, enclosing circles and keycaps.
fn belongs_to_letter(c: char) -> bool {
    let look = matches!(c, '\u{34F}' | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}');
    is_combining_mark(c) && !look
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_gaps() {
        for (name, want) in [
            ("Build with just", "build_with_just"),
            ("API: v2!", "api_v2"),
            ("../escape", "escape"),
            ("a/b\\c:d?e*", "a_b_c_d_e"),
            ("NUL", "nul"),
            ("  .NET \t\n core ", "net_core"),
            ("a\u{0}b\u{202e}c", "a_b_c"),
            ("snake_case__name_", "snake_case_name"),
            ("ＦＵＬＬ　Ｗｉｄｔｈ", "full_width"),
            ("İstanbul", "i\u{307}stanbul"),
            ("naïve CAFÉ", "naïve_café"),
        ] {
            assert_eq!(slug(name), want, "{name:?}");
        }
    }

    #[test]
    fn signs_that_belong_to_a_word() {
        for (name, want) in [
            ("C++", "c_plus_plus"),
            ("C#", "c_sharp"),
            ("f# tips", "f_sharp_tips"),
            ("C++17", "c_plus_plus_17"),
            ("a+b", "a_plus_b"),
            ("a - b", "a_b"),
            ("issue #12", "issue_12"),
            ("+ c", "c"),
        ] {
            assert_eq!(slug(name), want, "{name:?}");
        }
    }

    #[test]
    fn scripts_keep_their_letters() {
        for name in ["部署流程", "代码风格", "การปรับใช้", "हिन्दी", "развёртывание", "배포"]
        {
            assert_eq!(slug(name), name.nfkc().collect::<String>());
        }
        assert_eq!(slug("ガイド"), slug("カ\u{3099}イト\u{3099}"));
        assert_eq!(slug("1\u{fe0f}\u{20e3} first"), "1_first");
    }

    #[test]
    fn no_letters_is_not_empty() {
        let all: std::collections::HashSet<_> = ["🐘", "!!!", "???", "", "🐘🐘", "_"].map(slug).into();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|s| s.len() == 8));
        assert_eq!(slug(" 🐘 "), slug("🐘"));
    }

    #[test]
    fn long_names_stay_short_and_distinct() {
        let base = "数".repeat(100);
        let (one, two) = (slug(&base), slug(&format!("{base}二")));
        assert_ne!(one, two);
        for s in [one, two, slug(&"a".repeat(300)), slug(&format!("{} b", "a".repeat(58)))] {
            assert!(s.len() <= MAX_BYTES && !s.ends_with('_') && !s.contains("__"), "{s}");
        }
        assert_eq!(slug(&"a".repeat(60)), "a".repeat(60));
    }

    #[test]
    fn a_suffix_separates_equal_slugs() {
        assert_eq!(file_name("user", "api v2"), file_name("user", "API: v2!"));
        assert_ne!(with_suffix("user", "api v2"), with_suffix("user", "API: v2!"));
        assert!(with_suffix("user", "api v2").starts_with("user_api_v2_"));
        assert_eq!(with_suffix("user", "é"), with_suffix("user", "e\u{301}"));
        assert_eq!(with_suffix("user", "!!!").len(), "user_12345678.md".len());
    }
}
