//! Looks one file's text through for all that is asked.

use super::{
    asked::Asked,
    best::Best,
    role::Role,
    words::{self, mix},
};

/// Added to the rank of a place in code that says what a name is.
const DEFINITION: u8 = 20;

/// The rank of a name that is given in code.
pub(super) const DEFINED: u8 = CODE + DEFINITION;

const CODE: u8 = 100;

/// Added to the share of a sentence that stands where everybody reads it.
pub(super) const INSTRUCTION: u8 = 20;

/// Words right before a name that is given there.
const DEFINES: [&str; 24] = [
    "class",
    "const",
    "constexpr",
    "def",
    "define",
    "enum",
    "fn",
    "fun",
    "func",
    "function",
    "interface",
    "let",
    "macro_rules!",
    "message",
    "mod",
    "module",
    "object",
    "protocol",
    "record",
    "static",
    "struct",
    "trait",
    "type",
    "var",
];

/// Words that begin a line in which something is declared, its type before its name.
const MODIFIERS: [&str; 14] = [
    "abstract",
    "async",
    "export",
    "extern",
    "final",
    "internal",
    "override",
    "private",
    "protected",
    "public",
    "readonly",
    "sealed",
    "static",
    "virtual",
];

/// A line of fewer letters and digits is in every file.
const LINE_LETTERS: usize = 8;

/// Looks through one file. `file` is its number in the order of paths.
pub(super) fn look(asked: &Asked<'_>, file: u32, role: Role, text: &[u8], best: &mut Best) {
    let mut pair = Pair::default();
    for (line, number) in text.split(|byte| *byte == b'\n').zip(1..) {
        names(asked, file, role, (line, number), best);
        if asked.has_snippets() && role == Role::Code {
            pair.next(line, number, |hash, line| {
                asked.snippet(hash).into_iter().for_each(|question| best.note(question, rank(role), file, line));
            });
        }
    }
    if role.is_prose() && asked.has_sentences() {
        let bonus = if role == Role::Instructions { INSTRUCTION } else { 0 };
        words::pieces(&String::from_utf8_lossy(text), |piece| {
            asked.sentences_in(piece, |question, share, line| best.note(question, share + bonus, file, line));
        });
    }
    if role == Role::Manifest && asked.has_pins() {
        super::pins::each(&String::from_utf8_lossy(text), |pin, line| {
            asked.pin(words::hash(pin.as_bytes())).into_iter().for_each(|q| best.note(q, rank(role), file, line));
        });
    }
}

fn rank(role: Role) -> u8 {
    match role {
        Role::Code => CODE,
        Role::Manifest => 90,
        Role::Instructions => 70,
        Role::Document => 60,
        Role::Chronicle | Role::Unread => 50,
    }
}

fn names(asked: &Asked<'_>, file: u32, role: Role, (line, number): (&[u8], u32), best: &mut Best) {
    let mut at = 0;
    while at < line.len() {
        if !is_name(line[at]) {
            at += 1;
            continue;
        }
        let start = at;
        let mut hash = words::SEED;
        while at < line.len() && is_name(line[at]) {
            hash = mix(hash, line[at]);
            at += 1;
        }
        if let Some(question) = asked.name(hash) {
            let bonus = if role == Role::Code && is_defined(&line[..start], &line[at..]) { DEFINITION } else { 0 };
            best.note(question, rank(role) + bonus, file, number);
        }
    }
}

#[inline]
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a line gives this name to something: what stands before it and behind it.
fn is_defined(before: &[u8], after: &[u8]) -> bool {
    let before = before.trim_ascii();
    if before.is_empty() {
        // A key, a field, a constant.
        let after = after.trim_ascii_start();
        return matches!(after, [b'=', rest @ ..] if !rest.starts_with(b"="))
            || matches!(after, [b':', rest @ ..] if !rest.starts_with(b":"));
    }
    let mut words = before.split(u8::is_ascii_whitespace);
    let is = |list: &[&str], word: Option<&[u8]>| list.iter().any(|one| Some(one.as_bytes()) == word);
    let declared = is(&MODIFIERS, words.next()) && !before.contains(&b'(') && !before.contains(&b'=');
    declared || is(&DEFINES, before.rsplit(u8::is_ascii_whitespace).next())
}

/// Telling lines that follow each other, two at a time.
#[derive(Default)]
pub(super) struct Pair {
    /// The line before: its hash and its number.
    last: Option<(u64, u32)>,
}

impl Pair {
    /// With one more line: passes the hash of it and the one before, and the number of that one.
    pub(super) fn next(&mut self, line: &[u8], number: u32, take: impl FnOnce(u64, u32)) {
        let line = line.trim_ascii();
        if !is_telling(line) {
            return;
        }
        let hash = words::hash(line);
        if let Some((last, first)) = self.last {
            take(line.iter().fold(mix(last, b'\n'), |sum, byte| mix(sum, *byte)), first);
        }
        self.last = Some((hash, number));
    }
}

/// Whether a trimmed line is more than a brace or a word.
pub(super) fn is_telling(line: &[u8]) -> bool {
    line.iter().filter(|byte| byte.is_ascii_alphanumeric()).take(LINE_LETTERS).count() == LINE_LETTERS
}

#[cfg(test)]
mod tests {
    use super::is_defined;

    #[test]
    fn a_definition_is_known_by_its_line() {
        for line in [
            "pub fn NAME(x: u8)",
            "def NAME(self):",
            "export const NAME = 3",
            "    public override void NAME(int x)",
            "NAME = 3",
            "  NAME: 3,",
        ] {
            let (before, after) = line.split_once("NAME").unwrap();
            assert!(is_defined(before.as_bytes(), after.as_bytes()), "{line}");
        }
        for line in ["NAME(3)", "NAME == 3", "NAME::new()", "public int x = NAME(3)", "x.NAME = 3", "if NAME {"] {
            let (before, after) = line.split_once("NAME").unwrap();
            assert!(!is_defined(before.as_bytes(), after.as_bytes()), "{line}");
        }
    }
}
