//! Secrets that the words around them call so: `password=…`, `Authorization: Bearer …`, `//user:…@host`.

use std::ops::Range;

use super::{
    Secret,
    guess::{is_stand_in, is_unguessable},
};
use crate::model::text::find_any;

/// Ends of names whose value is a secret; blanks, `_` and `-` do not count.
const KEYS: [&str; 13] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "credential",
    "credentials",
    "accountkey",
];
/// The same where the name must be the whole word: `bypass` is none.
const SHORT_KEYS: [&str; 4] = ["pass", "pwd", "pw", "passcode"];
/// The same where words are not set apart.
const UNSPACED_KEYS: [&str; 9] = ["密码", "密碼", "口令", "密钥", "令牌", "パスワード", "トークン", "비밀번호", "토큰"];

pub(super) fn find(text: &str, all: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    for at in each(bytes, [b':', b'=', WIDE_COLON[0]]) {
        match bytes[at] {
            b':' if bytes[at..].starts_with(b"://") => all.extend(in_url(text, at + 3)),
            b':' | b'=' => all.extend(assigned(text, at, 1)),
            _ if bytes[at..].starts_with(WIDE_COLON) => all.extend(assigned(text, at, WIDE_COLON.len())),
            _ => {}
        }
    }
    for at in each(bytes, [b'B', b'b']) {
        all.extend(bearer(text, at));
    }
}

/// Where these bytes stand.
fn each<const COUNT: usize>(bytes: &[u8], any: [u8; COUNT]) -> impl Iterator<Item = usize> {
    std::iter::successors(find_any(bytes, 0, any), move |at| find_any(bytes, at + 1, any))
}

const WIDE_COLON: &[u8] = "：".as_bytes();

/// The password of `scheme://user:password@host`.
fn in_url(text: &str, at: usize) -> Option<Secret> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\'' | '`' | '<' | '>' | ')' | '|');
    let end = text[at..].find(ends).map_or(text.len(), |end| at + end);
    let host = at + text[at..end].rfind('@')?;
    let colon = at + text[at..host].find(':')?;
    let (user, password) = (&text[at..colon], &text[colon + 1..host]);
    let simple = password.len() < 4 || password == user || is_stand_in(password) || password == "postgres";
    let named =
        ["pass", "pw", "pwd", "user", "root", "admin", "test"].contains(&password.to_ascii_lowercase().as_str());
    (!simple && !named).then(|| Secret { range: colon + 1..host, what: "a password in a URL" })
}

/// A value behind a name that calls it a secret; `separator`: the bytes between.
fn assigned(text: &str, at: usize, separator: usize) -> Option<Secret> {
    let after = at + separator;
    let next = text.as_bytes().get(after).copied().unwrap_or(b' ');
    let before = text.as_bytes().get(at.wrapping_sub(1)).copied().unwrap_or(b' ');
    // A comparison, an arrow, a path of names.
    if b"=>:/".contains(&next) || b"=!<>:".contains(&before) || !is_key(&text[..at]) {
        return None;
    }
    let value = value(text, after)?;
    is_unguessable(&text[value.clone()]).then_some(Secret { range: value, what: "a password or key" })
}

/// Whether the text ends in a name that calls a secret.
fn is_key(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '"', '\'', '`', '*', '_']);
    if UNSPACED_KEYS.iter().any(|key| line.ends_with(key)) {
        return true;
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = &line[line.trim_end_matches(part).len()..];
    let last = name.rsplit(['_', '-']).next().unwrap_or(name).to_ascii_lowercase();
    let joined: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    // `API key: …`
    let two = joined == "key" && line[..line.len() - name.len()].trim_end().to_ascii_lowercase().ends_with("api");
    two || SHORT_KEYS.contains(&last.as_str()) || KEYS.iter().any(|key| joined.ends_with(key))
}

/// The value's bytes: on the same line, or alone on the next one.
fn value(text: &str, after: usize) -> Option<Range<usize>> {
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |end| from + end);
    let blank = |from: usize, to: usize| text[from..to].trim_matches(['*', '`', '|', '>', '-']).trim().is_empty();
    let end = line_end(after);
    if !blank(after, end) {
        return word(text, after..end);
    }
    let mut from = (end + 1).min(text.len());
    // A fence or an empty line may stand between.
    for _ in 0..3 {
        let end = line_end(from);
        let line = text[from..end].trim();
        if line.is_empty() || line.starts_with("```") {
            from = (end + 1).min(text.len());
        } else {
            let alone = !line.trim_start_matches("- ").contains(char::is_whitespace);
            return if alone { word(text, from..end) } else { None };
        }
    }
    None
}

/// The first word of a line, without what encloses it.
fn word(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let open = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '*' | '“' | '‘' | '「');
    let inner = text[line.clone()].trim_start_matches("- ").trim_start_matches(open);
    let start = line.end - inner.len();
    let closes =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';' | '”' | '’' | '」' | '，' | '。');
    let length = inner.find(closes).unwrap_or(inner.len());
    let value = inner[..length].trim_end_matches(['.', ')', ']', '*']);
    (!value.is_empty()).then(|| start..start + value.len())
}

/// What follows `Bearer`: sure behind `Authorization`, else when nobody could guess it.
fn bearer(text: &str, at: usize) -> Option<Secret> {
    const LEAST: usize = 16;
    let word = ["bearer", "basic"]
        .into_iter()
        .find(|word| text.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))?;
    let apart = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let rest = text[at + word.len()..].strip_prefix(' ')?.trim_start();
    let start = text.len() - rest.len();
    let part = |b: &u8| b.is_ascii_alphanumeric() || b"._~+/=-".contains(b);
    let length = rest.bytes().take_while(|b| part(b)).count();
    let token = rest[..length].trim_end_matches(['.', '=']);
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let header = text[line..at].to_ascii_lowercase().contains("authorization");
    let sure = header && token.len() >= LEAST && !is_sample(token) || token.len() >= LEAST && is_unguessable(token);
    (apart && sure).then(|| Secret { range: start..start + length, what: "an authorization token" })
}

/// A token that is words: `YOUR_TOKEN_HERE`, `the-token-from-the-vault`.
fn is_sample(token: &str) -> bool {
    let words =
        token.split(['_', '-', '.']).all(|part| part.len() < 12 && part.bytes().all(|b| b.is_ascii_alphabetic()));
    words
        || ["example", "your", "xxxx", "token", "redacted"].iter().any(|word| token.to_ascii_lowercase().contains(word))
}
