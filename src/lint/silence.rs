//! What a memory's own header says is not to be told of: `mem-ignore: [D103] # why`.

use super::{Finding, rules};
use crate::model::Document;

/// The header's key.
pub(super) const KEY: &str = "mem-ignore";
/// The key for the reason, where an agent that writes headers anew would lose a comment.
pub(super) const REASON: &str = "mem-ignore-reason";

/// What a header says about what to ignore.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ignored {
    /// Codes, their beginnings, or names of rules, as written.
    pub(super) codes: Vec<String>,
    /// Whether it says why.
    pub(super) reason: bool,
    /// The line of the file, from 1.
    pub(super) line: usize,
}

/// What the memory's header ignores.
pub(super) fn of(memory: &Document) -> Option<Ignored> {
    memory.header.get(KEY)?;
    let head = &memory.text[..memory.text.len() - memory.body().len()];
    let (at, value) = head.lines().enumerate().find_map(|(at, line)| {
        let (key, value) = line.trim_start().split_once(':')?;
        (key.trim_matches(['"', '\'', ' ']) == KEY).then_some((at, value))
    })?;
    let below = head.lines().skip(at + 1).map(str::trim_start).take_while(|line| line.starts_with("- "));
    let value = below.fold(value.trim().to_owned(), |value, line| value + " " + line.trim_start_matches("- "));
    let (codes, rest) = split(&value);
    let reason = rest.chars().any(char::is_alphanumeric)
        || memory.header.get(REASON).is_some_and(|reason| !reason.trim().is_empty());
    Some(Ignored { codes, reason, line: at + 1 })
}

/// The codes at the beginning of the value, and what follows them.
fn split(value: &str) -> (Vec<String>, &str) {
    let value = value.trim_start_matches(['"', '\'']);
    if let Some((inner, rest)) = value.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        let codes = inner.split(',').map(|code| code.trim().trim_matches(['"', '\'']).to_owned());
        return (codes.filter(|code| !code.is_empty()).collect(), rest);
    }
    let mut codes = Vec::new();
    let mut rest = value;
    loop {
        let next = rest.trim_start_matches([' ', ',']);
        let end = next.find([' ', ',', ':', ';', '#', '"', '\'']).unwrap_or(next.len());
        let word = &next[..end];
        // The first word is a code, known or not; a further one stands behind a comma and looks like one.
        let listed = rest.trim_start().starts_with(',') && is_code(word);
        if word.is_empty() || !codes.is_empty() && !listed {
            return (codes, rest);
        }
        codes.push(word.to_owned());
        rest = &next[end..];
    }
}

fn is_code(word: &str) -> bool {
    let digits = word.get(1..).unwrap_or_default();
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && digits.len() <= 3
        && digits.bytes().all(|b| b.is_ascii_digit())
        || rules::find(word).is_some()
}

/// Takes out what the memory's header ignores. A secret is never ignored.
pub(super) fn apply(memory: &Document, findings: &mut Vec<Finding>) {
    let Some(ignored) = of(memory) else { return };
    let file = &memory.memory.file;
    let covers =
        |code: &String, finding: &Finding| finding.name == code || !code.is_empty() && starts_with(finding.code, code);
    findings.retain(|finding| {
        finding.file != *file || finding.code == "X101" || !ignored.codes.iter().any(|code| covers(code, finding))
    });
}

/// Whether a code begins with these characters, in any case.
pub(super) fn starts_with(code: &str, begin: &str) -> bool {
    code.get(..begin.len()).is_some_and(|start| start.eq_ignore_ascii_case(begin))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn codes_come_first_and_the_reason_after_them() {
        for (value, codes, rest) in [
            ("[D103]", &["D103"][..], ""),
            ("[D103, S1] # the table is ours", &["D103", "S1"], " # the table is ours"),
            ("D103, S101: we mean it", &["D103", "S101"], ": we mean it"),
            ("D103 a table of our own", &["D103"], " a table of our own"),
            ("\"D103: quoted\"", &["D103"], ": quoted\""),
            ("D1O3", &["D1O3"], ""),
            ("", &[], ""),
        ] {
            assert_eq!(split(value), (codes.iter().map(|c| (*c).to_owned()).collect(), rest), "{value}");
        }
    }
}
