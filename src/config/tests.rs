//! The layers against each other, and what they refuse.

use std::{fs, path::PathBuf};

use super::*;
use crate::world::{Terminal, World};

struct Fixture {
    _temp: tempfile::TempDir,
    base: PathBuf,
    vars: Vec<(&'static str, String)>,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let base = temp.path().canonicalize().unwrap();
        fs::create_dir_all(base.join(".config/mem")).unwrap();
        fs::create_dir_all(base.join("p")).unwrap();
        Self { vars: vec![("HOME", base.to_str().unwrap().into())], base, _temp: temp }
    }

    fn user(self, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.base.join(".config/mem/config.toml"), text).unwrap();
        self
    }

    fn project(self, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.base.join("p/.mem.toml"), text).unwrap();
        self
    }

    fn var(mut self, name: &'static str, value: &str) -> Self {
        self.vars.push((name, value.into()));
        self
    }

    fn world(&self) -> World {
        let vars = self.vars.iter().map(|(name, value)| (name.into(), value.into())).collect();
        World::new(Ok(self.base.clone()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap()
    }

    fn try_load(&self, flags: &[(&str, &str, &str)]) -> Result<Config, ConfigError> {
        let root = self.base.join("p");
        Config::load(&self.world(), &Sources { root: Some(&root), project_dir: Some(&root), flags })
    }

    fn load(&self) -> Config {
        self.try_load(&[]).unwrap()
    }

    fn warnings(&self) -> Vec<String> {
        let base = format!("{}/", self.base.display());
        self.load().warnings.iter().map(|w| w.to_string().replace(&base, "")).collect()
    }
}

fn origin(config: &Config, key: &str) -> String {
    let text = config.get(key).unwrap().origin.to_string();
    text.rsplit('/').next().unwrap().into()
}

#[test]
fn defaults_without_any_file_or_home() {
    let config = Config::load(&Fixture { vars: vec![], ..Fixture::new() }.world(), &Sources::default()).unwrap();
    assert_eq!((config.recall_limit(), config.recall_budget()), (5, None));
    assert_eq!((config.store_dir(), config.store_layout()), (None, None));
    assert!(config.warnings.is_empty() && config.settings().len() == KEYS.len());
    assert_eq!(origin(&config, "recall.limit"), "default");
}

#[test]
fn each_layer_over_the_one_below() {
    let mut fixture = Fixture::new();
    let flag: &[_] = &[("--limit", "recall.limit", "1")];
    fixture = fixture.user("recall.limit = 4\nrecall.budget = 900");
    assert_eq!((fixture.load().recall_limit(), origin(&fixture.load(), "recall.limit")), (4, "config.toml".into()));
    fixture = fixture.project("[recall]\nlimit = 3");
    assert_eq!((fixture.load().recall_limit(), origin(&fixture.load(), "recall.limit")), (3, ".mem.toml".into()));
    fixture = fixture.var("MEM_RECALL_LIMIT", "2");
    assert_eq!(
        (fixture.load().recall_limit(), origin(&fixture.load(), "recall.limit")),
        (2, "MEM_RECALL_LIMIT".into())
    );
    let config = fixture.try_load(flag).unwrap();
    assert_eq!((config.recall_limit(), origin(&config, "recall.limit")), (1, "--limit".into()));
    assert_eq!(config.recall_budget(), Some(900));
    assert!(config.settings().is_sorted_by_key(|setting| setting.key));
}

#[test]
fn one_project_in_the_users_file() {
    let fixture = Fixture::new();
    let root = fixture.base.join("p");
    let file = fixture.base.join(".config/mem/config.toml");
    let linked = format!("{}/p/../p", root.parent().unwrap().display());
    for (path, want) in [
        (root.to_str().unwrap(), "claude"),
        ("~/p", "claude"),
        (&format!("{}/", root.display()), "claude"),
        (&linked, "claude"),
        ("p", "mem"),
        ("/elsewhere/p", "mem"),
    ] {
        fs::write(&file, format!("[projects.\"{path}\"]\nstore.layout = \"claude\"\n[store]\nlayout = \"mem\"\n"))
            .unwrap();
        assert_eq!(fixture.load().store_layout(), Some(want), "{path}");
    }
}

#[test]
fn a_project_file_may_say_where_inside_itself() {
    let fixture = Fixture::new().project("store.dir = \"./.claude/memory\"");
    assert_eq!(fixture.load().store_dir(), Some(Path::new("./.claude/memory")));
    let outside = [
        "/etc",
        "../x",
        "a/../../x",
        "~/x",
        "~",
        "",
        " ",
        ".git/hooks",
        "a/.GIT",
        "C:\\\\x",
        "a\\\\..\\\\b",
        "\\u0000",
    ];
    for dir in outside {
        let fixture = Fixture::new().project(format!("store.dir = \"{dir}\""));
        let config = fixture.load();
        assert_eq!(config.store_dir(), None, "{dir}");
        assert!(matches!(&config.warnings[..], [Warning { problem: Problem::BadValue { .. }, .. }]), "{dir}");
    }
}

#[test]
fn a_project_file_is_not_trusted_and_says_where() {
    let fixture = Fixture::new().project(
        "recall.limit = 9\n[store]\nlayout = \"claude\"\n[llm]\nprovider = \"openai\"\nbase_url = \"http://x\"\n\
         [lint]\njudge.command = \"rm\"\n[recall]\nlimt = 3\ncolour = 1\n[projects.\"/\"]\nstore.dir = \"x\"\n",
    );
    let error = fixture.try_load(&[]).unwrap_err();
    assert!(error.to_string().contains("/.mem.toml:9: "), "a table twice: {error}");
    let fixture = fixture.project(
        "[store]\nlayout = \"claude\"\n[llm]\nprovider = \"openai\"\nbase_url = \"http://x\"\n[lint]\njudge.command = \"rm\"\n\
         [recall]\nlimit = 9\nlimt = 3\ncolour = 1\n[projects.\"/\"]\nstore.dir = \"x\"\n",
    );
    let untrusted = "is ignored: a project file may not set it; it belongs in your own config.toml";
    assert_eq!(
        fixture.warnings(),
        [
            format!("p/.mem.toml:2: `store.layout` {untrusted}"),
            format!("p/.mem.toml:4: `llm.provider` {untrusted}"),
            format!("p/.mem.toml:5: `llm.base_url` {untrusted}"),
            format!("p/.mem.toml:7: `lint.judge.command` {untrusted}"),
            "p/.mem.toml:9: `recall.limit` is ignored: must be a whole number from 1 to 5, not 9".into(),
            "p/.mem.toml:10: unknown setting `recall.limt`, did you mean `recall.limit`?".into(),
            "p/.mem.toml:11: unknown setting `recall.colour`".into(),
            format!("p/.mem.toml:13: `projects./.store.dir` {untrusted}"),
        ]
    );
    assert_eq!((fixture.load().recall_limit(), fixture.load().store_layout()), (5, None));
}

#[test]
fn the_users_own_mistakes_are_errors() {
    for (text, want) in [
        ("a = 1\nrecall.limit = \"3\"", "config.toml:2: `recall.limit` must be a whole number from 1 to 5, not text"),
        ("recall.limit = 0", "config.toml:1: `recall.limit` must be a whole number from 1 to 5, not 0"),
        ("recall.limit = 2.5", "config.toml:1: `recall.limit` must be a whole number from 1 to 5, not a fraction"),
        ("recall.budget = -1", "config.toml:1: `recall.budget` must be a whole number from 0, not -1"),
        (
            "store.layout = \"cloud\"",
            "config.toml:1: `store.layout` must be one of mem, claude, mini-claude, not cloud",
        ),
    ] {
        let error = Fixture::new().user(text).try_load(&[]).unwrap_err();
        assert!(error.to_string().ends_with(want), "{error}");
    }
    let error = Fixture::new().var("MEM_RECALL_LIMIT", "many").try_load(&[]).unwrap_err();
    assert_eq!(error.to_string(), "MEM_RECALL_LIMIT: `recall.limit` must be a whole number from 1 to 5, not many");
    assert_eq!(error.hint(), "correct or unset MEM_RECALL_LIMIT");
    let fixture = Fixture::new().user("store.dir = \"memory\"");
    assert_eq!(
        fixture.warnings(),
        [".config/mem/config.toml:1: `store.dir` is ignored: it belongs in the project's .mem.toml"]
    );
}

#[test]
fn a_file_that_is_not_toml_names_its_line_and_a_hook_goes_on() {
    for (text, line) in [(&b"\n\nrecall limit = 3\n"[..], 3), (b"a = 1\nb = \"\xff\"", 2), (b"[x\n", 1)] {
        for fixture in [Fixture::new().user(text), Fixture::new().project(text)] {
            let error = fixture.try_load(&[]).unwrap_err();
            assert!(matches!(&error, ConfigError::Syntax { at, .. } if at.line == Some(line)), "{error}");
            assert!(error.file().is_some() && !error.to_string().contains('\n'), "{error}");
            let root = fixture.base.join("p");
            let sources = Sources { root: Some(&root), project_dir: Some(&root), flags: &[] };
            let config = Config::load_leniently(&fixture.world(), &sources);
            assert_eq!((config.recall_limit(), config.warnings.len()), (5, 1));
        }
    }
}

#[test]
fn a_byte_order_mark_and_windows_lines_are_fine() {
    let fixture = Fixture::new().user("\u{feff}[recall]\r\nlimit = 2\r\nodd = 1\r\n");
    assert_eq!(fixture.load().recall_limit(), 2);
    assert_eq!(fixture.load().warnings[0].at.line, Some(3));
}

#[test]
fn what_is_not_a_file_is_named() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.base.join("p/.mem.toml")).unwrap();
    let error = fixture.try_load(&[]).unwrap_err();
    assert!(error.to_string().ends_with("p/.mem.toml is a directory, not a configuration file"), "{error}");
    assert!(error.hint().starts_with("move "));

    let fixture = Fixture::new();
    fs::remove_dir(fixture.base.join(".config/mem")).unwrap();
    fs::write(fixture.base.join(".config/mem"), "").unwrap();
    assert!(fixture.load().warnings.is_empty(), "a file above it means that there is none");
}

#[cfg(unix)]
#[test]
fn a_pipe_does_not_hang() {
    let fixture = Fixture::new();
    let made = std::process::Command::new("mkfifo").arg(fixture.base.join("p/.mem.toml")).status().unwrap();
    assert!(made.success());
    assert!(matches!(fixture.try_load(&[]), Err(ConfigError::NotAFile { .. })));
}
