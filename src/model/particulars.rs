//! What in a text cannot be said in other words: numbers, dates, addresses, paths, names of code. A
//! text that is written anew keeps them, or it says something else.

/// The particulars of a text, each once, in order.
#[must_use]
pub fn of(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for word in text.lines().flat_map(|line| unnumbered(line).split(|c: char| !is_part(c))) {
        let word = bare(word);
        if is_one(word) && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The particulars of `old` that do not stand in `new`.
#[must_use]
pub fn missing<'t>(old: &'t str, new: &str) -> Vec<&'t str> {
    of(old).into_iter().filter(|word| !stands_in(word, new)).collect()
}

/// The particulars of `new` that nobody can have concluded from `known`: addresses, paths, and numbers of
/// three digits or more. A date may be: who hears "on Thursday" knows the day.
#[must_use]
pub fn invented<'t>(new: &'t str, known: &str) -> Vec<&'t str> {
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    let is_date = |word: &str| word.len() == 10 && digits(word) == 8 && word.split('-').count() == 3;
    let is_certain = |word: &&str| digits(word) >= 3 || word.contains(['/', '@', '\\']);
    of(new).into_iter().filter(|word| is_certain(word) && !is_date(word) && !stands_in(word, known)).collect()
}

/// Whether a particular stands in a text, and not as a piece of a longer one: 80 is not in 8080.
#[must_use]
pub fn stands_in(word: &str, text: &str) -> bool {
    let open = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word)
        .any(|(at, _)| open(text[..at].chars().next_back()) && open(text[at + word.len()..].chars().next()))
}

/// A line without its number in a list, which says nothing.
fn unnumbered(line: &str) -> &str {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len() && rest.starts_with([')', '.']) && rest[1..].starts_with(' ') {
        &rest[1..]
    } else {
        line
    }
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-:/\\#@~=&?".contains(c)
}

/// Without the marks of the sentence around it.
fn bare(word: &str) -> &str {
    word.trim_start_matches([':', '?', '=', '&', '-'])
        .trim_end_matches(['.', ':', '?', '-', '=', '&', '#', '~', '/', '\\'])
}

fn is_one(word: &str) -> bool {
    let letters = word.chars().filter(char::is_ascii_alphanumeric).count();
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    let inside = |mark: char| word.trim_matches(mark).contains(mark);
    has_digit || letters > 0 && is_path(word) || letters > 1 && (inside('@') || inside('_') || is_file(word))
}

/// An address or a path; not `and/or`.
fn is_path(word: &str) -> bool {
    let parts = word.split(['/', '\\']).filter(|part| !part.is_empty()).count();
    word.contains("://") || parts > 2 || parts > 1 && word.starts_with(['/', '~', '.'])
}

/// A name with an ending: `config.toml`, `src/main.rs`; not `e.g`.
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.len() > 1 && (2..=5).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::{invented, missing, of};

    #[test]
    fn what_cannot_be_reworded_is_found_and_words_are_not() {
        for (text, wanted) in [
            ("Port 8080, not 80.", vec!["8080", "80"]),
            ("端口8080，周五不发版", vec!["8080"]),
            ("until 2026-12-31 (v1.2.3, #42)", vec!["2026-12-31", "v1.2.3", "#42"]),
            ("see https://board.example/t?id=x, please", vec!["https://board.example/t?id=x"]),
            ("`src/db/pool.rs` and ./run and ~/x and /etc/hosts", vec!["src/db/pool.rs", "./run", "~/x", "/etc/hosts"]),
            ("MEM_DIR, config.toml, robin@team.example", vec!["MEM_DIR", "config.toml", "robin@team.example"]),
            ("and/or, e.g. this. Then: CI/CD? yes - no", vec![]),
            ("1. first\n2) second\n10 apples", vec!["10"]),
            ("", vec![]),
        ] {
            assert_eq!(of(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_piece_of_a_longer_one_does_not_count() {
        assert_eq!(missing("ports 80 and 8080", "port 8080"), ["80"]);
        assert_eq!(missing("See https://a.example/b.", "It is at https://a.example/b/c"), Vec::<&str>::new());
        assert_eq!(missing("on 2026-01-02", "on 2026-01-20"), ["2026-01-02"]);
    }

    #[test]
    fn what_nobody_said_is_invented_and_a_day_may_be_reckoned() {
        let said = "on Thursday at https://a.example/b, two of three, port 8080";
        assert_eq!(invented("On 2026-12-03 at https://a.example/b, 2 of 3, port 8080.", said), Vec::<&str>::new());
        assert_eq!(
            invented("https://a.example/c or src/db.rs, port 9090", said),
            ["https://a.example/c", "src/db.rs", "9090"]
        );
    }
}
