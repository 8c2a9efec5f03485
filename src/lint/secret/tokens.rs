//! Tokens that carry the mark of whoever issues them.

use super::Secret;

/// A mark, and what must follow it.
struct Shape {
    mark: &'static str,
    what: &'static str,
    /// Characters behind the mark: at least, at most.
    length: (usize, usize),
    more: fn(u8) -> bool,
}

const fn shape(mark: &'static str, what: &'static str, length: (usize, usize), more: fn(u8) -> bool) -> Shape {
    Shape { mark, what, length, more }
}

fn alnum(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

fn capital(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

/// Base64 for URLs.
const fn url64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

fn hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

/// As the issuers document them.
static SHAPES: [Shape; 38] = [
    shape("ghp_", "a GitHub token", (36, 255), alnum),
    shape("gho_", "a GitHub token", (36, 255), alnum),
    shape("ghu_", "a GitHub token", (36, 255), alnum),
    shape("ghs_", "a GitHub token", (36, 255), alnum),
    shape("ghr_", "a GitHub token", (36, 255), alnum),
    shape("github_pat_", "a GitHub token", (50, 255), url64),
    shape("glpat-", "a GitLab token", (20, 255), url64),
    shape("gldt-", "a GitLab token", (20, 255), url64),
    shape("AKIA", "an AWS access key", (16, 16), capital),
    shape("ASIA", "an AWS access key", (16, 16), capital),
    shape("xoxb-", "a Slack token", (20, 255), url64),
    shape("xoxp-", "a Slack token", (20, 255), url64),
    shape("xoxa-", "a Slack token", (20, 255), url64),
    shape("xoxs-", "a Slack token", (20, 255), url64),
    shape("xapp-", "a Slack token", (20, 255), url64),
    shape("sk_live_", "a Stripe key", (16, 255), alnum),
    shape("rk_live_", "a Stripe key", (16, 255), alnum),
    shape("sk_test_", "a Stripe key", (16, 255), alnum),
    shape("whsec_", "a Stripe key", (24, 255), alnum),
    shape("sk-ant-", "an Anthropic key", (24, 255), url64),
    shape("sk-proj-", "an OpenAI key", (24, 255), url64),
    shape("sk-svcacct-", "an OpenAI key", (24, 255), url64),
    shape("sk-or-v1-", "an OpenRouter key", (32, 128), hex),
    shape("sk-", "an API key", (32, 255), alnum),
    shape("AIza", "a Google API key", (35, 35), url64),
    shape("ya29.", "a Google access token", (30, 500), url64),
    shape("npm_", "an npm token", (36, 36), alnum),
    shape("pypi-", "a PyPI token", (50, 500), url64),
    shape("hf_", "a Hugging Face token", (30, 60), alnum),
    shape("dop_v1_", "a DigitalOcean token", (64, 64), hex),
    shape("shpat_", "a Shopify token", (32, 32), hex),
    shape("dapi", "a Databricks token", (32, 32), hex),
    shape("lin_api_", "a Linear key", (32, 64), alnum),
    shape("hvs.", "a Vault token", (24, 255), url64),
    shape("glsa_", "a Grafana token", (32, 64), url64),
    shape("AGE-SECRET-KEY-1", "an age key", (58, 58), capital),
    shape("ATATT3", "an Atlassian token", (50, 255), url64),
    shape("gsk_", "a Groq key", (40, 80), alnum),
];

/// Characters of one kind, [`url64`], that a token has in a row at least.
const RUN: usize = 10;

// Else a token might be passed over.
const _: () = {
    let mut at = 0;
    while at < SHAPES.len() {
        assert!(SHAPES[at].length.0 >= RUN && SHAPES[at].mark.len() <= MARK);
        at += 1;
    }
};

/// Bytes before such a run in which the mark of its token may begin: the longest ends in it.
const MARK: usize = 16;

/// The tokens of a text. Words are short: most are passed over by a look at every tenth byte.
pub(super) fn find(text: &str, all: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    let (mut probe, mut done) = (RUN - 1, 0);
    while probe < bytes.len() {
        if !PART[usize::from(bytes[probe])] {
            probe += RUN;
            continue;
        }
        let is_part = |byte: &u8| PART[usize::from(*byte)];
        let start = probe - bytes[..probe].iter().rev().take_while(|byte| is_part(byte)).count();
        let end = probe + bytes[probe..].iter().take_while(|byte| is_part(byte)).count();
        if end - start >= RUN {
            let first = start.saturating_sub(MARK).max(done);
            (first..end).for_each(|at| all.extend(token(bytes, at)));
            done = end;
        }
        probe = end + RUN;
    }
}

/// Whether a byte is [`url64`], by the byte.
static PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = url64(byte as u8);
        byte += 1;
    }
    table
};

/// The token that begins here.
fn token(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let begins = !(before.is_ascii_alphanumeric() || before == b'_');
    begins.then(|| marked(bytes, at).or_else(|| web_token(bytes, at))).flatten()
}

fn marked(bytes: &[u8], at: usize) -> Option<Secret> {
    let rest = &bytes[at..];
    SHAPES.iter().filter(|shape| shape.mark.as_bytes()[0] == rest[0]).find_map(|shape| {
        let body = rest.strip_prefix(shape.mark.as_bytes())?;
        let length = body.iter().take_while(|b| (shape.more)(**b)).count();
        let (least, most) = shape.length;
        let ends = body.get(length).is_none_or(|b| !url64(*b));
        let fits = (least..=most).contains(&length) && ends && !is_sample(&body[..length]);
        fits.then(|| Secret { range: at..at + shape.mark.len() + length, what: shape.what })
    })
}

/// What manuals print: one and the same `x`, or the word itself.
fn is_sample(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body).to_ascii_lowercase();
    body.iter().all(|b| b.eq_ignore_ascii_case(&b'x')) || ["example", "your"].iter().any(|word| text.contains(word))
}

/// Three parts of base64 with points between, the first a JSON object.
fn web_token(bytes: &[u8], at: usize) -> Option<Secret> {
    const LEAST: usize = RUN;
    if !bytes[at..].starts_with(b"eyJ") {
        return None;
    }
    let mut end = at;
    for part in 0..3 {
        let from = if part == 0 { end } else { end + 1 };
        if part > 0 && bytes.get(end) != Some(&b'.') {
            return None;
        }
        let length = bytes.get(from..)?.iter().take_while(|b| url64(**b)).count();
        if length < LEAST {
            return None;
        }
        end = from + length;
    }
    Some(Secret { range: at..end, what: "a signed web token" })
}
