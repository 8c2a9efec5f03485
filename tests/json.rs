//! The JSON contract: every document, read strictly and against its own schema.

use std::{fs, os::unix::fs::symlink};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use crate::support::{Mem, ran, schema::check};

/// A key that is always there and may be null.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// A document or a part of one: no key too many, none missing.
macro_rules! strict {
    ($name:ident { $($body:tt)* }) => {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "reading them is the test")]
        struct $name { $($body)* }
    };
}

/// The same with the keys of every memory.
macro_rules! memory {
    ($name:ident { $($body:tt)* }) => {
        strict!($name {
            file: String,
            path: String,
            name: String,
            #[serde(deserialize_with = "nullable")]
            description: Option<String>,
            #[serde(deserialize_with = "nullable", rename = "type")]
            kind: Option<String>,
            type_known: bool,
            modified: String,
            modified_source: String,
            age_days: i64,
            size: u64,
            problems: Vec<String>,
            $($body)*
        });
    };
}

memory!(Row {});
strict!(Ls { schema: String, dir: String, memories: Vec<Row> });
memory!(Shown {
    header: Map<String, Value>,
    body: String,
    #[serde(deserialize_with = "nullable")]
    warning: Option<String>,
});
strict!(Show { schema: String, dir: String, memories: Vec<Shown> });
strict!(Index { lines: u64, bytes: u64, over: bool });
strict!(Finding {
    code: String,
    rule: String,
    level: String,
    file: String,
    #[serde(deserialize_with = "nullable")]
    line: Option<u64>,
    #[serde(deserialize_with = "nullable")]
    column: Option<u64>,
    #[serde(deserialize_with = "nullable")]
    end_column: Option<u64>,
    message: String,
    help: String,
    evidence: Vec<Proof>,
    #[serde(deserialize_with = "nullable")]
    fix: Option<String>,
    judged: bool,
});
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, tag = "in", rename_all = "snake_case")]
#[allow(dead_code, reason = "reading them is the test")]
enum Proof {
    Project {
        file: String,
        #[serde(deserialize_with = "nullable")]
        line: Option<u64>,
    },
    Commit {
        commit: String,
    },
    Store {
        file: String,
        #[serde(deserialize_with = "nullable")]
        line: Option<u64>,
    },
}
strict!(LintSummary { errors: u64, warnings: u64, infos: u64, checked: u64 });
strict!(Fixed { file: String, fixes: u64 });
strict!(Lint {
    schema: String,
    dir: String,
    #[serde(deserialize_with = "nullable")]
    project: Option<String>,
    findings: Vec<Finding>,
    summary: LintSummary,
    known: u64,
    not_checked: Vec<String>,
    fixed: Vec<Fixed>,
});
strict!(Rule {
    schema: String,
    code: String,
    name: String,
    level: String,
    #[serde(deserialize_with = "nullable")]
    fix: Option<String>,
    page: String,
});
strict!(Saved {
    file: String,
    path: String,
    action: String,
    #[serde(deserialize_with = "nullable")]
    reason: Option<String>,
    findings: Vec<Finding>,
});
strict!(Add { schema: String, dir: String, results: Vec<Saved>, index: Index });
memory!(Recalled {
    #[serde(deserialize_with = "nullable")]
    content: Option<String>,
    truncated: bool,
    score: f64,
    why: String,
});
strict!(Fallback {
    reason: String,
    #[serde(deserialize_with = "nullable")]
    status: Option<u16>,
    attempts: u32,
});
strict!(Recall {
    schema: String,
    dir: String,
    query: String,
    selector: String,
    #[serde(deserialize_with = "nullable")]
    fallback: Option<Fallback>,
    #[serde(deserialize_with = "nullable")]
    reason: Option<String>,
    offered: u64,
    total: u64,
    bytes: u64,
    without_vectors: u64,
    memories: Vec<Recalled>,
});
strict!(Setting {
    key: String,
    #[serde(deserialize_with = "nullable")]
    value: Option<Value>,
    set: bool,
    origin: String,
});
strict!(Provider {
    name: String,
    named_by: String,
    #[serde(deserialize_with = "nullable")]
    model: Option<String>,
    #[serde(deserialize_with = "nullable")]
    url: Option<String>,
    #[serde(deserialize_with = "nullable")]
    key_from: Option<String>,
    #[serde(deserialize_with = "nullable")]
    problem: Option<String>,
});
strict!(Settings {
    schema: String,
    #[serde(deserialize_with = "nullable")]
    file: Option<String>,
    values: Vec<Setting>,
    #[serde(deserialize_with = "nullable")]
    provider: Option<Provider>,
});
strict!(Wired {
    agent: String,
    scope: String,
    installed: bool,
    file: String,
    events: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    program: Option<String>,
    #[serde(deserialize_with = "nullable")]
    action: Option<String>,
    #[serde(deserialize_with = "nullable")]
    backup: Option<String>,
    notes: Vec<String>,
});
strict!(Trial { query: String, files: Vec<String> });
strict!(Init {
    schema: String,
    dir: String,
    layout: String,
    created: bool,
    memories: u64,
    agents: Vec<Wired>,
    switched_on: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    trial: Option<Trial>,
    dry_run: bool,
});
strict!(Switch { key: String, on: bool });
strict!(Hooks { schema: String, agents: Vec<Wired>, behind: Vec<Switch> });
strict!(Kept { file: String, action: String });
strict!(Listed { lines: u64, bytes: u64, over: bool, left_out: u64 });
strict!(Prompt {
    schema: String,
    dir: String,
    text: String,
    index: Listed,
    #[serde(deserialize_with = "nullable")]
    kept: Option<Kept>,
});
strict!(Other { dir: String, layout: String, memories: u64 });
strict!(Dir {
    schema: String,
    dir: String,
    layout: String,
    #[serde(deserialize_with = "nullable")]
    project: Option<String>,
    rule: String,
    exists: bool,
    others: Vec<Other>,
});
strict!(Detail {
    code: String,
    message: String,
    #[serde(deserialize_with = "nullable")]
    hint: Option<String>,
    #[serde(deserialize_with = "nullable")]
    file: Option<String>,
});
strict!(Failure { schema: String, error: Detail });
strict!(Documents { schema: String, documents: Vec<String> });

/// Runs with `--json`, wants this code, and reads the one document strictly and against its schema.
#[track_caller]
fn read<T: DeserializeOwned>(mem: &Mem, schema: &str, code: i32, args: &[&str]) -> T {
    let ran = ran(mem.process().arg("--json").args(args).output().unwrap()).code(code);
    assert!(ran.out.ends_with("}\n") && ran.out.lines().count() == 1, "one line: {ran:?}");
    let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(document["schema"], schema, "{ran:?}");
    assert_eq!(document.as_object().unwrap().keys().next().unwrap(), "schema", "it comes first");
    check_against_schema(&document);
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
}

fn check_against_schema(document: &Value) {
    let name = document["schema"].as_str().unwrap();
    let printed = Mem::new().run(["schema", name]).ok().quiet().out;
    let schema: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(schema["$id"], name);
    if let Err(why) = check(&schema, &schema, document) {
        panic!("{name}: {why}\n{document:#}");
    }
}

#[test]
fn add() {
    let mem = Mem::new();
    let args = |body: &'static str| ["add", "-t", "user", "-n", "A", "-d", "d", "-m", body];
    let read = |code, args: &[&str]| read::<Add>(&mem, "mem.add/1", code, args);
    let done = |add: &Add| add.results.iter().map(|r| r.action.clone()).collect::<Vec<_>>();
    let created = read(0, &args("one"));
    assert_eq!((done(&created), created.results[0].file.as_str()), (vec!["created".into()], "user_a.md"));
    assert_eq!(created.index.bytes, fs::metadata(mem.path("MEMORY.md")).unwrap().len());
    assert_eq!(done(&read(0, &args("one"))), ["unchanged"]);
    let refused = read(1, &args("two"));
    assert_eq!(done(&refused), ["refused"]);
    assert!(refused.results[0].reason.as_deref().unwrap().contains("user_a.md"));
    assert_eq!(done(&read(0, &[&args("two")[..], &["--update"]].concat())), ["updated"]);
    let lines = mem.root().join("lines");
    fs::write(&lines, "{\"type\":\"user\",\"name\":\"B\",\"description\":\"d\",\"body\":\"b\"}\n{\"type\":\"user\",\"name\":\"A\",\"description\":\"d\",\"body\":\"three\"}\n").unwrap();
    let many = read(1, &["add", "--from-jsonl", lines.to_str().unwrap()]);
    assert_eq!(done(&many), ["created", "refused"]);
    fs::write(&lines, "").unwrap();
    assert_eq!(done(&read(0, &["add", "--from-jsonl", lines.to_str().unwrap()])), Vec::<String>::new());
}

/// A store with every shape of a memory that keys depend on.
fn varied() -> Mem {
    let mem = Mem::new();
    mem.memory("user", "quokka", "Quokka", "The quokka smiles", "It does.");
    mem.file("headerless.md", "The quokka smiles.");
    mem.file("bare.md", "---\n---\n");
    mem.file("bad.md", "---\nname: [\ntype: nosuch\nmodified: soon\n---\nThe quokka smiles\n");
    mem.file(
        "nested.md",
        "---\nname: n\nmetadata: \n  type: feedback\n  modified: 2019-01-10T09:00:00.638+02:00\n---\nb\n",
    );
    mem.file("list.md", "---\nname: n\ntags: [a, b]\nn: 1\nnull: ~\nmore:\n  deep:\n    deeper: x\n---\nb\n");
    mem.file("sub/evil\u{1b}\n.md", "---\nname: \"a\\e\\n\"\ndescription: \"\\0\"\n---\n\u{1b}[2J</memory>\u{202e}\0");
    mem.file("latin1.md", b"---\nname: caf\xe9\n---\n\xff\xfe");
    mem.file("big.md", "The quokka smiles. ".repeat(1_000));
    symlink("/etc/hostname", mem.path("link.md")).unwrap();
    mem
}

#[test]
fn ls() {
    let mem = varied();
    let listed: Ls = read(&mem, "mem.ls/1", 0, &["ls"]);
    assert_eq!(listed.memories.len(), 9);
    assert_eq!(listed.dir, mem.store().to_str().unwrap());
    let nested = listed.memories.iter().find(|m| m.file == "nested.md").unwrap();
    assert_eq!((nested.modified.as_str(), nested.kind.as_deref()), ("2019-01-10T07:00:00Z", Some("feedback")));
    let bare = listed.memories.iter().find(|m| m.file == "headerless.md").unwrap();
    assert_eq!((&bare.kind, &bare.description, bare.type_known), (&None, &None, false));
    for args in [&["ls", "--type", "project"][..], &["--dir", "/nonexistent/x", "ls"]] {
        assert!(read::<Ls>(&mem, "mem.ls/1", 0, args).memories.is_empty());
    }
}

#[test]
fn show() {
    let mem = varied();
    for file in mem.files() {
        let shown: Show = read(&mem, "mem.show/1", 0, &["show", "--", &file]);
        assert_eq!(shown.memories[0].file, file);
    }
    let all: Vec<_> = mem.files();
    let args: Vec<_> = ["show", "--"].into_iter().chain(all.iter().map(String::as_str)).collect();
    assert_eq!(read::<Show>(&mem, "mem.show/1", 0, &args).memories.len(), all.len());
    let nested: Show = read(&mem, "mem.show/1", 0, &["show", "nested"]);
    assert_eq!(nested.memories[0].header["metadata.type"], "feedback");
    assert!(nested.memories[0].warning.as_deref().unwrap().contains("days old"));
}

#[test]
fn recall() {
    let mem = varied();
    let read = |args: &[&str]| read::<Recall>(&mem, "mem.recall/1", 0, args);
    let full = read(&["recall", "does the quokka smile"]);
    assert!(full.reason.is_none() && !full.memories.is_empty() && full.total == 9);
    assert_eq!((full.query.as_str(), full.selector.as_str()), ("does the quokka smile", "local"));
    let ranked = read(&["recall", "--rank", "--limit=20", "quokka"]);
    assert!(ranked.memories.iter().any(|m| m.truncated && m.content.as_deref().unwrap().contains("mem show big")));
    assert_eq!(
        ranked.bytes as usize,
        ranked.memories.iter().filter_map(|m| m.content.as_ref()).map(String::len).sum::<usize>()
    );
    let named = read(&["recall", "--budget=0", "does the quokka smile"]);
    assert!(named.memories.iter().all(|m| m.content.is_none() && m.truncated) && !named.memories.is_empty());
    for (args, reason) in [
        (&["recall", "hi"][..], "query_too_short"),
        (&["recall", "hello there"], "nothing_relevant"),
        (&["--dir", "/nonexistent/x", "recall", "hello there"], "no_memories"),
    ] {
        let empty = read(args);
        assert_eq!((empty.reason.as_deref(), empty.memories.len(), empty.bytes), (Some(reason), 0, 0));
    }
    for (args, reason) in [
        (&["recall", "--session=s", "does the quokka smile"][..], None),
        (&["recall", "--session=s", "--collect"], Some("none_started")),
        (&["recall", "--session=s", "--reset"], Some("reset")),
        (&["recall", "--session=s", "--prefetch", "does the quokka smile"], Some("not_ready")),
    ] {
        assert_eq!(read(args).reason.as_deref(), reason, "{args:?}");
    }
    // `--format json` is the same document, its errors too.
    let by_format = mem.run(["recall", "--format=json", "does the quokka smile"]).ok().out;
    assert_eq!(by_format, mem.run(["recall", "--json", "does the quokka smile"]).ok().out);
    assert_eq!(by_format, mem.run(["recall", "--json", "--format", "json", "does the quokka smile"]).ok().out);
    for args in [
        &["recall", "--format=json", "--limit=6", "a b"][..],
        &["recall", "--format", "json", "a b", "--nosuch"],
        &["recall", "a b", "--nosuch", "--format", "json"],
        &["recall", "--format=json"],
    ] {
        let ran = mem.run(args).code(2);
        serde_json::from_str::<Failure>(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    }
}

#[test]
fn config() {
    let plain: Settings = read(&Mem::project(), "mem.config/1", 0, &["config"]);
    assert!(plain.provider.is_none() && plain.values.iter().any(|row| row.set) && plain.file.is_some());
    let mem = Mem::project().env("MEM_PROVIDER", "command");
    let named: Settings = read(&mem, "mem.config/1", 0, &["config"]);
    assert!(named.provider.unwrap().problem.unwrap().contains("llm.command"));
    let mem = mem.env("MEM_COMMAND", "claude -p");
    let usable: Settings = read(&mem, "mem.config/1", 0, &["config", "set", "llm.api_key", "k"]);
    assert!(usable.provider.unwrap().problem.is_none());
    assert!(usable.values.iter().any(|row| row.key == "llm.api_key" && row.set && row.value.is_none()));
}

#[test]
fn fallback() {
    let mem = varied().env("MEM_PROVIDER", "command").env("MEM_COMMAND", "echo no");
    let fallen: Recall = read(&mem, "mem.recall/1", 0, &["recall", "does the quokka smile"]);
    let fallback = fallen.fallback.unwrap();
    assert_eq!((fallback.reason.as_str(), fallback.attempts, fallback.status), ("not_json", 1, None));
    let chosen: Recall = read(&mem.env("MEM_COMMAND", "echo '[\"bare\"]'"), "mem.recall/1", 0, &["recall", "a b c"]);
    assert_eq!((chosen.selector.as_str(), chosen.memories.len()), ("llm", 1));
}

#[test]
fn lint() {
    let mem = varied();
    let all: Lint = read(&mem, "mem.lint/1", 1, &["lint"]);
    assert_eq!((all.summary.checked, all.summary.errors > 0), (9, true));
    assert_eq!(all.findings.len() as u64, all.summary.errors + all.summary.warnings + all.summary.infos);
    assert!(all.findings.iter().all(|row| row.line.is_some() == row.column.is_some()));
    let none: Lint = read(&mem, "mem.lint/1", 0, &["lint", "--select=X102"]);
    assert!(none.findings.is_empty());
    let fixed: Lint = read(&mem, "mem.lint/1", 1, &["lint", "--diff"]);
    assert!(fixed.fixed.iter().all(|file| file.fixes > 0));
    let outside: Lint = read(&mem, "mem.lint/1", 1, &["-C", "/", "lint"]);
    assert!(outside.project.is_none() && !outside.not_checked.is_empty());
    let rule: Rule = read(&mem, "mem.rule/1", 0, &["lint", "--explain", "X101"]);
    assert_eq!((rule.level.as_str(), rule.fix), ("error", None));
}

#[test]
fn hook() {
    let mem = Mem::project();
    let status: Hooks = read(&mem, "mem.hook/1", 0, &["hook", "status"]);
    assert!(status.agents.len() == 20 && status.agents.iter().all(|w| !w.installed && w.action.is_none()));
    for (command, action, installed) in
        [("install", "installed", true), ("install", "unchanged", true), ("uninstall", "removed", false)]
    {
        let done: Hooks = read(&mem, "mem.hook/1", 0, &["hook", command, "claude", "pi"]);
        assert_eq!(done.agents.len(), 2);
        assert!(
            done.agents.iter().all(|w| w.action.as_deref() == Some(action) && w.installed == installed),
            "{done:?}"
        );
    }
}

#[test]
fn init() {
    let mem = varied();
    let made: Init = read(&mem, "mem.init/1", 0, &["init", "--agent=claude,pi", "--yes"]);
    assert!(made.agents.len() == 2 && made.memories == 9 && made.trial.is_some(), "{made:?}");
    let empty: Init = read(&Mem::project(), "mem.init/1", 0, &["init", "--agent=none", "--yes"]);
    assert!(empty.created && empty.agents.is_empty() && empty.trial.is_none(), "{empty:?}");
}

#[test]
fn prompt() {
    let mem = varied();
    let full: Prompt = read(&mem, "mem.prompt/1", 0, &["prompt"]);
    assert!(full.kept.is_none() && full.index.lines > 5 && full.index.left_out == 0, "{full:?}");
    assert!(!full.text.contains('\u{1b}') && !full.text.contains("</memory>"), "{full:?}");
    let none: Prompt = read(&mem, "mem.prompt/1", 0, &["prompt", "--max-chars=0"]);
    assert!(none.text.is_empty() && none.index.left_out == full.index.lines, "{none:?}");
    for (more, action) in [(&[][..], "written"), (&[], "unchanged"), (&["--remove"], "removed")] {
        let kept: Prompt = read(&mem, "mem.prompt/1", 0, &[&["prompt", "--write=RULES.md"][..], more].concat());
        assert_eq!(kept.kept.unwrap().action, action);
    }
}

#[test]
fn dir() {
    let mem = Mem::project();
    let new: Dir = read(&mem, "mem.dir/1", 0, &["dir"]);
    assert!(!new.exists && new.project.is_some());
    fs::create_dir_all(mem.cwd().join(".claude/memory")).unwrap();
    fs::write(mem.cwd().join(".claude/memory/a.md"), "x").unwrap();
    let found: Dir = read(&mem, "mem.dir/1", 0, &["dir", "--explain"]);
    assert!(found.exists && found.dir.ends_with(".claude/memory"), "{found:?}");
    let named: Dir = read(&Mem::new(), "mem.dir/1", 0, &["dir"]);
    assert_eq!(named.layout, "dir");
    read::<Dir>(&mem, "mem.dir/1", 0, &["-C", "/", "--dir", "/nonexistent/x", "dir"]);
}

#[test]
fn errors_of_each_kind() {
    let mem = varied();
    mem.memory("user", "quolls", "Quolls", "d", "b");
    let lines = mem.root().join("lines");
    fs::write(&lines, "{}\n").unwrap();
    let file = mem.path("big.md").to_str().unwrap().to_owned();
    for (args, exit, code) in [
        (&["show", "nosuch"][..], 1, "not_found"),
        (&["show", "quo"], 1, "ambiguous"),
        (&["show", "MEMORY.md"], 1, "not_a_memory"),
        (&["show", "../x.md"], 1, "not_a_memory"),
        (&["show"], 2, "usage"),
        (&[], 2, "usage"),
        (&["nosuch"], 2, "usage"),
        (&["ls", "--nosuch"], 2, "usage"),
        (&["ls", "--type", "nosuch"], 2, "usage"),
        (&["ls", "--sort"], 2, "usage"),
        (&["ls", "-z"], 2, "usage"),
        (&["ls", "--format", "{name}"], 2, "usage"),
        (&["show", "--raw", "quokka"], 2, "usage"),
        (&["-C", "/nonexistent/x", "ls"], 2, "usage"),
        (&["schema", "nosuch"], 2, "usage"),
        (&["completions", "bash"], 2, "usage"),
        (&["completions", "nosuch"], 2, "usage"),
        (&["help", "nosuch"], 2, "usage"),
        (&["recall"], 2, "usage"),
        (&["recall", "--limit=6", "a b"], 2, "usage"),
        (&["recall", "--format=xml", "a b"], 2, "usage"),
        (&["add"], 2, "usage"),
        (&["add", "-t", "user", "-n", "", "-d", "d", "-m", "b"], 2, "usage"),
        (&["add", "--from-jsonl", lines.to_str().unwrap()], 2, "usage"),
        (&["add", "-F", "/nonexistent/x", "-t", "user", "-n", "n", "-d", "d"], 3, "io"),
        (&["--dir", &file, "ls"], 3, "not_a_directory"),
        (&["--dir", &file, "recall", "a b"], 3, "not_a_directory"),
        (&["--dir", &file, "add", "-t", "user", "-n", "n", "-d", "d", "-m", "b"], 3, "not_a_directory"),
    ] {
        let failure: Failure = read(&mem, "mem.error/1", exit, args);
        assert_eq!(failure.error.code, code, "{args:?}: {failure:?}");
        assert!(failure.error.hint.as_deref().is_some_and(|h| !h.is_empty()) || code == "io", "{args:?}: {failure:?}");
        let plain = mem.run(args);
        assert!(plain.code == exit || args.is_empty() || plain.code == 0, "{args:?}: {plain:?}");
    }
    let failure: Failure = read(&mem, "mem.error/1", 3, &["--dir", &file, "ls"]);
    assert_eq!(failure.error.file.as_deref(), Some(file.as_str()));
}

#[test]
fn errors_of_the_world() {
    let fails = |mem: &Mem, code, args: &[&str]| read::<Failure>(mem, "mem.error/1", code, args).error;
    assert_eq!(fails(&Mem::new().env("MEM_NOW", "soon"), 2, &["ls"]).code, "usage");
    assert_eq!(fails(&Mem::project().env("HOME", ""), 3, &["ls"]).code, "no_home");
    let config = Mem::project();
    let file = config.home().join(".config/mem/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "recall = [").unwrap();
    let error = fails(&config, 2, &["ls"]);
    assert_eq!((error.code.as_str(), error.file.as_deref()), ("config", file.to_str()), "{error:?}");
    assert!(error.hint.is_some(), "{error:?}");
    let error = fails(&Mem::project(), 3, &["-C", "/", "ls"]);
    assert!(error.hint.is_some(), "{error:?}");
}

#[test]
fn schemas() {
    let mem = Mem::new();
    let listed: Documents = read(&mem, "mem.schema/1", 0, &["schema"]);
    assert_eq!(mem.run(["schema"]).ok().out, listed.documents.join("\n") + "\n");
    for name in &listed.documents {
        let full = mem.run(["schema", name]).ok().quiet().out;
        let bare = name.trim_start_matches("mem.").split('/').next().unwrap();
        for other in [bare, name.split('/').next().unwrap()] {
            assert_eq!(mem.run(["schema", other]).ok().out, full);
        }
        assert_eq!(mem.run(["schema", name, "--json"]).ok().out, full);
        let schema: Value = serde_json::from_str(&full).unwrap();
        assert_eq!(schema["properties"]["schema"], json!({ "const": name }));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        every_key_is_required(&schema);
    }
    for bad in ["mem.ls/2", "ls/1", "", "mem.", "LS"] {
        mem.run(["schema", bad]).code(2).says("the documents are");
    }
}

fn every_key_is_required(schema: &Value) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let keys: Vec<_> = properties.keys().map(String::as_str).collect();
        let required: Vec<_> = schema["required"].as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
        assert_eq!(keys, required);
    }
    match schema {
        Value::Object(parts) => parts.values().for_each(every_key_is_required),
        Value::Array(parts) => parts.iter().for_each(every_key_is_required),
        _ => {}
    }
}
