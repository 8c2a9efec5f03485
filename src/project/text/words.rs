//! The words that carry a sentence, as numbers, and prose cut into pieces of about one thought.

/// Words that are in every English sentence. Those of other languages are few enough in one sentence
/// to do no harm.
const EMPTY: [&str; 96] = [
    "a", "about", "after", "all", "also", "always", "an", "and", "any", "are", "as", "at", "be", "been", "before",
    "both", "but", "by", "can", "could", "did", "do", "does", "each", "else", "ever", "every", "for", "from", "had",
    "has", "have", "how", "if", "in", "into", "is", "it", "its", "just", "may", "me", "more", "most", "must", "my",
    "never", "no", "not", "now", "of", "off", "on", "one", "only", "or", "other", "our", "out", "over", "per", "shall",
    "should", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "too", "up", "us", "use", "used", "using", "via", "was", "we", "were", "what", "when", "which",
    "will", "with", "would", "you", "your",
];

/// Endings that inflection puts on English words, the longest first.
const ENDINGS: [&str; 8] = ["tions", "tion", "ing", "ed", "es", "ly", "s", "e"];

/// Shorter words keep their endings.
const STEM_FROM: usize = 6;

/// A word as a number. The same on every machine: it is kept in a cache.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(SEED, |sum, byte| mix(sum, *byte))
}

/// Where [`hash`] begins, for those who meet a word byte by byte.
pub(super) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// [`hash`] with one more byte.
#[inline]
pub(super) fn mix(sum: u64, byte: u8) -> u64 {
    (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Passes each word that carries meaning to `take`, in order. Scripts without blanks give two letters
/// at a time.
pub(super) fn each(text: &str, take: &mut impl FnMut(u64)) {
    let mut rest = text;
    let mut lower = String::new();
    while let Some(start) = rest.find(char::is_alphanumeric) {
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        rest = after;
        if token.is_ascii() {
            lower.clear();
            lower.push_str(token.trim_matches('_'));
            lower.make_ascii_lowercase();
            word(&lower, take);
        } else {
            mixed(&token.to_lowercase(), take);
        }
    }
}

/// A token with letters beyond ASCII: runs of an unspaced script by pairs, the rest as words.
fn mixed(token: &str, take: &mut impl FnMut(u64)) {
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        if !unspaced {
            word(run, take);
            continue;
        }
        let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
        if starts.len() == 2 {
            take(hash(run.as_bytes()));
        }
        starts.windows(3).for_each(|w| take(hash(&run.as_bytes()[w[0]..w[2]])));
    }
}

fn word(word: &str, take: &mut impl FnMut(u64)) {
    if word.len() < 2 || EMPTY.binary_search(&word).is_ok() {
        return;
    }
    let stem = match word.len() >= STEM_FROM && word.is_ascii() {
        true => ENDINGS.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word),
        false => word,
    };
    take(hash(stem.as_bytes()));
}

/// Han, kana and hangul.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// The distinct words of a sentence, sorted.
pub(super) fn of(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    each(text, &mut |word| words.push(word));
    words.sort_unstable();
    words.dedup();
    words
}

/// Words of one piece: a few sentences. In a longer one any sentence would find its words by chance.
const PIECE: usize = 48;

/// Calls `take` with the words of each piece of a Markdown text and the lines they stand on. Pieces
/// are paragraphs, list items and table rows; long ones overlap by half.
pub(super) fn pieces(text: &str, mut take: impl FnMut(&[(u64, u32)])) {
    let mut piece: Vec<(u64, u32)> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if begins_piece(line) && !piece.is_empty() {
            cut(&piece, &mut take);
            piece.clear();
        }
        each(line, &mut |word| piece.push((word, number)));
    }
    cut(&piece, &mut take);
}

fn cut(piece: &[(u64, u32)], take: &mut impl FnMut(&[(u64, u32)])) {
    let mut start = 0;
    while start < piece.len() {
        let end = (start + PIECE).min(piece.len());
        take(&piece[start..end]);
        if end == piece.len() {
            return;
        }
        start += PIECE / 2;
    }
}

/// A blank line, a list item, a heading or a row of a table.
fn begins_piece(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = digits > 0 && line[digits..].starts_with(['.', ')']);
    line.is_empty()
        || numbered
        || line.starts_with(['#', '|'])
        || ["- ", "* ", "+ "].iter().any(|m| line.starts_with(m))
}

#[cfg(test)]
mod tests {
    use super::{EMPTY, of, pieces};

    #[test]
    fn a_sentence_is_its_words() {
        assert!(EMPTY.is_sorted());
        assert_eq!(of("Never delete the existing comments."), of("Deleting existing comment: never!"));
        assert_eq!(of("the and of").len(), 0);
        assert_eq!(of("禁止删除").len(), 3, "pairs of letters");
        assert_eq!(of("用pnpm装").len(), 3, "a word between two letters");
    }

    #[test]
    fn pieces_are_items_and_know_their_lines() {
        let mut lines = Vec::new();
        pieces("# Rules here\n- keep comments\n  and names\n\nlast words\n", |piece| {
            lines.push(piece.iter().map(|(_, line)| *line).collect::<Vec<_>>());
        });
        assert_eq!(lines, [vec![1, 1], vec![2, 2, 3], vec![5, 5]]);
        let mut sizes = Vec::new();
        pieces(&"word1 ".repeat(100), |piece| sizes.push(piece.len()));
        assert_eq!(sizes, [48, 48, 48, 28]);
    }
}
