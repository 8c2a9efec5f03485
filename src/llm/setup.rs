//! Who would be asked: settings first, and variables kept for other programs only for the key and the
//! address of a provider that the settings name.

use super::{PROVIDERS, Provider, Server, url::Url};
use crate::{
    config::{Config, Origin, Secret},
    world::World,
};

/// A model that can be asked.
#[derive(Clone, Debug)]
pub struct Target {
    /// What kind of server or program.
    pub provider: &'static Provider,
    /// The model's name; empty for a command.
    pub model: String,
    /// The URL that requests go to; empty for a command.
    pub url: String,
    /// The command; empty for a server.
    pub command: String,
    /// The key, where there is one.
    pub key: Option<Key>,
    /// Who named the provider.
    pub named_by: String,
    /// Whether the server is the provider's own.
    pub(super) is_default_server: bool,
    /// Variables of the proxy for this server, if it is not reached directly.
    pub(super) proxy: Option<super::proxy::Proxy>,
}

impl Target {
    /// The model and where it is; holds no key.
    #[must_use]
    pub fn who(&self) -> String {
        match self.url.is_empty() {
            true => self.provider.name.to_owned(),
            false => format!("{} {} at {}", self.provider.name, self.model, self.url),
        }
    }
}

/// A key and how it is sent.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key.
    pub secret: Secret,
    /// Whether it is sent as a bearer's.
    pub(super) is_bearer: bool,
    /// Where it comes from.
    pub origin: String,
}

impl Key {
    /// The header that carries it.
    pub(super) fn bearer(&self) -> (&'static str, String) {
        ("authorization", format!("Bearer {}", self.secret.expose()))
    }
}

/// Why a provider that was named cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the provider `{provider}` cannot be asked: {why}")]
pub struct Unusable {
    /// Its name.
    pub provider: &'static str,
    /// What is missing or wrong, and what to do; holds no key.
    pub why: String,
}

/// The model that the person has named; `None` when that is none.
///
/// # Errors
/// [`Unusable`] when something that it needs is missing or cannot be used.
pub fn setup(config: &Config, world: &World) -> Result<Option<Target>, Unusable> {
    let Some((name, origin)) = config.text_of("llm.provider") else { return Ok(None) };
    let Some(provider) = PROVIDERS.into_iter().find(|provider| provider.name == name) else { return Ok(None) };
    let target = match &provider.server {
        Some(server) => of_server(provider, server, config, world),
        None => of_command(provider, config),
    };
    let named_by = origin.to_string();
    target.map(|target| Some(Target { named_by, ..target })).map_err(|why| Unusable { provider: provider.name, why })
}

fn of_command(provider: &'static Provider, config: &Config) -> Result<Target, String> {
    let (command, _) = config.text_of("llm.command").ok_or("`llm.command` is not set")?;
    Ok(Target { command: command.into(), ..empty(provider) })
}

fn of_server(
    provider: &'static Provider,
    server: &'static Server,
    config: &Config,
    world: &World,
) -> Result<Target, String> {
    if cfg!(not(feature = "net")) {
        return Err("this `mem` was built without `net`: models over HTTP are not built in".into());
    }
    let key = key(server, config, world)?;
    let default = Url::parse(server.base)?;
    let url = base(provider, server, config, world, key.is_some())?.unwrap_or_else(|| default.clone());
    let is_default_server = url == default;
    if is_default_server && key.is_none() {
        let variables: Vec<_> = server.keys.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no key: set MEM_API_KEY, `llm.api_key` or {}", variables.join(" or ")));
    }
    let model = match config.text_of("llm.model") {
        Some((model, _)) => model,
        None if is_default_server || provider.name == "anthropic" => server.model,
        None => return Err("`llm.model` is not set, and only that server knows which it has".into()),
    };
    Ok(Target {
        model: model.into(),
        proxy: super::proxy::of(&url, world)?,
        url: url.endpoint(server.ends, server.paths),
        key,
        is_default_server,
        ..empty(provider)
    })
}

fn empty(provider: &'static Provider) -> Target {
    Target {
        provider,
        model: String::new(),
        url: String::new(),
        command: String::new(),
        key: None,
        named_by: String::new(),
        is_default_server: false,
        proxy: None,
    }
}

/// The key of the settings, else the one that a variable keeps for other programs.
fn key(server: &Server, config: &Config, world: &World) -> Result<Option<Key>, String> {
    let set = config.llm_api_key().map(|(secret, origin)| {
        let origin = if let Origin::Env(name) = origin { (*name).to_owned() } else { format!("{origin}") };
        // Whoever has several kinds of key names the one that is meant by its variable.
        Key { secret: secret.clone(), is_bearer: server.keys[0].1, origin }
    });
    let ambient = || {
        server.keys.iter().find_map(|(name, is_bearer)| {
            let secret = Secret::new(&world.text(name)?)?;
            Some(Key { secret, is_bearer: *is_bearer, origin: (*name).into() })
        })
    };
    let Some(key) = set.or_else(ambient) else { return Ok(None) };
    if key.secret.expose().bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(Some(key))
    } else {
        Err(format!("the key of {} holds a line end, a blank or a letter that no key has", key.origin))
    }
}

/// The server that the person has chosen; `None` for the provider's own.
fn base(
    provider: &Provider,
    server: &Server,
    config: &Config,
    world: &World,
    has_key: bool,
) -> Result<Option<Url>, String> {
    if let Some((text, origin)) = config.text_of("llm.base_url") {
        let name = match origin {
            Origin::Env(name) => (*name).to_owned(),
            _ => "`llm.base_url`".to_owned(),
        };
        return Url::parse(text).map(Some).map_err(|why| bad_url(&name, why));
    }
    if let Some(text) = world.text(server.url) {
        return Url::parse(&text).map(Some).map_err(|why| bad_url(server.url, why));
    }
    // A key for somebody else does not go to Ollama, which needs none.
    match world.text("OLLAMA_HOST").filter(|_| provider.name == "openai" && !has_key) {
        Some(text) => Url::of_ollama(&text).map(Some).map_err(|why| bad_url("OLLAMA_HOST", why)),
        None => Ok(None),
    }
}

fn bad_url(whose: &str, why: &str) -> String {
    format!("the URL of {whose} {why}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Sources, world::Terminal};

    fn target(vars: &[(&str, &str)]) -> Result<Option<Target>, Unusable> {
        let vars = vars.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let world = World::new(Err("none".into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
        setup(&Config::load(&world, &Sources::default()).unwrap(), &world)
    }

    fn found(vars: &[(&str, &str)]) -> Target {
        target(vars).unwrap().unwrap()
    }

    fn why(vars: &[(&str, &str)]) -> String {
        target(vars).unwrap_err().why
    }

    #[test]
    fn variables_of_other_programs_choose_nobody() {
        let key = "sk-".to_owned() + "x";
        let ambient = [("OPENAI_API_KEY", key.as_str()), ("ANTHROPIC_API_KEY", "k"), ("OLLAMA_HOST", "127.0.0.1")];
        assert!(target(&ambient).unwrap().is_none());
        assert!(target(&[("MEM_MODEL", "m"), ("MEM_BASE_URL", "http://h"), ("MEM_API_KEY", "k")]).unwrap().is_none());
    }

    #[cfg(feature = "net")]
    #[test]
    fn they_supply_what_the_settings_leave_out() {
        let named = ("MEM_PROVIDER", "anthropic");
        let target = found(&[named, ("ANTHROPIC_API_KEY", "a")]);
        assert_eq!(
            (target.url.as_str(), target.model.as_str()),
            ("https://api.anthropic.com/v1/messages", "claude-haiku-5-5")
        );
        let key = target.key.unwrap();
        assert_eq!((key.secret.expose(), key.is_bearer, key.origin.as_str()), ("a", false, "ANTHROPIC_API_KEY"));
        let both = [named, ("ANTHROPIC_AUTH_TOKEN", "t"), ("ANTHROPIC_BASE_URL", "https://g.example/v1")];
        let target = found(&both);
        assert!(target.key.unwrap().is_bearer && target.url == "https://g.example/v1/messages");
        let target = found(&[&both[..], &[("MEM_API_KEY", " mine\r\n"), ("MEM_BASE_URL", "h.example")]].concat());
        let key = target.key.unwrap();
        assert_eq!((key.secret.expose(), key.is_bearer, key.origin.as_str()), ("mine", false, "MEM_API_KEY"));
        assert_eq!(target.url, "https://h.example/v1/messages");
    }

    #[cfg(feature = "net")]
    #[test]
    fn ollama_is_where_it_says_unless_there_is_a_key_for_somebody_else() {
        let named = [("MEM_PROVIDER", "openai"), ("MEM_MODEL", "qwen"), ("OLLAMA_HOST", ":1234")];
        let target = found(&named);
        assert_eq!(target.url, "http://127.0.0.1:1234/v1/chat/completions");
        assert!(target.key.is_none() && !target.is_default_server);
        let target = found(&[&named[..], &[("OPENAI_API_KEY", "k")]].concat());
        assert_eq!(target.url, "https://api.openai.com/v1/chat/completions");
    }

    #[cfg(feature = "net")]
    #[test]
    fn what_is_missing_is_named_and_no_key_is_repeated() {
        let openai = ("MEM_PROVIDER", "openai");
        assert!(why(&[openai]).contains("OPENAI_API_KEY"));
        assert!(why(&[("MEM_PROVIDER", "anthropic"), ("MEM_API_KEY", "  ")]).contains("ANTHROPIC_API_KEY"));
        assert!(why(&[openai, ("MEM_BASE_URL", "http://localhost:1")]).contains("llm.model"));
        for bad in ["top\nsecret", "топ", "top secret"] {
            let why = why(&[openai, ("MEM_API_KEY", bad)]);
            assert!(why.contains("MEM_API_KEY") && !why.contains("top") && !why.contains("топ"), "{why}");
        }
        let why = why(&[openai, ("MEM_API_KEY", "k"), ("MEM_BASE_URL", "https://u:hunter@h")]);
        assert!(why.contains("MEM_BASE_URL") && !why.contains("hunter"), "{why}");
    }

    #[cfg(not(feature = "net"))]
    #[test]
    fn what_is_not_built_in_is_said() {
        assert!(why(&[("MEM_PROVIDER", "openai"), ("MEM_API_KEY", "k")]).contains("not built in"));
    }

    #[test]
    fn a_command_needs_no_key() {
        assert!(why(&[("MEM_PROVIDER", "command")]).contains("llm.command"));
        let target = found(&[("MEM_PROVIDER", "command"), ("MEM_COMMAND", "claude -p")]);
        assert_eq!((target.command.as_str(), target.named_by.as_str()), ("claude -p", "MEM_PROVIDER"));
    }
}
