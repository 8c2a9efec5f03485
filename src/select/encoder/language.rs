//! In which script a text is, and the mean vector of texts in it.

use super::WIDTH;

/// Per language half of the mean of queries and of that of memories, from sentences about nothing in
/// particular. (The whole of it would also take off what these few sentences happen to be about.)
static MEANS: &[u8] = include_bytes!("means.bin");

/// What a text is to the other one that it is compared with: questions have their own direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What a person asks or tells.
    Query,
    /// What is remembered.
    Memory,
}

/// The script of most letters of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Letters of the Latin alphabet, and texts without any letter.
    Latin,
    /// Han without kana: Chinese.
    Han,
    /// Kana, with or without Han: Japanese.
    Kana,
    /// Hangul: Korean.
    Hangul,
    /// Any other script.
    Other,
}

/// Letters that are counted before the script of a text is decided.
const LETTERS: usize = 400;

/// The script of a text. A sign of Han, kana or Hangul says about as much as two letters; Japanese is
/// where among such signs every tenth is kana.
pub fn language(text: &str) -> Language {
    let [mut latin, mut han, mut kana, mut hangul, mut other] = [0; 5];
    for letter in text.chars().filter(|c| c.is_alphabetic()).take(LETTERS) {
        match letter {
            '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => kana += 2,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => hangul += 2,
            '\u{3005}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => han += 2,
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}' => latin += 1,
            _ => other += 1,
        }
    }
    let most = latin.max(han + kana).max(hangul).max(other);
    match most {
        0 => Language::Latin,
        most if most == han + kana && kana * 10 >= most => Language::Kana,
        most if most == han + kana => Language::Han,
        most if most == hangul => Language::Hangul,
        most if most == latin => Language::Latin,
        _ => Language::Other,
    }
}

impl Language {
    /// What texts of the language have in common on that side, whatever they are about; of a script
    /// without sentences the mean of all.
    pub(super) fn mean(self, side: Side) -> impl Iterator<Item = f32> {
        let own = match self {
            Self::Latin => 0..1,
            Self::Han => 1..2,
            Self::Kana => 2..3,
            Self::Hangul => 3..4,
            Self::Other => 0..4,
        };
        let share = 1.0 / own.len() as f32;
        (0..WIDTH).map(move |at| own.clone().map(|language| number(language, side, at)).sum::<f32>() * share)
    }
}

fn number(language: usize, side: Side, at: usize) -> f32 {
    let numbers = MEANS.as_chunks().0;
    f32::from_le_bytes(numbers[(language * 2 + side as usize) * WIDTH + at])
}
