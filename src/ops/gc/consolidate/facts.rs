//! What of a text must not get lost: addresses, paths, commands, numbers, dates, names.

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;

use super::names;
use crate::ops::gc::dates::dates;

/// Something that a text says and another one must say too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// As it stands there.
    pub(super) text: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Url,
    Path,
    /// What stands in backticks or in a block of code, and what `[[…]]` links to.
    Code,
    Number,
    Date(Date),
    Name,
}

impl Kind {
    /// Whether a new text may not say it unless a source does.
    pub(super) fn is_not_to_be_invented(self) -> bool {
        matches!(self, Self::Url | Self::Path | Self::Number | Self::Date(_))
    }
}

/// The facts of a text that was written on that day, each once, in order.
pub(super) fn facts(text: &str, written: Date) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    let mut rest: String = text.nfkc().collect();
    for (kind, spans) in [(Kind::Code, code(&rest)), (Kind::Url, urls(&rest))] {
        for (start, end) in spans {
            let Some(fact) = rest.get(start..end).filter(|fact| !fact.trim().is_empty()) else { continue };
            push(&mut found, fact.trim(), kind);
            rest.replace_range(start..end, &" ".repeat(end - start));
        }
    }
    for dated in dates(&rest, written).into_iter().rev() {
        push(&mut found, &rest[dated.at.clone()], Kind::Date(dated.date));
        let blank = " ".repeat(dated.at.len());
        rest.replace_range(dated.at, &blank);
    }
    for word in words(&rest) {
        if let Some(kind) = kind(word) {
            push(&mut found, word, kind);
        }
    }
    names::find(&rest).into_iter().for_each(|name| push(&mut found, name, Kind::Name));
    found
}

fn push(found: &mut Vec<Fact>, text: &str, kind: Kind) {
    if !found.iter().any(|fact| fact.text == text) {
        found.push(Fact { text: text.to_owned(), kind });
    }
}

/// Where code stands, without its marks: lines of blocks, what is in backticks, targets of links.
fn code(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut at, mut fenced) = (0, false);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        } else if fenced {
            found.push((start, start + line.trim_end().len()));
        } else {
            for (open, close) in [("`", "`"), ("[[", "]]")] {
                found.extend(between(line, open, close).map(|(from, to)| (start + from, start + to)));
            }
        }
    }
    found
}

fn between<'t>(line: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = (usize, usize)> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(open)? + open.len();
        let end = start + line[start..].find(close)?;
        at = end + close.len();
        Some((start, end))
    })
}

fn urls(text: &str) -> Vec<(usize, usize)> {
    let part = |c: char| c.is_ascii_graphic() && !"<>()[]{}\"'`|".contains(c);
    let mut found = Vec::new();
    for (at, _) in text.match_indices("://") {
        let scheme = text[..at]
            .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '+')
            .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
        let end = at + text[at..].find(|c| !part(c)).unwrap_or(text.len() - at);
        let end = scheme + text[scheme..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '*']).len();
        if scheme < at {
            found.push((scheme, end));
        }
    }
    found
}

/// Runs of what names, numbers and paths are written with, without marks at their ends.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || "_./\\~@#%+:&$-".contains(c) || is_latin(c);
    let runs = text.split(move |c| !part(c));
    runs.map(|word| word.trim_end_matches(['.', ':', '-', '&', '+', '/', '\\', '#'])).filter(|word| !word.is_empty())
}

/// A letter with an accent.
fn is_latin(c: char) -> bool {
    c.is_alphabetic() && ('\u{c0}'..'\u{250}').contains(&c)
}

/// What a word is, where it is not one of a language.
fn kind(word: &str) -> Option<Kind> {
    let letters = word.chars().any(|c| c.is_alphanumeric());
    let digits = word.contains(|c: char| c.is_ascii_digit());
    let parts = || word.split(['/', '\\']);
    if !letters {
        return None;
    }
    if word.contains(['/', '\\']) {
        // `and/or` is no path, and `1/2` is a number.
        let plain =
            parts().count() == 2 && parts().all(|part| part.chars().all(char::is_alphabetic) && !part.is_empty());
        return (!plain).then_some(Kind::Path);
    }
    if word.contains('@') || is_file(word) || word.starts_with("--") && word.len() > 2 {
        return Some(Kind::Path);
    }
    if digits {
        return Some(Kind::Number);
    }
    None
}

/// `config.toml`, `.env`; not `e.g`.
fn is_file(word: &str) -> bool {
    let Some((stem, extension)) = word.rsplit_once('.') else { return false };
    let alphabetic = extension.starts_with(|c: char| c.is_ascii_alphabetic());
    let short = (2..=8).contains(&extension.len()) && extension.chars().all(|c| c.is_ascii_alphanumeric());
    alphabetic && short && stem.chars().all(|c| c.is_alphanumeric() || "._-~".contains(c))
}

/// A text that can be asked whether it says a fact.
pub(super) struct Said {
    text: String,
    dates: Vec<Date>,
}

impl Said {
    /// Of texts that were written on that day.
    pub(super) fn new(text: &str, written: Date) -> Self {
        Self { text: plain(text), dates: dates(text, written).into_iter().map(|dated| dated.date).collect() }
    }

    /// Whether the text says it, as a whole word.
    pub(super) fn says(&self, fact: &Fact) -> bool {
        if let Kind::Date(date) = fact.kind
            && self.dates.contains(&date)
        {
            return true;
        }
        let wanted = plain(&fact.text);
        // Many are one more than one.
        let stem = wanted.strip_suffix('s').filter(|stem| fact.kind == Kind::Name && stem.len() > 2);
        self.has(&wanted, fact.kind) || stem.is_some_and(|stem| self.has(stem, fact.kind))
    }

    fn has(&self, wanted: &str, kind: Kind) -> bool {
        let text = &self.text;
        text.match_indices(wanted).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + wanted.len()..]);
            let after = if kind == Kind::Name { after.strip_prefix('s').unwrap_or(after) } else { after };
            !goes_on(before.chars().next_back(), before.chars().rev().nth(1), wanted.chars().next())
                && !goes_on(after.chars().next(), after.chars().nth(1), wanted.chars().next_back())
        })
    }
}

/// Whether a word does not end where `next` stands behind (or before) its last character: in `1.25`
/// there is no `1`, in `pool.rs.bak` no `pool.rs`.
fn goes_on(next: Option<char>, beyond: Option<char>, last: Option<char>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    match next {
        Some('.') => word(last) && word(beyond),
        Some(',' | ':') => digit(last) && digit(beyond),
        next => word(last) && word(next),
    }
}

/// A text as it is compared: full-width as half-width, lower case, without marks of emphasis and code,
/// one blank for each run.
fn plain(text: &str) -> String {
    let folded: String = text.nfkc().filter(|c| !matches!(c, '`' | '*')).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{Fact, Said, facts};

    fn of(text: &str) -> Vec<String> {
        facts(text, date(2026, 3, 3)).into_iter().map(|fact| fact.text).collect()
    }

    #[test]
    fn what_must_not_get_lost() {
        for (text, expected) in [
            (
                "See https://board.example/a?b=1. Then (http://x.example).",
                &["https://board.example/a?b=1", "http://x.example"][..],
            ),
            ("Run `just build --all` first", &["just build --all"]),
            ("```\nmake x\n```\n", &["make x"]),
            ("In src/db/pool.rs and ~/notes, not and/or.", &["src/db/pool.rs", "~/notes"]),
            ("config.toml, .env, e.g. this", &["config.toml", ".env"]),
            ("Port 8080 at 02:30, 99.9% of p99", &["8080", "02:30", "99.9%", "p99"]),
            ("until 2026-03-20 or March 5", &["March 5", "2026-03-20"]),
            ("ask robin@example.org with --force", &["robin@example.org", "--force"]),
            ("see [[Deploy]]", &["Deploy"]),
            ("the vendor is Acme GmbH and the OTP of maxRetries", &["Acme", "GmbH", "OTP", "maxRetries"]),
            ("端口是８０８０，用 Redis 缓存三十天", &["8080", "Redis", "三十"]),
            ("nothing of that kind.", &[]),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn said_as_a_whole() {
        let all = |text: &str, of: &str| {
            let said = Said::new(text, date(2026, 3, 3));
            facts(of, date(2026, 3, 3)).iter().all(|fact: &Fact| said.says(fact))
        };
        assert!(all("the port is **8080**, see `just build`", "just build `just  build` on 8080"));
        assert!(all("until 2026-03-05", "until March 5, 2026") && all("2026年3月5日まで", "until 2026-03-05"));
        assert!(all("端口 8080", "端口是８０８０") && all("Acme's board", "by Acme"));
        assert!(!all("port 18080", "port 8080") && !all("at 02:30", "at 02") && !all("1.25", "version 1"));
        assert!(!all("src/db/pool.rs.bak", "src/db/pool.rs") && !all("2026-03-06", "until 2026-03-05"));
    }
}
