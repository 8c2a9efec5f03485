//! Whether a prompt says enough to be asked about.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::fold::{self, Class, class};

/// What a prompt that says enough is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// A question or a request: for any selector.
    Prompt,
    /// One identifier, such as `AuthService` or `src/db.rs`: its words can be looked up, but a model
    /// has nothing to judge by.
    Identifier,
}

/// The prompt is too short to be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort;

/// Judges the length of a prompt: two words in scripts that space them, or two characters in scripts
/// that do not, or one identifier.
///
/// # Errors
/// [`TooShort`] for anything less, such as `deploy`, `部` or `。。`.
pub fn enough(query: &str) -> Result<Enough, TooShort> {
    // A long prompt is enough: only as much is looked at as it takes to see that.
    let query = &query[..query.floor_char_boundary(LOOKED_AT)];
    // ASCII has no other form, and no letters that stand without spaces.
    let folded = if query.is_ascii() {
        Cow::Borrowed(query)
    } else if unspaced_characters(query) >= 2 {
        return Ok(Enough::Prompt);
    } else {
        query.nfkc().collect()
    };
    let mut words = folded.split(|c| !belongs_to_word(c)).filter(|w| w.contains(is_spaced_letter));
    match (words.next(), words.next()) {
        (Some(_), Some(_)) => Ok(Enough::Prompt),
        (Some(word), None) if is_identifier(word) || is_code(word, &folded) => Ok(Enough::Identifier),
        _ => Err(TooShort),
    }
}

/// In bytes. More than one line of prompt; a paste of a megabyte is not folded to count to two.
const LOOKED_AT: usize = 4_096;

/// Characters of scripts without spaces. Full-width Latin counts: it is typed within such scripts,
/// and its words are not spaced there.
fn unspaced_characters(query: &str) -> usize {
    let full_width = query.chars().filter(|c| matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９')).count();
    full_width + query.nfkc().filter(|&c| is_unspaced(c) && !is_combining_mark(c)).count()
}

fn is_unspaced(c: char) -> bool {
    class(c) == Class::Unspaced || fold::is_jamo(c)
}

fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

fn belongs_to_word(c: char) -> bool {
    is_spaced_letter(c)
        || is_combining_mark(c)
        || matches!(c, '-' | '_' | '.' | '/' | '\\' | ':' | '\'' | '’' | '+' | '#' | '$' | '@')
}

/// Whether a prompt writes its one word as code.
fn is_code(word: &str, prompt: &str) -> bool {
    prompt.contains(&format!("{word}()")) || prompt.contains(&format!("`{word}`"))
}

/// Whether one word is a name rather than speech: joined parts, a capital behind its start, digits
/// among letters, `C++`, `$HOME`.
fn is_identifier(word: &str) -> bool {
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
    let after = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let joined = inner.contains(['-', '_', '.', '/', '\\', ':']);
    let symbols = after.ends_with("++") || after.ends_with('#');
    let marked = word.starts_with(['.', '-', '/', '$', '@']) && word.len() > inner.len() && !inner.is_empty();
    let mixed = inner.contains(char::is_numeric) && inner.contains(char::is_alphabetic);
    let cased = inner.chars().skip(1).any(char::is_uppercase) && inner.chars().any(char::is_lowercase);
    joined || symbols || marked || mixed || cased
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        let prompts = [
            "部署",
            "部署流程",
            "deploy流程",
            "배포",
            "カナ",
            "a b",
            "a\tb",
            "a\u{3000}b",
            "a\u{a0}b",
            "ｶﾅ",
            "㐀㐁",
            "𠮷野",
            "การปรับใช้",
            "ການ",
            "ការ",
            "မြန်မာ",
            "ᄒᆞᆫ글",
            "ㅋㅋ",
            "ＤＥＰＬＯＹ",
            "שלום עולם",
            "what now?",
        ];
        for prompt in prompts {
            assert_eq!(enough(prompt), Ok(Enough::Prompt), "{prompt:?}");
        }
        let names = [
            "AuthService",
            "src/db.rs",
            "fix-the-bug-in-auth.ts",
            "auth_service",
            "k8s",
            "C++",
            "C#",
            ".env",
            "--no-verify",
            "v1.10",
            "CI/CD",
            "std::env",
            "HTTPServer",
            "iOS",
            "$HOME",
            "@property",
            "@types/node",
            "me@example.com",
            "main()",
            "`quokka`",
        ];
        for name in names {
            assert_eq!(enough(name), Ok(Enough::Identifier), "{name:?}");
        }
        let short = [
            "",
            " ",
            "hi",
            "deploy",
            "deploy.",
            "部",
            "部 ",
            "deploy流",
            "ᄒ",
            "ｶﾞ",
            "。。",
            "?!",
            "...",
            "🎉🎉",
            "שלום",
            "don't",
            "2024",
            "OK",
            "DEPLOY",
            "Deploy!",
            "(deploy)",
            "don't.",
            "$",
            "@",
            "``",
            "()",
            "--",
            "ก่",
        ];
        for prompt in short {
            assert_eq!(enough(prompt), Err(TooShort), "{prompt:?}");
        }
    }

    #[test]
    fn a_megabyte_is_enough() {
        assert_eq!(enough(&"x ".repeat(500_000)), Ok(Enough::Prompt));
        assert_eq!(enough(&"部".repeat(400_000)), Ok(Enough::Prompt));
    }
}
