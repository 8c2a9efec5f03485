//! A prompt as memories are compared with it: as a whole, and each thing that it asks. The vector of
//! two requests in one sentence lies between both, and far from the memory that helps with one of them.

use super::{Side, Vector, cut, encode};

/// Parts of a prompt at most; the longest stay.
const PARTS: usize = 4;

/// Columns of a part at least: `fix it, please` is one request.
const COLUMNS: usize = 12;

/// What the part that is nearest counts beside the whole, of 1. From 0.3 to 0.6 the sets of the
/// quality harness are alike; 0 finds 0.02 less of MetaTool's tools.
const PART: f64 = 0.5;

/// Words that begin another request.
const JOINING: [&str; 5] = [" and ", "然后", "以及", "并且", "还有"];

/// A prompt, encoded.
#[derive(Debug)]
pub struct Prompt {
    whole: Vector,
    /// Of a prompt that asks one thing, none.
    parts: Vec<Vector>,
}

impl Prompt {
    /// Encodes a prompt whose blanks are single spaces; `None`: it is blank. The parts together cost
    /// as much as the whole.
    pub fn of(text: &str) -> Option<Self> {
        let whole = encode(text, Side::Query)?;
        let parts = parts(text).into_iter().filter_map(|part| encode(part, Side::Query)).collect();
        Some(Self { whole, parts })
    }

    /// The vector of all of it.
    #[must_use]
    pub fn whole(&self) -> &Vector {
        &self.whole
    }

    /// How near a piece of a memory's text is, from -1 to 1, by the bytes of its vector; `None` where they are
    /// none.
    #[must_use]
    pub fn near(&self, piece: &[u8]) -> Option<f64> {
        self.whole.dot_bytes(piece).map(f64::from)
    }

    /// How near the head of a memory is, which says what all of it is about: to the whole prompt, and to
    /// the part that is nearest. (With the pieces compared in this way too nothing more is found.)
    #[must_use]
    pub fn near_head(&self, head: &[u8]) -> Option<f64> {
        let whole = self.near(head)?;
        let part = self.parts.iter().filter_map(|part| part.dot_bytes(head)).map(f64::from).reduce(f64::max);
        Some(part.map_or(whole, |part| (1.0 - PART) * whole + PART * part))
    }
}

/// The parts of a prompt, in order; none when it has only one.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        let ends = match c {
            '.' | '!' | '?' | ';' | ',' => rest.starts_with(' '),
            '。' | '！' | '？' | '；' | '，' => true,
            _ => false,
        };
        if ends || JOINING.iter().any(|word| rest.starts_with(word)) {
            let end = text.len() - rest.len();
            parts.push(text[start..end].trim());
            start = end;
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| cut::columns(part) >= COLUMNS);
    if parts.len() > PARTS {
        let mut lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        parts.retain(|part| part.len() >= lengths[PARTS - 1]);
        parts.truncate(PARTS);
    }
    if parts.len() < 2 { Vec::new() } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_taken_apart_where_another_request_begins() {
        let table: [(&str, &[&str]); 7] = [
            ("how do we deploy to staging", &[]),
            ("fix it, please", &[]),
            ("run v1.2 of src/main.rs with node.js", &[]),
            ("book a flight to Lisbon and find a good hotel", &["book a flight to Lisbon", "and find a good hotel"]),
            ("The tests are red. Fix them, ok? Then deploy it", &["The tests are red.", "Then deploy it"]),
            ("把测试跑一遍，然后部署到预发环境", &["把测试跑一遍，", "然后部署到预发环境"]),
            ("好的，把测试跑一遍", &[]),
        ];
        for (prompt, wanted) in table {
            assert_eq!(parts(prompt), wanted, "{prompt}");
        }
        let many: String = (0..9).map(|n| format!("{n} is a part of it{}, ", "!".repeat(n))).collect();
        assert_eq!(parts(&many).len(), PARTS);
        assert!(parts(&many).iter().all(|part| part.contains("!!!!!")));
    }

    #[test]
    fn what_one_part_asks_is_nearer_than_to_the_whole() {
        let text = encode("Hotels in Lisbon are booked through the travel desk", Side::Memory).unwrap().to_bytes();
        let both = Prompt::of("write unit tests for the parser and find a good hotel in Lisbon").unwrap();
        assert!(both.near_head(&text) > both.near(&text));
        let one = Prompt::of("find a good hotel in Lisbon").unwrap();
        assert_eq!(one.near_head(&text), one.near(&text));
        assert!(Prompt::of(" ").is_none());
    }
}
