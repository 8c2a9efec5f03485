//! `mem config`: what is set, by whom, who would be asked; and setting it.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};

use crate::support::Mem;

fn key() -> String {
    ["secret", "key", "9"].join("-")
}

fn file(mem: &Mem) -> std::path::PathBuf {
    mem.home().join(".config/mem/config.toml")
}

fn row(mem: &Mem, key: &str) -> Value {
    let json = mem.json(["config"]);
    json["values"].as_array().unwrap().iter().find(|row| row["key"] == key).unwrap().clone()
}

#[test]
fn each_value_with_its_origin() {
    let mem = Mem::project().env("MEM_RECALL_LIMIT", "2");
    fs::create_dir(mem.cwd().join(".git")).unwrap();
    fs::write(mem.cwd().join(".mem.toml"), "recall.budget = 900\nllm.model = \"x\"\n").unwrap();
    mem.run(["config", "set", "recall.timeout", "1500ms"]).ok();
    let told = mem.run(["config"]).ok().says("`llm.model` is ignored").out;
    let line = |key: &str| told.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
    assert!(line("recall.limit").ends_with("2  (MEM_RECALL_LIMIT)"));
    assert!(line("recall.budget").ends_with(&format!("900  ({})", mem.cwd().join(".mem.toml").display())));
    assert!(line("recall.timeout").ends_with(&format!("1500ms  ({})", file(&mem).display())));
    assert!(line("recall.daily_calls").ends_with("500  (default)"));
    assert!(line("llm.model").ends_with('-'));
    assert!(
        told.ends_with("recall asks no model: `llm.provider` names none, and the local selector chooses\n"),
        "{told}"
    );
    assert_eq!(
        row(&mem, "recall.limit"),
        json!({"key": "recall.limit", "value": 2, "set": true, "origin": "MEM_RECALL_LIMIT"})
    );
    assert_eq!(row(&mem, "llm.model"), json!({"key": "llm.model", "value": null, "set": false, "origin": "default"}));
    assert_eq!(mem.json(["config"])["provider"], Value::Null);
}

#[cfg(feature = "net")]
#[test]
fn who_would_be_asked_and_why() {
    let mem = Mem::project().env("MEM_PROVIDER", "openai").env("MEM_MODEL", "small").env("OLLAMA_HOST", "box");
    let told = mem.run(["config"]).ok().quiet().out;
    let wanted =
        "recall asks openai small at http://box:11434/v1/chat/completions, without a key; named by MEM_PROVIDER\n";
    assert!(told.ends_with(wanted), "{told}");
    let mem = mem.env("OPENAI_API_KEY", key());
    let told = mem.run(["config"]).ok().quiet().out;
    assert!(told.contains("at https://api.openai.com/v1/chat/completions, with the key of OPENAI_API_KEY"), "{told}");
    let provider = mem.json(["config"])["provider"].clone();
    assert_eq!(
        provider,
        json!({"name": "openai", "named_by": "MEM_PROVIDER", "model": "small",
               "url": "https://api.openai.com/v1/chat/completions", "key_from": "OPENAI_API_KEY", "problem": null})
    );
    let mem = Mem::project().env("MEM_PROVIDER", "anthropic");
    let told = mem.run(["config"]).ok().quiet().out;
    assert!(told.contains("recall would ask anthropic (named by MEM_PROVIDER) and cannot: there is no key"), "{told}");
    assert!(mem.json(["config"])["provider"]["problem"].as_str().unwrap().contains("ANTHROPIC_API_KEY"));
}

#[test]
fn a_key_is_never_shown() {
    let mem = Mem::project();
    mem.run(["config", "set", "llm.provider", "anthropic"]).ok();
    let set = mem.feed(["config", "set", "llm.api_key", "-"], format!("{}\n", key())).ok();
    assert!(!set.out.contains(&key()) && set.err.is_empty(), "{set:?}");
    assert!(fs::read_to_string(file(&mem)).unwrap().contains(&format!("api_key = \"{}\"", key())));
    assert_eq!(fs::metadata(file(&mem)).unwrap().permissions().mode() & 0o777, 0o600, "for nobody else to read");
    assert_eq!(row(&mem, "llm.api_key")["value"], Value::Null);
    assert_eq!(row(&mem, "llm.api_key")["set"], true);
    for args in [&["config"][..], &["config", "--json"], &["-v", "config"]] {
        let ran = mem.run(args).ok();
        assert!(!ran.out.contains(&key()) && !ran.err.contains(&key()), "{ran:?}");
    }
    // Nor is one in an address.
    let mem = mem.env("MEM_BASE_URL", format!("https://u:{}@h.example/v1", key()));
    let ran = mem.run(["config"]).ok();
    assert!(!ran.out.contains(&key()) && ran.out.contains("…@h.example/v1"), "{ran:?}");
    // One that was readable before is not any more.
    let mem = Mem::project();
    mem.run(["config", "set", "recall.limit", "3"]).ok();
    fs::set_permissions(file(&mem), fs::Permissions::from_mode(0o644)).unwrap();
    mem.run(["config", "set", "llm.api_key", &key()]).ok();
    assert_eq!(fs::metadata(file(&mem)).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn setting_keeps_what_is_there() {
    let mem = Mem::project();
    let ran = mem.run(["config", "set", "llm.provider", "openai"]).ok().quiet();
    assert_eq!(ran.out, format!("set llm.provider in {}\n", file(&mem).display()));
    fs::write(file(&mem), "# mine\n[llm] # models\nprovider = 'openai'  # for now\n\n[recall]\nlimit = 3\n").unwrap();
    mem.run(["config", "set", "llm.provider", "command"]).ok();
    mem.run(["config", "set", "llm.command", "claude -p --model \"x\""]).ok();
    mem.run(["config", "set", "store.layout", "claude"]).ok();
    assert_eq!(
        fs::read_to_string(file(&mem)).unwrap(),
        "# mine\n[llm] # models\ncommand = \"claude -p --model \\\"x\\\"\"\nprovider = \"command\"  # for now\n\n\
         [recall]\nlimit = 3\n\n[store]\nlayout = \"claude\"\n"
    );
    let before = fs::read(file(&mem)).unwrap();
    for (args, says) in [
        (&["llm.provder", "x"][..], "did you mean `llm.provider`?"),
        (&["colour", "x"], "`mem config` lists the settings"),
        (&["llm.provider", "gpt"], "one of anthropic, openai, command"),
        (&["recall.limit", "9"], "from 1 to 5"),
        (&["recall.timeout", "soon"], "such as 4s or 500ms"),
        (&["llm.model", ""], "not empty"),
        (&["store.dir", "x"], ".mem.toml"),
    ] {
        let ran = mem.run([&["config", "set"], args].concat()).code(2).says(says);
        assert_eq!(ran.out, "");
    }
    assert_eq!(fs::read(file(&mem)).unwrap(), before);
    mem.run(["config", "set", "llm.model"]).code(2);
    let json = mem.json(["config", "set", "recall.limit", "2"]);
    assert_eq!((&json["schema"], &row(&mem, "recall.limit")["value"]), (&"mem.config/1".into(), &2.into()));
}

#[test]
fn what_counts_for_more_is_said() {
    let mem = Mem::project().env("MEM_MODEL", "other");
    mem.run(["config", "set", "llm.model", "mine"]).ok().says("MEM_MODEL counts for more here");
}

#[test]
fn a_file_without_a_place_for_it() {
    let mem = Mem::project();
    mem.run(["config", "set", "recall.limit", "3"]).ok();
    fs::write(file(&mem), "llm = { provider = \"openai\" }\n").unwrap();
    mem.run(["config", "set", "llm.model", "m"]).code(1).says("no place for `llm.model`");
    fs::write(file(&mem), "[llm\n").unwrap();
    mem.run(["config", "set", "llm.model", "m"]).code(1).says("config.toml");
    assert_eq!(fs::read_to_string(file(&mem)).unwrap(), "[llm\n");
    fs::remove_file(file(&mem)).unwrap();
    fs::create_dir(file(&mem)).unwrap();
    mem.run(["config", "set", "llm.model", "m"]).code(3);
    Mem::project().env("HOME", "").run(["config", "set", "llm.model", "m"]).code(3).says("HOME");
}

#[test]
fn a_link_stays_one() {
    let mem = Mem::project();
    fs::create_dir_all(file(&mem).parent().unwrap()).unwrap();
    let real = mem.home().join("dotfiles.toml");
    fs::write(&real, "# kept\n").unwrap();
    std::os::unix::fs::symlink(&real, file(&mem)).unwrap();
    mem.run(["config", "set", "llm.model", "m"]).ok();
    assert!(fs::symlink_metadata(file(&mem)).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "# kept\n\n[llm]\nmodel = \"m\"\n");
}
