//! Paths of files that a memory cites.

use std::ops::Range;

use super::Line;

/// A path as it is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path<'d> {
    /// Without `./` before it and `:12` behind.
    pub(crate) text: &'d str,
    /// The last line cited, where one is.
    pub(crate) line: Option<usize>,
    /// Where it stands in the whole text, with the line.
    pub(crate) span: Range<usize>,
    /// Whether it stands in a code block.
    pub(crate) fenced: bool,
}

pub(super) fn paths<'d>(lines: &[Line<'d>]) -> Vec<Path<'d>> {
    let mut found = Vec::new();
    for line in lines.iter().filter(|line| line.text.contains('/')) {
        for (at, word) in words(line.text) {
            if let Some((text, number, length)) = path(word) {
                let start = line.start + at;
                let span = start..start + length;
                found.push(Path { text, line: number, span, fenced: line.fenced });
            }
        }
    }
    found
}

/// Runs of what paths are written with.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = |c: char| c.is_whitespace() || "`\"'<>()[]{},;|*，。；、（）「」“”→│├└─".contains(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(|c| !ends(c))?;
        let end = line[start..].find(ends).map_or(line.len(), |length| start + length);
        at = end;
        // A pattern is no path: what it stood beside is cut off.
        Some((
            start,
            &line[start..end],
            line[..start].ends_with(['*', '{', '<']) || line[end..].starts_with(['*', '{', '<']),
        ))
    })
    .filter(|(_, _, pattern)| !pattern)
    .map(|(start, word, _)| (start, word))
}

/// The path in a word, its line, and the bytes of both.
fn path(word: &str) -> Option<(&str, Option<usize>, usize)> {
    let trimmed = word.trim_end_matches(['.', ':', '!', '?', '：']);
    let (path, line) = split_line(trimmed);
    let bare = path.strip_prefix("./").unwrap_or(path);
    let outside =
        bare.starts_with(['/', '~', '$', '@', '-', '%', '.']) && !bare.starts_with(".github/") && !is_dotted(bare);
    if outside
        || !bare.contains('/')
        || bare.contains("//")
        || bare.contains("..")
        || bare.contains([':', '=', '\\', '#', '?', '&', '+'])
    {
        return None;
    }
    let name = bare.rsplit('/').next().unwrap_or(bare);
    let file = name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && is_extension(extension));
    let folder = name.is_empty() && bare.matches('/').count() >= 2;
    (file || folder).then_some((bare, line, trimmed.len()))
}

/// A folder whose name begins with a dot: `.claude/rules/x.md`.
fn is_dotted(path: &str) -> bool {
    path.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn is_extension(text: &str) -> bool {
    (1..=8).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// `src/a.rs:12`, `src/a.rs:12-20`, `src/a.rs#L12`: the path and the last line.
fn split_line(word: &str) -> (&str, Option<usize>) {
    let Some((path, numbers)) = word.split_once("#L").or_else(|| word.split_once(':')) else { return (word, None) };
    let last = numbers.rsplit(['-', '–', ':']).next().unwrap_or(numbers).trim_start_matches('L');
    let first = numbers.split(['-', '–', ':']).next().unwrap_or(numbers);
    match (first.parse::<usize>(), last.parse()) {
        // `:12:5` is a line and a column.
        (Ok(line), _) if numbers.contains(':') => (path, Some(line)),
        (Ok(_), Ok(line)) => (path, Some(line)),
        _ => (word, None),
    }
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn paths_and_what_is_none() {
        let read = |word| path(word).map(|(path, line, _)| (path, line));
        assert_eq!(read("src/a.rs"), Some(("src/a.rs", None)));
        assert_eq!(read("./src/a.rs:12."), Some(("src/a.rs", Some(12))));
        assert_eq!(read("src/a.rs:12-20"), Some(("src/a.rs", Some(20))));
        assert_eq!(read("src/a.rs:12:5"), Some(("src/a.rs", Some(12))));
        assert_eq!(read("src/a.rs#L7"), Some(("src/a.rs", Some(7))));
        assert_eq!(read("src/features/orders/"), Some(("src/features/orders/", None)));
        assert_eq!(read(".github/ci.yml"), Some((".github/ci.yml", None)));
        for word in ["https://a.b/c.md", "/etc/x.conf", "~/a/b.md", "and/or", "a/b", "C:/x/y.txt", "1/2.5", "read/"] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
