//! When a request that failed is made once more, and after how long.

use std::time::Duration;

use jiff::{Timestamp, fmt::rfc2822::DateTimeParser};

/// The wait where the server names none that can be read.
pub(super) const BACKOFF: Duration = Duration::from_millis(250);

/// Whether a status is one that may pass: too many requests, or a server in trouble.
pub(super) fn may_pass(status: u16, headers: &Headers, body: &str) -> bool {
    // A spent account is not refilled by waiting.
    let is_spent = body.contains("insufficient_quota");
    let is_told_not_to = headers.should_retry.as_deref() == Some("false");
    matches!(status, 408 | 429 | 500..=599) && !is_spent && !is_told_not_to
}

/// What a response says about trying again.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    /// `Retry-After`.
    pub(super) retry_after: Option<String>,
    /// `x-should-retry`.
    pub(super) should_retry: Option<String>,
}

/// How long the server wants us to wait: whole seconds, or a date; a date that has passed is now.
pub(super) fn wait(headers: &Headers, now: Timestamp) -> Duration {
    let Some(text) = headers.retry_after.as_deref().map(str::trim) else { return BACKOFF };
    if let Ok(seconds) = text.parse::<u64>() {
        return Duration::from_secs(seconds);
    }
    match DateTimeParser::new().relaxed_weekday(true).parse_timestamp(text) {
        Ok(then) => Duration::try_from(then.duration_since(now)).unwrap_or_default(),
        Err(_) => BACKOFF,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_retry_after() {
        let now = "2026-11-29T12:00:00Z".parse().unwrap();
        for (text, wanted) in [
            (Some("0"), Duration::ZERO),
            (Some(" 2 "), Duration::from_secs(2)),
            (Some("86400"), Duration::from_secs(86_400)),
            (Some("18446744073709551615"), Duration::from_secs(u64::MAX)),
            (Some("Wed, 21 Oct 2026 07:28:00 GMT"), Duration::ZERO),
            (Some("Sun, 29 Nov 2026 12:00:03 GMT"), Duration::from_secs(3)),
            (Some("2abc"), BACKOFF),
            (Some("-1"), BACKOFF),
            (Some("1e9"), BACKOFF),
            (Some("0.5"), BACKOFF),
            (Some(""), BACKOFF),
            (Some("soon"), BACKOFF),
            (None, BACKOFF),
        ] {
            let headers = Headers { retry_after: text.map(str::to_owned), should_retry: None };
            assert_eq!(wait(&headers, now), wanted, "{text:?}");
        }
    }

    #[test]
    fn what_may_pass() {
        let plain = Headers::default();
        for status in [408, 429, 500, 503, 529] {
            assert!(may_pass(status, &plain, ""), "{status}");
        }
        for status in [200, 301, 400, 401, 403, 404, 413, 422] {
            assert!(!may_pass(status, &plain, ""), "{status}");
        }
        assert!(!may_pass(429, &plain, "{\"error\":{\"code\":\"insufficient_quota\"}}"));
        let told = Headers { should_retry: Some("false".into()), ..plain };
        assert!(!may_pass(529, &told, ""));
    }
}
