//! Text to words, in one pass over its bytes: the hot path of every recall.
//!
//! ASCII is cut without decoding and handed on as written; everything else is folded first.

use super::fold::{self, Class, class};

/// What takes the pieces of a text, in order.
pub(super) trait Sink {
    /// An ASCII word or identifier, as written: `deploy`, `AuthService`, `src/db.rs`, `C++`.
    /// `plain`: letters and digits only, no capital after the first character.
    fn chunk(&mut self, chunk: &[u8], plain: bool);
    /// A folded word of another script that spaces its words.
    fn word(&mut self, word: &str);
    /// The next letter of a run in a script that does not, folded.
    fn letter(&mut self, letter: char);
    /// The run of letters has ended.
    fn gap(&mut self);
}

const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 4;
const JOINER: u8 = 8;
/// What ends a word whatever comes behind it.
const END: u8 = 16;
const WORD: u8 = LOWER | UPPER | DIGIT;

/// The class of each byte.
static BYTES: [u8; 256] = byte_classes();

const fn byte_classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'-' | b'_' | b'.' | b'/' => JOINER,
            b'+' | b'#' => 0,
            _ => END,
        };
        byte += 1;
    }
    table
}

fn is_word(byte: u8) -> bool {
    BYTES[byte as usize] & WORD != 0
}

/// Whether `byte` may stand between two parts of one identifier.
pub(super) fn is_joiner(byte: u8) -> bool {
    BYTES[byte as usize] == JOINER
}

/// A word begins here, or the name of a dot file: `.env`.
fn begins_chunk(bytes: &[u8], at: usize) -> bool {
    is_word(bytes[at]) || bytes[at] == b'.' && bytes.get(at + 1).is_some_and(|&b| is_word(b))
}

/// Hands the pieces of `text` to `sink`.
pub(super) fn scan(text: &str, sink: &mut impl Sink) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut in_run = false;
    while let Some(&byte) = bytes.get(at) {
        if byte < 128 {
            in_run = end_run(in_run, sink);
            at = match word_end(bytes, at) {
                Some(end) => {
                    sink.chunk(&bytes[at..end], true);
                    end + 1
                }
                None if begins_chunk(bytes, at) => ascii(text, at, sink),
                None => at + 1,
            };
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        let next = at + c.len_utf8();
        match class(c) {
            Class::Unspaced if !(fold::is_kana(c) && text[next..].starts_with(fold::is_kana_mark)) => {
                sink.letter(fold::simplify(c));
                (in_run, at) = (true, next);
            }
            Class::Gap => (in_run, at) = (end_run(in_run, sink), next),
            _ => {
                let end = foreign_end(text, at);
                in_run = foreign(&text[at..end], in_run, sink);
                at = end;
            }
        }
    }
    end_run(in_run, sink);
}

fn end_run(in_run: bool, sink: &mut impl Sink) -> bool {
    if in_run {
        sink.gap();
    }
    false
}

/// Where a plain word ends that begins here, which most words are; `None`: it takes a closer look.
fn word_end(bytes: &[u8], start: usize) -> Option<usize> {
    if !is_word(bytes[start]) {
        return None;
    }
    let mut end = start + 1;
    loop {
        let more = small(bytes, end);
        end += more;
        if more < 8 {
            return bytes.get(end).is_some_and(|byte| BYTES[usize::from(*byte)] == END).then_some(end);
        }
    }
}

/// Reads the chunk that starts at `start`; returns where it ends.
fn ascii(text: &str, start: usize, sink: &mut impl Sink) -> usize {
    let bytes = text.as_bytes();
    let (end, plain) = chunk_end(bytes, start);
    if bytes.get(end).is_some_and(|&b| b >= 128) && text[end..].starts_with(|c| class(c) == Class::Letter) {
        // `naïve`: what looked like the end of an ASCII word goes on in other letters.
        let last = bytes[start..end].iter().rposition(|&b| !is_word(b)).map(|joiner| start + joiner);
        if let Some(joiner) = last.filter(|&joiner| joiner > start) {
            sink.chunk(&bytes[start..joiner], false);
        }
        let tail = last.map_or(start, |joiner| joiner + 1);
        let end = foreign_end(text, tail);
        let in_run = foreign(&text[tail..end], false, sink);
        end_run(in_run, sink);
        return end;
    }
    sink.chunk(&bytes[start..end], plain);
    end
}

/// Where the chunk that starts at `start` ends, and whether it is plain.
fn chunk_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let class = |at: usize| bytes.get(at).map_or(0, |&byte| BYTES[usize::from(byte)]);
    let mut plain = is_word(bytes[start]);
    let mut end = start + 1;
    loop {
        match class(end) {
            LOWER | DIGIT => end += 1,
            UPPER => (plain, end) = (false, end + 1),
            JOINER if class(end + 1) & WORD != 0 => (plain, end) = (false, end + 2),
            _ => break,
        }
    }
    let symbols = symbols_after(bytes, end);
    (end + symbols, plain && symbols == 0)
}

/// How many of the next eight bytes are small letters and digits, up to the first that is neither; 0 near the
/// end of a text. Most words are shorter than eight letters: one look at all of them instead of one at each.
fn small(bytes: &[u8], at: usize) -> usize {
    let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) else { return 0 };
    let eight = u64::from_le_bytes(*eight);
    // The high bit of each byte: whether its other seven are this or more.
    let at_least = |least: u8| (eight & LOW_BITS) + (0x80 - u64::from(least)) * ONES;
    let letter = at_least(b'a') & !at_least(b'z' + 1);
    let digit = at_least(b'0') & !at_least(b'9' + 1);
    let small = (letter | digit) & !eight & !LOW_BITS;
    ((!small & !LOW_BITS).trailing_zeros() / 8) as usize
}

const ONES: u64 = u64::MAX / 0xff;
const LOW_BITS: u64 = 0x7f * ONES;

/// The length of a `++` or `#` that belongs to the name before it.
fn symbols_after(bytes: &[u8], end: usize) -> usize {
    let symbols = match bytes.get(end) {
        Some(b'+') if bytes.get(end + 1) == Some(&b'+') => 2,
        Some(b'#') => 1,
        _ => return 0,
    };
    let goes_on = bytes.get(end + symbols).is_some_and(|&b| is_word(b) || matches!(b, b'+' | b'#'));
    if goes_on { 0 } else { symbols }
}

/// Where the word with letters outside ASCII that starts at `start` ends.
fn foreign_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut rest = text[start..].chars().peekable();
    while let Some(c) = rest.next() {
        let marked_kana = rest.peek().copied().is_some_and(fold::is_kana_mark);
        let inside = c.is_ascii_alphanumeric() || (!c.is_ascii() && class(c) == Class::Letter) || marked_kana;
        if !inside {
            break;
        }
        end += c.len_utf8();
    }
    // The caller saw a letter at `start`; never stand still.
    end.max(start + text[start..].chars().next().map_or(1, char::len_utf8))
}

/// Folds a word with letters outside ASCII and hands on what it became; true when it ends in a run.
fn foreign(raw: &str, mut in_run: bool, sink: &mut impl Sink) -> bool {
    let folded = fold::fold(raw);
    let mut start = 0;
    for (at, c) in folded.char_indices() {
        let class = class(c);
        if class == Class::Letter {
            in_run = end_run(in_run, sink);
            continue;
        }
        word(&folded[start..at], sink);
        start = at + c.len_utf8();
        if class == Class::Unspaced {
            sink.letter(fold::simplify(c));
            in_run = true;
        }
    }
    word(&folded[start..], sink);
    in_run
}

fn word(word: &str, sink: &mut impl Sink) {
    if word.is_ascii() {
        let mut at = 0;
        while at < word.len() {
            at = if begins_chunk(word.as_bytes(), at) { ascii(word, at, sink) } else { at + 1 };
        }
    } else if word.bytes().any(|b| b.is_ascii_uppercase()) {
        sink.word(&word.to_ascii_lowercase());
    } else {
        sink.word(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Pieces(Vec<String>);

    impl Sink for Pieces {
        fn chunk(&mut self, chunk: &[u8], plain: bool) {
            let mark = if plain { "" } else { "!" };
            self.0.push(format!("{}{mark}", String::from_utf8_lossy(chunk)));
        }
        fn word(&mut self, word: &str) {
            self.0.push(format!("~{word}"));
        }
        fn letter(&mut self, letter: char) {
            self.0.push(letter.to_string());
        }
        fn gap(&mut self) {
            self.0.push("|".to_owned());
        }
    }

    fn pieces(text: &str) -> String {
        let mut sink = Pieces::default();
        scan(text, &mut sink);
        sink.0.join(" ")
    }

    #[test]
    fn eight_bytes_at_a_time_are_each_of_them() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut bytes = *b"a0z9mmmm";
                bytes[at] = byte;
                let is_small = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit();
                assert_eq!(small(&bytes, 0), bytes.iter().take_while(is_small).count(), "{byte} {at}");
            }
        }
        assert_eq!(small(b"seven77", 0), 0);
        assert_eq!(small(b"", 1), 0);
    }

    #[test]
    fn a_plain_word_ends_where_a_closer_look_says() {
        let mut random = crate::model::chance::Random::new(7);
        let mut quick = 0;
        for _ in 0..20_000 {
            let letters = b"abcdefghz019AZ -_./+#,\n\xc3";
            let bytes: Vec<u8> = (0..24).map(|_| *random.pick(letters)).collect();
            let Some(start) = bytes.iter().position(|byte| is_word(*byte)) else { continue };
            if let Some(end) = word_end(&bytes, start) {
                assert_eq!(chunk_end(&bytes, start), (end, true), "{}", bytes.escape_ascii());
                quick += 1;
            }
        }
        assert!(quick > 1_000, "{quick}");
    }

    #[test]
    fn identifiers_stay_whole() {
        assert_eq!(pieces("Use AuthService, auth_service."), "Use AuthService! auth_service!");
        assert_eq!(pieces("--no-verify in .env (k8s, C#, C++)"), "no-verify! in .env! k8s C#! C++!");
        assert_eq!(pieces("CI/CD src/db.rs v1.10"), "CI/CD! src/db.rs! v1.10!");
        assert_eq!(pieces("# Title a+b foo#bar"), "Title a b foo bar");
    }

    #[test]
    fn other_scripts() {
        assert_eq!(pieces("用deploy部署，好"), "用 | deploy 部 署 | 好 |");
        assert_eq!(pieces("ＤＥＰＬＯＹ now"), "DEPLOY! now");
        assert_eq!(pieces("naïve tlačítko"), "naive tlacitko");
        assert_eq!(pieces("деплой שלום"), "~деплои ~שלום");
        assert_eq!(pieces("ﾃﾞﾌﾟﾛｲ"), "デ プ ロ イ |");
        assert_eq!(pieces("か\u{3099}き"), "が き |");
        assert_eq!(pieces("R05触发 🎉🎉"), "R05 触 发 |");
    }

    #[test]
    fn jamo_compose() {
        assert_eq!(pieces("\u{1107}\u{1162}\u{1111}\u{1169}"), "배 포 |");
    }
}
