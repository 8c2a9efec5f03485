//! Letters: which script family one belongs to, and the form under which it is compared.

use std::sync::LazyLock;

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::han_table::PAIRS;

/// How a character takes part in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter of a script that writes words without spaces (Hangul too: its particles stick).
    Unspaced,
    /// A letter, digit or mark of any other script.
    Letter,
    /// Everything else: it ends words.
    Gap,
}

/// The class of `c`. Forms that NFKC rewrites (half-width kana, jamo, full-width letters) are
/// `Letter` until they are folded.
pub(super) fn class(c: char) -> Class {
    match c {
        '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => Class::Unspaced,
        '\u{3000}'..='\u{3004}' | '\u{3007}'..='\u{3020}' | '\u{ff01}'..='\u{ff0f}' => Class::Gap,
        '\u{ac00}'..='\u{d7a3}' | '\u{3400}'..='\u{4dbf}' | '\u{3005}'..='\u{3006}' | '\u{30fc}' => Class::Unspaced,
        '\u{20000}'..='\u{2f7ff}' | '\u{30000}'..='\u{3ffff}' => Class::Unspaced,
        c if is_south_east_asian(c) => Class::Unspaced,
        c if c.is_alphanumeric() || is_combining_mark(c) => Class::Letter,
        _ => Class::Gap,
    }
}

/// Thai, Lao, Myanmar, Khmer: no spaces between words, and letters mean too little for bigrams.
pub(super) fn is_south_east_asian(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' | '\u{e81}'..='\u{ece}'
        | '\u{1000}'..='\u{103f}' | '\u{1050}'..='\u{109f}' | '\u{1780}'..='\u{17d3}')
}

/// A Han character: one alone can be a word.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// A kana letter.
pub(super) fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}')
}

/// A hiragana letter: mostly grammar.
pub(super) fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}')
}

/// A Hangul syllable.
pub(super) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// Letters of which Hangul syllables are made.
pub(super) fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}')
}

/// Voicing marks that belong to the kana before them (decomposed text, as macOS names files).
pub(super) fn is_kana_mark(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309a}')
}

const HAN_START: u32 = 0x3400;
const HAN_END: u32 = 0xa000;

/// Simplified forms by offset from U+3400; 0 where a character is its own.
static SIMPLIFIED: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut table = vec![0; (HAN_END - HAN_START) as usize];
    let mut pairs = PAIRS.chars();
    while let (Some(form), Some(simple)) = (pairs.next(), pairs.next()) {
        if let Some(slot) = table.get_mut(offset(form)) {
            *slot = u16::try_from(u32::from(simple)).unwrap_or(0);
        }
    }
    table
});

fn offset(c: char) -> usize {
    u32::from(c).wrapping_sub(HAN_START) as usize
}

/// The simplified form of a Han character; any other character as it is.
pub(super) fn simplify(c: char) -> char {
    match SIMPLIFIED.get(offset(c)) {
        Some(&simple) if simple != 0 => char::from_u32(u32::from(simple)).unwrap_or(c),
        _ => c,
    }
}

/// Letters below this fold one by one by table; beyond lie scripts whose marks must be seen together.
const TABLED: u32 = 0x700;

/// What each letter below `TABLED` folds to; `\0` where that is not one letter.
static SINGLES: LazyLock<Vec<char>> = LazyLock::new(|| {
    let single = |c: char| {
        let folded = fold_together(c.encode_utf8(&mut [0; 4]));
        let mut chars = folded.chars();
        chars.next().filter(|_| chars.next().is_none() && !is_combining_mark(c)).unwrap_or('\0')
    };
    (0..TABLED).map(|code| char::from_u32(code).map_or('\0', single)).collect()
});

/// NFKC, lower case, and Latin letters without their accents: people type `tlacitko` for `tlačítko`.
/// The case of what becomes ASCII is kept: it shows where an identifier's parts begin.
pub(super) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        match SINGLES.get(c as usize) {
            Some(&single) if single != '\0' => folded.push(single),
            _ => return fold_together(word),
        }
    }
    folded
}

fn fold_together(word: &str) -> String {
    let bare = word.nfkd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}'));
    let mut folded = String::with_capacity(word.len());
    for c in bare.nfc() {
        match c {
            'ß' | 'ẞ' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            'ł' | 'Ł' => folded.push('l'),
            'ø' | 'Ø' => folded.push('o'),
            'đ' | 'Đ' => folded.push('d'),
            c if c.is_ascii() => folded.push(c),
            c => folded.extend(c.to_lowercase()),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_and_japanese_forms_meet_the_simplified() {
        let simplified = |s: &str| s.chars().map(simplify).collect::<String>();
        assert_eq!(simplified("資料庫遷移"), simplified("资料库迁移"));
        assert_eq!(simplified("変更"), simplified("变更"));
        assert_eq!(simplified("裡面"), simplified("里面"));
    }

    #[test]
    fn widths_accents_and_case_fold() {
        assert_eq!(fold("ＤＥＰＬＯＹ"), "DEPLOY");
        assert_eq!(fold("Tlačítko"), "Tlacitko");
        assert_eq!(fold("ﾃﾞﾌﾟﾛｲ"), "デプロイ");
        assert_eq!(fold("ΣΊΣΥΦΟΣ"), fold("σίσυφος"));
        assert_eq!(fold("Straße"), "Strasse");
    }
}
