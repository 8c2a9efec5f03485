//! Days as people say them: `May 2nd`, `2 May 2026`, `5月2号`, `5월 2일`.

use super::{months::month, text};

/// A piece of a text that says a part of a date.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece<'t> {
    Number(u32),
    Word(&'t str),
    Letter(char),
}

/// The days that a text names in words, in order: `2026-05-02` with a year, `05-02` of any year.
#[must_use]
pub fn named(text: &str) -> Vec<String> {
    // Few texts name a day, and all that do say so in digits.
    if !text::has_digit(text) {
        return Vec::new();
    }
    let text = text.to_ascii_lowercase();
    let pieces = pieces(&text);
    (0..pieces.len()).filter_map(|at| asian(&pieces[at..], &pieces[..at]).or_else(|| english(&pieces[at..]))).collect()
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = |is: fn(&u8) -> bool| rest.bytes().take_while(is).count().max(c.len_utf8());
        let size = match c {
            '0'..='9' => run(u8::is_ascii_digit),
            'a'..='z' => run(u8::is_ascii_lowercase),
            _ => c.len_utf8(),
        };
        match c {
            // A number of more digits is no part of a date, and not two of them.
            '0'..='9' => pieces.push(Piece::Number(rest[..size].parse().unwrap_or(u32::MAX))),
            'a'..='z' => pieces.push(Piece::Word(&rest[..size])),
            ' ' | ',' | '.' => {}
            _ => pieces.push(Piece::Letter(c)),
        }
        rest = &rest[size..];
    }
    pieces
}

/// `2026年5月2日`, `5月2号`, `5월 2일`.
fn asian(pieces: &[Piece<'_>], before: &[Piece<'_>]) -> Option<String> {
    let [Piece::Number(month), Piece::Letter('月' | '월'), Piece::Number(day), Piece::Letter(mark), ..] = *pieces
    else {
        return None;
    };
    let year = match *before {
        [.., Piece::Number(year), Piece::Letter('年' | '년')] => Some(year),
        _ => None,
    };
    matches!(mark, '日' | '号' | '號' | '일').then(|| said(year, month, day))?
}

/// `May 2`, `May 2nd, 2026`, `2 May 2026`, `2nd of May`.
fn english(pieces: &[Piece<'_>]) -> Option<String> {
    let (month, day, rest) = match *pieces {
        [Piece::Word(name), Piece::Number(day), ref rest @ ..] => (month(name)?.into(), day, after(rest, &ORDINALS)),
        [Piece::Number(day), ref rest @ ..] => match *after(after(rest, &ORDINALS), &["of"]) {
            [Piece::Word(name), ref rest @ ..] => (month(name)?.into(), day, rest),
            _ => return None,
        },
        _ => return None,
    };
    let year = match *rest {
        [Piece::Number(year @ 1000..=9999), ..] => Some(year),
        _ => None,
    };
    said(year, month, day)
}

const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// What comes behind one of these words, where one is there.
fn after<'p, 't>(pieces: &'p [Piece<'t>], words: &[&str]) -> &'p [Piece<'t>] {
    match pieces {
        [Piece::Word(word), rest @ ..] if words.contains(word) => rest,
        _ => pieces,
    }
}

fn said(year: Option<u32>, month: u32, day: u32) -> Option<String> {
    let day = ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| format!("{month:02}-{day:02}"))?;
    Some(year.map_or_else(|| day.clone(), |year| format!("{year:04}-{day}")))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn days_of_many_hands() {
        let table: [(&str, &[&str]); 14] = [
            ("what did we decide on May 2nd?", &["05-02"]),
            ("the outage of 30 April 2026, and of Sept. 3", &["2026-04-30", "09-03"]),
            ("since December 24, 2025 or the 1st of june", &["2025-12-24", "06-01"]),
            ("SEPT 9", &["09-09"]),
            ("在5月2号我们聊了什么", &["05-02"]),
            ("2026年5月12日和5月3日", &["2026-05-12", "05-03"]),
            ("5월 2일에 뭐라고 했지", &["05-02"]),
            ("12月號", &[]),
            ("5月20个用户", &[]),
            ("may 32 users, march 100 miles", &[]),
            ("may I, 2 marches", &[]),
            ("2026-05-02", &[]),
            ("13月2日", &[]),
            ("1234567890123 may", &[]),
        ];
        for (text, wanted) in table {
            assert_eq!(named(text), wanted, "{text}");
        }
    }
}
