//! Secrets are put together here, so that no scanner trips over the source.

use super::{find, masked};

fn letters(seed: &str, count: usize) -> String {
    seed.chars().cycle().take(count).collect()
}

/// Texts with a secret each, and the secret.
fn secrets() -> Vec<(String, String)> {
    let dice = letters("qzjXkvwPbfgh", 12);
    let long = letters("a1B2c3D4e5F6g7", 40);
    let mut all: Vec<(String, String)> = [
        ("nas: user=op pass=", dice.clone(), ""),
        ("postgres://svc:", dice.clone(), "@db.example/x"),
        ("Authorization: Bearer ", long.clone(), ""),
        ("curl -H 'Authorization: Bearer ", letters("a", 40), "'"),
        ("", format!("ghp{}{}", "_", letters("aB3", 36)), " in use"),
        ("key ", format!("{}{}", "AKIA", letters("QWERTZ", 16)), "."),
        ("", format!("{}.{}.{}", "eyJhbGciOiJI", letters("eyJ0Z", 20), letters("x-_9", 20)), ""),
        ("api_key: \"", long.clone(), "\""),
        ("token:\n  ", long.clone(), "\nmore"),
        ("**Password**: `", format!("{}7!", letters("Sommer", 8)), "`"),
        ("管理员密码：", letters("x9Qk", 12), "，不要外传"),
        ("export DB_PASSWORD=", letters("t5R", 15), "\n"),
        ("", format!("xoxb{}{}", "-", letters("123456789012-abc", 40)), ""),
        ("", format!("sk-{}-{}", "ant", letters("api03-Ab", 60)), ""),
        ("password = \"", letters("hbqzrwkxvtpj", 14), "\""),
    ]
    .into_iter()
    .map(|(before, secret, after)| (format!("{before}{secret}{after}"), secret))
    .collect();
    let key = format!("-----BEGIN {}-----\n{}\n-----END PRIVATE KEY-----", "RSA PRIVATE KEY", letters("MIIEpA", 64));
    all.push((format!("the key:\n{key}\nend"), letters("MIIEpA", 64)));
    all.push((format!("-----BEGIN {}", "PRIVATE KEY-----"), format!("-----BEGIN {}", "PRIVATE KEY-----")));
    all
}

#[test]
fn each_secret_is_found_once_and_covered_wherever_it_stands() {
    for (text, secret) in secrets() {
        for around in ["{}", "Some words.\n\n{}\n\nMore words.", "```sh\n{}\n```\n", "description: it is {}"] {
            let whole = around.replace("{}", &text);
            let found = find(&whole);
            assert_eq!(found.len(), 1, "{whole}: {found:?}");
            let covered = masked(&whole);
            assert!(!covered.contains(&secret), "{whole} became {covered}");
            assert_eq!(covered.chars().count(), whole.chars().count());
        }
    }
}

#[test]
fn what_is_no_secret_is_left_alone() {
    let commit = letters("0123abcd", 40);
    for text in [
        format!("The fix is {commit}."),
        format!("commit: {commit}"),
        "originSessionId: 01449c66-99ef-4bad-b978-5afc8ccf49ef".into(),
        "set PROD_DB_PASSWORD in the vault".into(),
        "https://git.example/o/r/blob/0123abcd/README.md".into(),
        "modified: 2026-08-15T18:58:28.638Z".into(),
        "Authorization: Bearer YOUR_TOKEN_HERE".into(),
        "Authorization: Bearer <token>".into(),
        "api_key: <redacted>".into(),
        "sk-\u{2026}".into(),
        "the bearer of this note".into(),
        "How to apply: always run the linter, never skip it".into(),
        "password: see the vault".into(),
        "DB_PASSWORD=${DB_PASSWORD}".into(),
        "token: str = settings.auth_token".into(),
        "const token = await getAccessToken(user);".into(),
        "pass=$(pass show mail)".into(),
        "The token: it is refreshed every hour".into(),
        "postgres://user:password@localhost/db".into(),
        "postgres://postgres:postgres@localhost:5432/app".into(),
        "https://example.org:8080/a@b".into(),
        "ssh://git@github.com:22/x".into(),
        format!("ghp_{}", "x".repeat(36)),
        "AKIAIOSFODNN7EXAMPLE".into(),
        "token: refresh-token-rotation".into(),
        "bypass=everything1234x".into(),
        "the secret: never skip the review of migrations".into(),
        "skip-token-checks-when-the-user-is-internal".into(),
        "-----BEGIN CERTIFICATE-----".into(),
        "密码：请到保险箱里找".into(),
    ] {
        assert_eq!(find(&text), [], "{text}");
    }
}
