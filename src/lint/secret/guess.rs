//! Whether anybody could guess a value: words can be guessed, dice cannot.

/// Pairs of letters that make up most of English, and of identifiers.
const PAIRS: &str = "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me \
                     de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac \
                     ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im \
                     mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr \
                     oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga \
                     qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui \
                     rg ib tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo \
                     vo rv nf xp gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs \
                     ik dd pt sk ws wr rf";

/// Shorter values are words, numbers and switches.
const LEAST: usize = 8;
const MOST: usize = 256;

/// What stands where a secret would, and is none.
const STAND_INS: [&str; 22] = [
    "example",
    "your",
    "placeholder",
    "redacted",
    "changeme",
    "dummy",
    "sample",
    "xxxx",
    "...",
    "\u{2026}",
    "***",
    "todo",
    "secret",
    "password",
    "passwd",
    "token",
    "<",
    ">",
    "{",
    "$",
    "(",
    "[",
];

/// Whether a value that a key word calls a secret is one.
pub(super) fn is_unguessable(value: &str) -> bool {
    let length = value.chars().count();
    if !(LEAST..=MOST).contains(&length) || is_stand_in(value) || is_something_else(value) {
        return false;
    }
    value.split(|c: char| !c.is_ascii_alphanumeric()).any(is_dice) || is_strong(value)
}

/// A value that stands in for a secret.
pub(super) fn is_stand_in(value: &str) -> bool {
    let low = value.to_ascii_lowercase();
    let one = value.chars().next().is_some_and(|first| value.chars().all(|c| c == first));
    one || STAND_INS.iter().any(|word| low.contains(word)) || is_name(value)
}

/// `PROD_DB_PASSWORD`: where the secret is, not the secret.
fn is_name(value: &str) -> bool {
    value.contains('_') && value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// A path, an address, a time, an id.
fn is_something_else(value: &str) -> bool {
    let path = value.starts_with(['/', '.', '~']) || value.contains("://") || value.contains('\\');
    let number = value.bytes().all(|b| b.is_ascii_digit() || b"-:.TZ+".contains(&b));
    path || number || is_uuid(value)
}

fn is_uuid(value: &str) -> bool {
    let lengths: Vec<usize> = value.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && value.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// Letters, digits and marks in one.
fn is_strong(value: &str) -> bool {
    let has = |what: fn(char) -> bool| value.chars().any(what);
    let marks = value.chars().filter(|c| "!@#^&*+=?~".contains(*c)).count();
    has(|c| c.is_ascii_digit()) && has(|c| c.is_ascii_alphabetic()) && marks > 0
}

/// A run of letters and digits that no word list has.
fn is_dice(run: &str) -> bool {
    let letters = run.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = run.len() - letters;
    if run.len() < LEAST || letters == 0 {
        return false;
    }
    if digits == 0 {
        return is_random(run);
    }
    // A word with a number behind it is a name: `postgres16`.
    let word = run.trim_end_matches(|c: char| c.is_ascii_digit());
    !(word.len() == letters && digits <= 2 && !is_random(word))
}

/// Whether letters follow each other as in no language: fewer than half of the pairs are known ones.
fn is_random(letters: &str) -> bool {
    let low = letters.to_ascii_lowercase();
    let pairs = low.as_bytes().windows(2).filter_map(|pair| std::str::from_utf8(pair).ok());
    let (mut all, mut known) = (0, 0);
    for pair in pairs {
        all += 1;
        known += usize::from(PAIRS.split(' ').any(|usual| usual == pair));
    }
    known * 2 < all
}

#[cfg(test)]
mod tests {
    use super::{is_random, is_unguessable};

    #[test]
    fn words_are_no_dice() {
        for word in ["configuration", "refreshtoken", "postgres", "kubernetes", "authentication", "myServiceAccount"] {
            assert!(!is_random(word), "{word}");
        }
        for dice in ["qzjxkvwpbfgh", "hbqzrwkxvtpj", "xkcdqwzvbnmp"] {
            assert!(is_random(dice), "{dice}");
        }
    }

    #[test]
    fn what_stands_for_a_secret_is_none() {
        for none in [
            "YOUR_TOKEN_HERE",
            "<redacted>",
            "sk-\u{2026}",
            "${DB_PASS}",
            "PROD_DB_PASSWORD",
            "process.env.DB_PASS",
            "/run/secrets/db",
            "vault:kv/prod",
            "required",
            "oauth2-proxy",
            "postgres16",
            "2026-08-15T18:58:28.638Z",
            "01449c66-99ef-4bad-b978-5afc8ccf49ef",
        ] {
            assert!(!is_unguessable(none), "{none}");
        }
    }
}
