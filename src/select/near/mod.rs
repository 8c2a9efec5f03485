//! Near-duplicates: whether a draft says what a memory already says.
//!
//! The same fact survives small edits and another word order, so what is compared is the set of
//! words. Notes made from one template differ in few words but in the ones that matter: names,
//! numbers, addresses. Where both sides have such a word that the other lacks, they are two facts.

mod claims;
mod pairs;
mod reader;
mod told;
mod topics;

use std::collections::HashSet;

pub use claims::{At, Opposed, Repeated};
pub use told::Told;
pub use topics::topics;

use self::reader::{Reader, Take};
use super::{
    Fields,
    hash::{Hashed, hash},
    stem,
};
use crate::model::{digest, text};

/// From here on two notes are called alike. A note of six topic words with one added or dropped
/// stays above, one with a word exchanged falls below.
const ALIKE: f64 = 0.8;

/// How much of each text is compared, in bytes.
const COMPARED: usize = 16_384;

/// Less than this in common says too little to be called the same.
const FEWEST: f64 = 3.0;

/// The existing memory that most nearly says what the draft says, by position, and how alike they
/// are (0 to 1); `None` when none is a near-duplicate.
pub fn nearest<'a>(draft: &Fields<'_>, existing: impl IntoIterator<Item = Fields<'a>>) -> Option<(usize, f64)> {
    let mut reader: Reader = Reader::default();
    let draft = reader.note(draft);
    let most = draft.words.weight * (1.0 / ALIKE - 1.0) / ADDED;
    let mut best: Option<(usize, f64)> = None;
    for (position, fields) in existing.into_iter().enumerate() {
        reader.words = Words::default();
        let whole = reader.read(&fields, |words| words.weight - draft.words.shared(words) <= most);
        if !whole {
            continue;
        }
        let other = std::mem::take(&mut reader.words);
        if draft.words.alike(&other) < best.map_or(ALIKE, |(_, best)| best.next_up()) {
            continue;
        }
        let other = Note { words: other, marks: marks(&fields) };
        if draft.is_one_fact_with(&other) {
            best = Some((position, draft.words.alike(&other.words)));
        }
    }
    best
}

/// What words exchanged cost beside words in common (1.0): they make another fact.
const EXCHANGED: f64 = 2.0;

/// What words added on one side cost: they make the same fact longer.
const ADDED: f64 = 0.5;

/// A note, taken apart.
struct Note {
    words: Words,
    /// Names, numbers, parts of addresses.
    marks: HashSet<String>,
}

impl Note {
    /// Whether no name tells them apart.
    fn is_one_fact_with(&self, other: &Self) -> bool {
        !(self.names_apart(other) && other.names_apart(self))
    }

    /// Whether this note names something of which the other says nothing.
    fn names_apart(&self, other: &Self) -> bool {
        let unsaid = |mark: &String| !other.words.topics.contains_key(&hash(stem::stem(mark).as_bytes()));
        self.marks.iter().any(|mark| !other.marks.contains(mark) && unsaid(mark))
    }
}

/// What a note says, without order.
#[derive(Default)]
struct Words {
    /// Topic words by hash, with what they weigh.
    topics: Hashed<f64>,
    weight: f64,
    negated: bool,
}

impl Take for Words {
    type Topic = (u64, f64);

    fn topic(&mut self, word: u64, weight: f64) -> (u64, f64) {
        (word, weight)
    }

    fn add(&mut self, (word, weight): (u64, f64)) {
        if self.topics.insert(word, weight).is_none() {
            self.weight += weight;
        }
    }

    fn negate(&mut self) {
        self.negated = true;
    }
}

impl Words {
    fn shared(&self, other: &Self) -> f64 {
        other.topics.iter().filter(|(word, _)| self.topics.contains_key(word)).map(|(_, weight)| weight).sum()
    }

    /// How far both say one thing (0 to 1); from [`ALIKE`] on they do.
    fn alike(&self, other: &Self) -> f64 {
        let shared = self.shared(other);
        if self.negated != other.negated || shared < FEWEST {
            return 0.0;
        }
        alike(shared, self.weight, other.weight)
    }

    /// Whether nothing is said here that the other does not say too.
    fn within(&self, other: &Self) -> bool {
        self.negated == other.negated && self.topics.keys().all(|word| other.topics.contains_key(word))
    }
}

/// How far two notes that weigh so much, and have so much in common, say one thing (0 to 1).
fn alike(shared: f64, one: f64, other: f64) -> f64 {
    let (mine, theirs) = (one - shared, other - shared);
    shared / (shared + EXCHANGED * mine.min(theirs) + ADDED * (mine - theirs).abs())
}

/// What a text says, as a word: the same for all texts that say the same words, in whatever order.
#[must_use]
pub fn gist(text: &str) -> String {
    let words = <Reader>::default().note(&Fields { body: text, ..Fields::default() }).words;
    if words.topics.is_empty() {
        return digest::project_hash(text::one_line(text).to_lowercase().as_bytes());
    }
    let mut topics: Vec<u64> = words.topics.keys().copied().collect();
    topics.sort_unstable();
    let bytes: Vec<u8> = topics.iter().flat_map(|word| word.to_le_bytes()).chain([u8::from(words.negated)]).collect();
    digest::project_hash(&bytes)
}

/// Whether a note, its name aside, says all that a text says: no topic word of the text is missing
/// in it, and neither of them negates alone.
#[must_use]
pub fn says(note: &Fields<'_>, text: &str) -> bool {
    let mut reader: Reader = Reader::default();
    let whole = reader.note(note);
    reader.note(&Fields { description: text, ..Fields::default() }).words.within(&whole.words)
}

/// How much of what a text says a note says too, its name aside: the share of the text's topic words
/// that stand in the note (0 to 1; 1 of a text that says nothing).
#[must_use]
pub fn share(note: &Fields<'_>, text: &str) -> f64 {
    let mut reader: Reader = Reader::default();
    let whole = reader.note(note).words;
    let text = reader.note(&Fields { description: text, ..Fields::default() }).words;
    if text.weight > 0.0 { whole.shared(&text) / text.weight } else { 1.0 }
}

/// Whether a note says of something that it is not, or must not be.
#[must_use]
pub fn is_negated(note: &Fields<'_>) -> bool {
    <Reader>::default().note(note).words.negated
}

/// The texts that are compared: what a note says, or its name when it says nothing.
fn said<'a>(fields: &Fields<'a>) -> [&'a str; 2] {
    let said = [fields.description, fields.body];
    let silent = said.iter().all(|text| text.trim().is_empty());
    let texts = if silent { [fields.name, ""] } else { said };
    texts.map(|text| &text[..text.floor_char_boundary(COMPARED)])
}

/// The words that name one thing: with a digit, in an address or a path, or with a capital where no
/// sentence begins.
fn marks(fields: &Fields<'_>) -> HashSet<String> {
    let mut marks = HashSet::new();
    for text in said(fields) {
        let mut begins = true;
        for word in text.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            let address = bare.contains(['/', '@', '_', '.', '\\']);
            let capital = !begins && bare.starts_with(|c: char| c.is_ascii_uppercase());
            if address || capital || bare.contains(|c: char| c.is_ascii_digit()) {
                let parts = bare.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
                marks.extend(parts.map(str::to_ascii_lowercase));
            }
            begins = word.ends_with(['.', '!', '?', ':', '*', '-', '#']);
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(body: &str) -> Fields<'_> {
        Fields { name: "n", description: "", kind: "project", body }
    }

    fn alike(a: &str, b: &str) -> bool {
        nearest(&note(a), [note("Something else entirely."), note(b)]).is_some_and(|(at, _)| at == 1)
    }

    #[test]
    fn edits_and_word_order_stay_the_same_fact() {
        let pairs = [
            (
                "We deploy on Fridays only after the release manager approves.",
                "Only after the release manager has approved do we deploy on Fridays.",
            ),
            (
                "Integration tests must hit a real database, mocks hid a broken migration.",
                "Integration tests must hit a real database: mocks once hid a broken migration.",
            ),
            ("部署流程要先走预发环境，再灰度放量", "先走预发环境，再灰度放量，部署流程要这样"),
            ("資料庫遷移必須先寫腳本", "资料库迁移必须先写脚本"),
        ];
        for (a, b) in pairs {
            assert!(alike(a, b), "{a}");
        }
    }

    #[test]
    fn templates_are_different_facts() {
        let board =
            |team: &str, name: &str| format!("Dashboard for {team}: https://board.example/{team}. Owner: {name}.");
        assert!(!alike(&board("payments", "Alice"), &board("search", "Bob")));
        assert!(!alike(&board("payments", "Alice"), &board("search", "Alice")));
        let server = |port: u16| format!("The staging server listens on port {port} behind nginx, restarts at night.");
        assert!(!alike(&server(8080), &server(9090)));
        assert!(!alike("支付团队的监控看板在飞书", "搜索团队的监控看板在飞书"));
    }

    #[test]
    fn opposites_are_not_the_same() {
        assert!(!alike("Use tabs in Makefiles and recipes.", "Do not use tabs in Makefiles and recipes."));
        assert!(!alike("提交前要跑完整测试", "提交前不要跑完整测试"));
    }

    #[test]
    fn the_nearest_of_several() {
        let draft = note("Staging runs behind the VPN and resets every night.");
        let others = [note("Staging runs behind the VPN and resets every night at home."), draft];
        assert_eq!(nearest(&draft, others), Some((1, 1.0)));
    }
}
