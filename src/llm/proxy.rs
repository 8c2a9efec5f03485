//! The proxy that the variables name for a server.

use super::url::Url;
use crate::world::World;

/// A proxy and whom it does not serve.
#[derive(Clone)]
pub(super) struct Proxy {
    /// Its URL; may hold a password.
    pub(super) url: String,
    /// The list of `NO_PROXY`.
    pub(super) except: String,
}

impl std::fmt::Debug for Proxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(a proxy)")
    }
}

/// The proxy for a server. This machine is reached directly, whatever the variables say.
///
/// # Errors
/// A clause about a proxy that cannot be used.
pub(super) fn of(server: &Url, world: &World) -> Result<Option<Proxy>, String> {
    if server.is_here() {
        return Ok(None);
    }
    let names = match server.scheme() {
        "https" => ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
        _ => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
    };
    let Some((name, text)) = names.iter().find_map(|name| Some((*name, world.text(name)?))) else { return Ok(None) };
    let except = world.text("no_proxy").or_else(|| world.text("NO_PROXY")).unwrap_or_default();
    if is_excepted(server.host(), &except) {
        return Ok(None);
    }
    let text = text.trim();
    match text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase()).as_deref() {
        None => Ok(Some(Proxy { url: format!("http://{text}"), except })),
        Some("http" | "https") => Ok(Some(Proxy { url: text.into(), except })),
        Some(_) => Err(format!("the proxy of {name} is neither http nor https, which are the ones built in")),
    }
}

/// Whether the list names a host, or a domain that it is in. Networks such as `10.0.0.0/8` are left to
/// whoever connects.
fn is_excepted(host: &str, list: &str) -> bool {
    let host = host.to_ascii_lowercase();
    list.split([',', ' ']).map(str::trim).any(|entry| {
        let entry = entry.trim_start_matches("*.").trim_start_matches('.').to_ascii_lowercase();
        entry == "*"
            || !entry.is_empty() && host.strip_suffix(&entry).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Terminal;

    fn proxy(url: &str, vars: &[(&str, &str)]) -> Result<Option<String>, String> {
        let vars = vars.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let world = World::new(Err("none".into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
        of(&Url::parse(url).unwrap(), &world).map(|proxy| proxy.map(|proxy| proxy.url))
    }

    #[test]
    fn who_goes_through_it() {
        let through = Ok(Some("http://p:1".to_owned()));
        for (url, vars) in [
            ("https://h.example", &[("HTTPS_PROXY", "http://p:1")][..]),
            ("https://h.example", &[("https_proxy", "p:1"), ("HTTPS_PROXY", "http://other")]),
            ("http://h.example", &[("http_proxy", "http://p:1")]),
            ("http://h.example", &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "other.example,example.org")]),
            ("http://h.example", &[("all_proxy", "http://p:1"), ("no_proxy", "ample")]),
        ] {
            assert_eq!(proxy(url, vars), through, "{url} {vars:?}");
        }
        for (url, vars) in [
            ("http://h.example", &[("HTTPS_PROXY", "http://p:1")][..]),
            ("http://h.example", &[("HTTP_PROXY", "http://p:1"), ("NO_PROXY", "*")]),
            ("http://h.example", &[("HTTP_PROXY", "http://p:1"), ("no_proxy", "x, .EXAMPLE")]),
            ("http://h.example", &[("HTTP_PROXY", "http://p:1"), ("no_proxy", "*.example")]),
            ("http://localhost:1", &[("HTTP_PROXY", "http://p:1")]),
            ("http://127.0.0.1:1", &[("ALL_PROXY", "socks5://p:1")]),
            ("http://h.example", &[]),
        ] {
            assert_eq!(proxy(url, vars), Ok(None), "{url} {vars:?}");
        }
    }

    #[test]
    fn a_kind_that_is_not_built_in_is_said_without_its_password() {
        let why = proxy("https://h.example", &[("ALL_PROXY", "socks5://u:pass@p:1")]).unwrap_err();
        assert!(why.contains("ALL_PROXY") && !why.contains("pass"), "{why}");
    }
}
