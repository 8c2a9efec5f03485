//! Identifiers: `AuthService`, `auth_service`, `auth-service` are three spellings of two words, and
//! each is also one name.

use super::scan::is_joiner;

/// Calls `each` with every part of a chunk: cut at joiners and where a capital begins a word.
pub(super) fn parts<'a>(chunk: &'a [u8], mut each: impl FnMut(&'a [u8])) {
    let name = bare(chunk);
    for piece in name.split(|&b| is_joiner(b)) {
        let mut start = 0;
        for at in 1..piece.len() {
            if begins_word(piece, at) {
                each(&piece[start..at]);
                start = at;
            }
        }
        if start < piece.len() {
            each(&piece[start..]);
        }
    }
}

/// Calls `each` with every name in a chunk that has several parts: each step of a path, and the path.
pub(super) fn names<'a>(chunk: &'a [u8], mut each: impl FnMut(&'a [u8])) {
    let mut steps = 0;
    for step in chunk.split(|&b| b == b'/') {
        steps += 1;
        if is_compound(step) {
            each(step);
        }
    }
    if steps > 1 {
        each(chunk);
    }
}

fn is_compound(step: &[u8]) -> bool {
    let name = bare(step);
    name.len() < step.len() || name.iter().any(|&b| is_joiner(b)) || (1..name.len()).any(|at| begins_word(name, at))
}

/// Without the symbols of `C++` and `C#`.
fn bare(chunk: &[u8]) -> &[u8] {
    let end = chunk.iter().rposition(|b| !matches!(b, b'+' | b'#')).map_or(0, |last| last + 1);
    &chunk[..end]
}

/// Bytes of a date.
const DATE: usize = "2026-05-02".len();

/// The month and day of each date in a chunk, `05-02` of `day_2026-05-02`: people seldom say the year.
pub(super) fn days<'a>(chunk: &'a [u8], mut each: impl FnMut(&'a [u8])) {
    let is_digit = |at: Option<usize>| at.and_then(|at| chunk.get(at)).is_some_and(u8::is_ascii_digit);
    for (at, date) in chunk.windows(DATE).enumerate() {
        let [year @ .., b'-', m1, m2, b'-', d1, d2] = date else { continue };
        let digits = year.iter().chain([m1, m2, d1, d2]);
        if digits.into_iter().all(u8::is_ascii_digit) && !is_digit(at.checked_sub(1)) && !is_digit(Some(at + DATE)) {
            each(&date[5..]);
        }
    }
}

/// Whether a new word begins at `at`: `auth|Service`, `HTTP|Server`, but not `PR|s`.
fn begins_word(piece: &[u8], at: usize) -> bool {
    if !piece[at].is_ascii_uppercase() {
        return false;
    }
    if !piece[at - 1].is_ascii_uppercase() {
        return piece[at - 1].is_ascii_lowercase() || piece[at - 1].is_ascii_digit() && tail_is_word(piece, at);
    }
    tail_is_word(piece, at)
}

/// Whether what follows a capital is the rest of a word, more than the plural of an abbreviation.
fn tail_is_word(piece: &[u8], at: usize) -> bool {
    let tail = &piece[at + 1..];
    tail.first().is_some_and(u8::is_ascii_lowercase) && tail != b"s"
}

/// The form under which spellings of a name meet: lower case, joiners dropped except between digits,
/// where they carry meaning (`1.10` is not `110`), and at the start (`.env` is not `env`).
pub(super) fn joined(name: &[u8]) -> impl Iterator<Item = u8> + '_ {
    name.iter().enumerate().filter_map(|(at, &byte)| {
        let between_digits =
            || at > 0 && name[at - 1].is_ascii_digit() && name.get(at + 1).is_some_and(u8::is_ascii_digit);
        (!is_joiner(byte) || at == 0 || between_digits()).then(|| byte.to_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(chunk: &str) -> (String, String) {
        let (mut words, mut wholes) = (Vec::new(), Vec::new());
        parts(chunk.as_bytes(), |p| words.push(String::from_utf8_lossy(p).into_owned()));
        names(chunk.as_bytes(), |n| wholes.push(String::from_utf8_lossy(&joined(n).collect::<Vec<_>>()).into_owned()));
        (words.join(" "), wholes.join(" "))
    }

    #[test]
    fn days_of_dates() {
        let cut = |chunk: &str| {
            let mut found = Vec::new();
            days(chunk.as_bytes(), |day| found.push(String::from_utf8_lossy(day).into_owned()));
            found.join(" ")
        };
        assert_eq!(cut("2026-05-02"), "05-02");
        assert_eq!(cut("log_2026-05-02-and-2025-12-24.md"), "05-02 12-24");
        for none in ["2026-05-021", "12026-05-02", "26-05-02", "2026-5-2", "2026-05", "v1.10-beta-1"] {
            assert_eq!(cut(none), "", "{none}");
        }
    }

    #[test]
    fn parts_and_names() {
        let table = [
            ("AuthService", "Auth Service", "authservice"),
            ("auth_service", "auth service", "authservice"),
            ("no-verify", "no verify", "noverify"),
            ("HTTPServer", "HTTP Server", "httpserver"),
            ("PRs", "PRs", ""),
            ("CI/CD", "CI CD", "cicd"),
            ("src/db.rs", "src db rs", "dbrs srcdbrs"),
            ("C++", "C", "c++"),
            ("v1.10", "v1 10", "v1.10"),
            ("OAuth2Client", "O Auth2 Client", "oauth2client"),
            ("k8s", "k8s", ""),
            (".env", "env", ".env"),
            (".github/ci.yml", "github ci yml", ".github ciyml .githubciyml"),
        ];
        for (chunk, words, wholes) in table {
            assert_eq!(cut(chunk), (words.to_owned(), wholes.to_owned()), "{chunk}");
        }
    }
}
