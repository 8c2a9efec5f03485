//! The few things that must be known of an URL: whether it can be used, whether it leads to this
//! machine, and where a path is added to it.

/// An URL of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Url {
    is_https: bool,
    /// Host and port as written.
    authority: String,
    /// From `/` on, without one at its end; may be empty.
    path: String,
}

impl Url {
    /// An URL as people write it: the scheme may be missing.
    ///
    /// # Errors
    /// Why it cannot be used, without repeating it: it may hold a password.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err("holds a blank or a control character");
        }
        let (scheme, rest) = text.split_once("://").map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
        if rest.contains(['?', '#']) {
            return Err("holds a query; only host and path belong there");
        }
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err("holds a user name or a password; a key has a setting of its own");
        }
        let host = host_of(authority);
        let port = authority[authority.len().min(authority.rfind(']').map_or(0, |at| at + 1))..].rsplit_once(':');
        if host.is_empty() || host.contains(['[', ']']) || port.is_some_and(|(_, port)| port.parse::<u16>().is_err()) {
            return Err("is not an address such as https://host/path");
        }
        let is_https = match scheme.map(str::to_ascii_lowercase).as_deref() {
            Some("https") => true,
            Some("http") => false,
            Some(_) => return Err("is neither http nor https"),
            // Nobody has a certificate for his own machine.
            None => !is_here(host),
        };
        Ok(Self { is_https, authority: authority.into(), path: path.trim_end_matches('/').into() })
    }

    /// `OLLAMA_HOST`, which is where a server listens and may lack any part.
    ///
    /// # Errors
    /// As [`Url::parse`].
    pub(super) fn of_ollama(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        let has_scheme = text.contains("://");
        let mut url = match text.strip_prefix(':') {
            Some(port) => Self::parse(&format!("http://127.0.0.1:{port}"))?,
            None if has_scheme => Self::parse(text)?,
            None => Self::parse(&format!("http://{text}"))?,
        };
        let has_port = url.authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        if !has_port && !has_scheme {
            url.authority.push_str(":11434");
        }
        // A server may listen everywhere; a client must go somewhere.
        for everywhere in ["0.0.0.0", "[::]"] {
            url.authority = url.authority.replace(everywhere, "127.0.0.1");
        }
        Ok(url)
    }

    /// The URL of an interface below this one: `ends` are ends that people copy along, `paths` what is
    /// added to a bare host, and behind everything.
    pub(super) fn endpoint(&self, ends: &[&str], paths: (&str, &str)) -> String {
        let path = ends.iter().find_map(|end| self.path.strip_suffix(end)).unwrap_or(&self.path);
        let path = if path.is_empty() { paths.0 } else { path };
        format!("{}://{}{}{}", self.scheme(), self.authority, path.trim_end_matches('/'), paths.1)
    }

    /// `http` or `https`.
    pub(super) fn scheme(&self) -> &'static str {
        if self.is_https { "https" } else { "http" }
    }

    /// The host without its port and brackets.
    pub(super) fn host(&self) -> &str {
        host_of(&self.authority)
    }

    /// Whether it is this machine.
    pub(super) fn is_here(&self) -> bool {
        is_here(self.host())
    }
}

fn host_of(authority: &str) -> &str {
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.rsplit_once(':').map_or(authority, |(host, _)| host),
    }
}

fn is_here(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let host = host.trim_end_matches('.');
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
}

/// An URL as it may be printed: without what could be a secret.
#[must_use]
pub fn shown(text: &str) -> String {
    match Url::parse(text) {
        Ok(_) => text.to_owned(),
        Err(_) => match text.rsplit_once('@') {
            Some((_, rest)) => format!("…@{}", rest.split(['?', '#']).next().unwrap_or_default()),
            None => text.split(['?', '#']).next().unwrap_or_default().to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Url, shown};

    #[test]
    fn every_spelling_of_a_base_leads_to_the_same_place() {
        let openai =
            |text: &str| Url::parse(text).unwrap().endpoint(&["/chat/completions"], ("/v1", "/chat/completions"));
        for text in [
            "https://h.example",
            "https://h.example/",
            "https://h.example/v1",
            "https://h.example/v1/",
            "https://h.example/v1//",
            "https://h.example/v1/chat/completions",
            "https://h.example/v1/chat/completions/",
            "h.example",
            "h.example/v1",
            " HTTPS://h.example/v1 ",
        ] {
            assert_eq!(openai(text), "https://h.example/v1/chat/completions", "{text}");
        }
        assert_eq!(openai("https://g.example/v1beta/openai/"), "https://g.example/v1beta/openai/chat/completions");
        assert_eq!(openai("localhost:8080"), "http://localhost:8080/v1/chat/completions");
        assert_eq!(openai("[::1]:8080"), "http://[::1]:8080/v1/chat/completions");
        let ends = ["/v1/messages", "/messages", "/v1"];
        for text in ["https://a.example", "https://a.example/v1/", "https://a.example/v1/messages", "a.example/v1"] {
            let url = Url::parse(text).unwrap().endpoint(&ends, ("", "/v1/messages"));
            assert_eq!(url, "https://a.example/v1/messages", "{text}");
        }
        let gateway = Url::parse("https://g.example/anthropic").unwrap().endpoint(&ends, ("", "/v1/messages"));
        assert_eq!(gateway, "https://g.example/anthropic/v1/messages");
    }

    #[test]
    fn what_cannot_be_used_is_not_repeated() {
        for text in [
            "",
            " ",
            "http://",
            "ftp://h",
            "https://u:pw@h",
            "u:pw@h",
            "http://h/?key=pw",
            "http://h:port",
            "http://h\nx",
            "a b",
            "http://[::1",
            "http:///x",
            "://h",
        ] {
            let why = Url::parse(text).unwrap_err();
            assert!(!why.contains("pw"), "{text}: {why}");
        }
        assert_eq!(shown("https://u:pw@h/v1?k=pw"), "…@h/v1");
        assert_eq!(shown("https://h/v1"), "https://h/v1");
    }

    #[test]
    fn where_ollama_listens() {
        for (text, url) in [
            ("127.0.0.1", "http://127.0.0.1:11434"),
            ("box:8000", "http://box:8000"),
            ("http://box:8000/", "http://box:8000"),
            (":8000", "http://127.0.0.1:8000"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:8000", "http://127.0.0.1:8000"),
            ("https://box", "https://box"),
        ] {
            assert_eq!(Url::of_ollama(text).unwrap().endpoint(&[], ("", "")), url, "{text}");
        }
    }

    #[test]
    fn this_machine() {
        for text in ["http://localhost:1", "127.1.2.3", "[::1]:80", "a.localhost", "LOCALHOST.", "0.0.0.0:1"] {
            assert!(Url::parse(text).unwrap().is_here(), "{text}");
        }
        for text in ["localhost.example", "10.0.0.1", "http://h"] {
            assert!(!Url::parse(text).unwrap().is_here(), "{text}");
        }
    }
}
