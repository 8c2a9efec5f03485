//! What a person plainly asks to be remembered, in English, Chinese, Japanese and Korean.
//!
//! Only plain wishes count: "remember that …", "from now on …", "never … again", "记住…", "今後は…して",
//! "앞으로는 … 해 줘". A wish that is missed can be said again; a memory that nobody wished for is noise.
//! So a question, a quote, code, and what is meant for this once are no wishes.

mod chinese;
mod english;
mod japanese;
mod korean;
mod sentences;
#[cfg(test)]
mod tests;

use self::sentences::Sentence;
use crate::lint::secret;

/// A wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// What is to be remembered, in the person's words.
    pub(super) text: String,
    /// Whether it says how to work from now on; else it is a fact.
    pub(super) rule: bool,
}

impl Wish {
    /// The wish without secrets.
    pub(super) fn masked(self) -> Self {
        Self { text: secret::masked(&self.text).into_owned(), ..self }
    }
}

/// What a sentence asks for.
enum Asked {
    /// To remember this part of it; a rule or not.
    For(String, bool),
    /// To remember what was said just before.
    ForThat,
}

/// Shorter than this, in characters that are not blank, a wish says nothing.
const SHORTEST: usize = 5;
/// Longer than this, in bytes, it is no wish but a text.
const LONGEST: usize = 800;

/// The wishes in what a person said, in order, each once.
pub(super) fn wishes(said: &str) -> Vec<Wish> {
    let sentences = sentences::of(said);
    let mut found: Vec<Wish> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let text = match asked(sentence) {
            Some(Asked::For(text, rule)) => Some((text, rule)),
            Some(Asked::ForThat) => before(&sentences, at).map(|text| (text, false)),
            None => None,
        };
        let Some((text, rule)) = text else { continue };
        let text = tidy(&text);
        let size = text.chars().filter(|c| !c.is_whitespace()).count();
        if size >= SHORTEST && text.len() <= LONGEST && !found.iter().any(|wish| wish.text == text) {
            found.push(Wish { text, rule });
        }
    }
    found
}

fn asked(sentence: &Sentence) -> Option<Asked> {
    english::asked(sentence)
        .or_else(|| chinese::asked(sentence))
        .or_else(|| japanese::asked(sentence))
        .or_else(|| korean::asked(sentence))
}

/// The statement before "remember that", in the same paragraph.
fn before(sentences: &[Sentence], at: usize) -> Option<String> {
    let before = sentences.get(at.checked_sub(1)?)?;
    let same = before.paragraph == sentences[at].paragraph && !before.question;
    (same && asked(before).is_none()).then(|| before.text.clone())
}

/// Without the marks around it.
fn tidy(text: &str) -> String {
    let text = text.trim().trim_start_matches([':', '：', ',', '，', '、', '-', '—', ' ']).trim();
    text.trim_end_matches(['.', '。', '!', '！', '、', '，', ',', ' ']).to_owned()
}

/// The words of a table, which stand between bars.
fn list(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split('|')
}

/// Whether any of the words is in the text.
fn has_any(text: &str, words: &'static str) -> bool {
    list(words).any(|word| text.contains(word))
}

/// The text behind the first of the beginnings that it has.
fn after<'t>(text: &'t str, beginnings: &'static str) -> Option<&'t str> {
    list(beginnings).find_map(|beginning| text.strip_prefix(beginning))
}

/// The text without the openings that it may begin with, several in a row.
fn without<'t>(mut text: &'t str, openings: &'static str) -> &'t str {
    while let Some(rest) = after(text, openings) {
        text = rest.trim_start_matches([' ', ',', '，', '、', '。', ':', '：', '!', '！']);
    }
    text
}
