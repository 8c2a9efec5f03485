//! The texts of a memory that get a vector each. One vector of a long text says what it is about on
//! the whole; a question is about one place in it.

/// Texts of one memory at most, the head among them: what a recall prints of a body (4 KiB) fits. (With
/// 16 LoCoMo's sessions are found a hundredth less often.)
pub const PIECES: usize = 24;

/// Columns of a piece: letters count one, signs of scripts without spaces two. A sentence or two, as a
/// question is: paragraphs of XQuAD are found from another language in 92 of 100 cases with pieces of
/// 350 or 225, in 95 with 200 or 140, in 96 with 160 or 175.
const COLUMNS: usize = 175;

/// First the head, name and description, then the body in pieces of some 175 columns that end where a
/// line, a sentence or at least a word ends.
pub fn pieces(name: &str, description: &str, body: &str) -> Vec<String> {
    let head = [name, description].map(str::trim);
    let head: Vec<_> = head.into_iter().filter(|text| !text.is_empty()).collect();
    let mut pieces = vec![head.join(". ")];
    let mut rest = body.trim_start();
    while !rest.is_empty() && pieces.len() < PIECES {
        let (piece, after) = rest.split_at(end(rest));
        pieces.push(piece.trim_end().to_owned());
        rest = after.trim_start();
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Where the first piece of a text ends.
fn end(text: &str) -> usize {
    let mut columns = 0;
    let full = text.char_indices().find(|&(_, c)| {
        columns += width(c);
        columns > COLUMNS
    });
    let Some((full, _)) = full else { return text.len() };
    let window = &text[..full];
    // A piece of a line or two would leave the rest of its paragraph to the next one.
    let late = |at: &usize| *at > full / 3;
    let sentence = sentence_end(window).filter(late);
    sentence.or_else(|| window.rfind(char::is_whitespace).filter(late)).unwrap_or(full)
}

/// How wide a text is.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

fn width(c: char) -> usize {
    if c >= '\u{2e80}' { 2 } else { 1 }
}

/// Where the last whole sentence or line ends.
fn sentence_end(text: &str) -> Option<usize> {
    let mut next = 'x';
    text.char_indices().rev().find_map(|(at, c)| {
        let ends = match c {
            '\n' | '。' | '！' | '？' => true,
            '.' | '!' | '?' => next.is_whitespace(),
            _ => false,
        };
        next = c;
        ends.then_some(at + c.len_utf8())
    })
}
