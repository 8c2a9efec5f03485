//! The JSON contract of what changes a store and of its history, read strictly.

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

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

strict!(Rm {
    schema: String,
    dir: String,
    removed: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    undo: Option<String>,
});
strict!(Mv { schema: String, dir: String, from: String, to: String, relinked: Vec<String> });
strict!(Edit { schema: String, dir: String, file: String, changed: bool });
strict!(Entry { rev: String, time: String, subject: String, files: Vec<String> });
strict!(Log { schema: String, entries: Vec<Entry> });
strict!(Evidence {
    file: String,
    #[serde(deserialize_with = "nullable")]
    line: Option<u64>,
    text: String,
});
strict!(Item {
    action: String,
    kind: String,
    file: String,
    #[serde(deserialize_with = "nullable")]
    other: Option<String>,
    reason: String,
    evidence: Vec<Evidence>,
});
strict!(Gc {
    schema: String,
    dir: String,
    applied: bool,
    items: Vec<Item>,
    suggestions: Vec<Item>,
    memories: u64,
    touched: u64,
    needs_force: bool,
    #[serde(deserialize_with = "nullable")]
    undo: Option<String>,
    #[serde(deserialize_with = "nullable")]
    consolidation: Option<Consolidation>,
});
strict!(Consolidation {
    #[serde(deserialize_with = "nullable")]
    model: Option<String>,
    groups: u64,
    asked: u64,
    known: u64,
    left: u64,
    tokens: u64,
    #[serde(deserialize_with = "nullable")]
    failure: Option<Unanswered>,
    changes: Vec<Change>,
    refused: Vec<Refused>,
});
strict!(Unanswered { reason: String, detail: String });
strict!(Change {
    action: String,
    #[serde(deserialize_with = "nullable")]
    into: Option<String>,
    files: Vec<Differs>,
    dropped: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    reason: Option<String>,
});
strict!(Refused {
    files: Vec<String>,
    reason: String,
});
strict!(Decision {
    action: String,
    done: String,
    reason: String,
    finder: String,
    #[serde(deserialize_with = "nullable")]
    file: Option<String>,
    #[serde(deserialize_with = "nullable")]
    id: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    name: String,
    description: String,
    body: String,
    dropped: Vec<String>,
    said: String,
    turn: u64,
});
strict!(Fallback {
    reason: String,
    #[serde(deserialize_with = "nullable")]
    status: Option<u16>,
    attempts: u32,
});
strict!(Extract {
    schema: String,
    dir: String,
    #[serde(deserialize_with = "nullable")]
    session: Option<String>,
    format: String,
    turns: u64,
    new_turns: u64,
    again: u64,
    unread: u64,
    finder: String,
    #[serde(deserialize_with = "nullable")]
    fallback: Option<Fallback>,
    dry_run: bool,
    decisions: Vec<Decision>,
    waiting: u64,
});
strict!(Waiting {
    id: String,
    #[serde(deserialize_with = "nullable")]
    changes: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    name: String,
    description: String,
    body: String,
    said: String,
    #[serde(deserialize_with = "nullable")]
    session: Option<String>,
    #[serde(deserialize_with = "nullable")]
    reason: Option<String>,
    dropped: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    removes: Option<String>,
});
strict!(Decided {
    id: String,
    action: String,
    #[serde(deserialize_with = "nullable")]
    file: Option<String>,
    #[serde(deserialize_with = "nullable")]
    reason: Option<String>,
});
strict!(Inbox { schema: String, dir: String, waiting: Vec<Waiting>, decided: Vec<Decided> });
strict!(Restore { schema: String, dir: String, restored: Vec<String>, removed: Vec<String>, revisions: Vec<String> });
strict!(Differs {
    file: String,
    status: String,
    #[serde(deserialize_with = "nullable")]
    before: Option<String>,
    #[serde(deserialize_with = "nullable")]
    after: Option<String>,
});
strict!(Diff {
    schema: String,
    #[serde(deserialize_with = "nullable")]
    from: Option<String>,
    #[serde(deserialize_with = "nullable")]
    to: Option<String>,
    files: Vec<Differs>,
});
strict!(Repair {
    schema: String,
    dir: String,
    history: String,
    #[serde(deserialize_with = "nullable")]
    aside: Option<String>,
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

/// Runs with `--json`, wants this code, and reads the one document strictly and against its schema.
#[track_caller]
fn read<T: DeserializeOwned>(mem: &Mem, schema: &str, code: i32, args: &[&str]) -> T {
    let ran = ran(mem.process().arg("--json").args(args).output().unwrap()).code(code);
    assert!(ran.out.ends_with("}\n") && ran.out.lines().count() == 1, "one line: {ran:?}");
    let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(document["schema"], schema, "{ran:?}");
    let printed = Mem::new().run(["schema", schema]).ok().quiet().out;
    let rules: Value = serde_json::from_str(&printed).unwrap();
    if let Err(why) = check(&rules, &rules, &document) {
        panic!("{schema}: {why}\n{document:#}");
    }
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
}

fn store() -> Mem {
    let mem = Mem::new();
    mem.add("user", "A", "d", "one").add("user", "B", "d", "[[A]]");
    mem
}

#[test]
fn rm_and_restore() {
    let mem = store();
    let removed: Rm = read(&mem, "mem.rm/1", 0, &["rm", "-y", "A", "B"]);
    assert_eq!(removed.removed, ["user_a.md", "user_b.md"]);
    let dir = mem.store();
    assert_eq!(removed.undo.unwrap(), format!("mem --dir {} restore user_a.md user_b.md", dir.display()));
    let restored: Restore = read(&mem, "mem.restore/1", 0, &["restore", "A", "B"]);
    assert_eq!((restored.restored, restored.removed.len()), (vec!["user_a.md".into(), "user_b.md".into()], 0));
    assert_eq!(restored.revisions.len(), 2);
    assert!(restored.revisions.iter().all(|r| r.len() == 40));
    let undone: Restore = read(&mem, "mem.restore/1", 0, &["restore", "@HEAD", "--dry-run"]);
    assert_eq!(
        (undone.restored.len(), undone.removed, undone.revisions.len()),
        (0, vec!["user_a.md".into(), "user_b.md".into()], 0)
    );
    let forgotten: Rm = read(&mem, "mem.rm/1", 0, &["rm", "--forget", "A"]);
    assert_eq!((forgotten.removed, forgotten.undo), (vec!["user_a.md".into()], None));
    assert_eq!(read::<Restore>(&mem, "mem.restore/1", 0, &["restore", "--deleted"]).restored, Vec::<String>::new());
}

#[test]
fn mv_and_edit() {
    let mem = store().env("EDITOR", "sed -i s/one/two/");
    let edited: Edit = read(&mem, "mem.edit/1", 0, &["edit", "A"]);
    assert_eq!((edited.file.as_str(), edited.changed), ("user_a.md", true));
    assert!(!read::<Edit>(&mem, "mem.edit/1", 0, &["edit", "A"]).changed);
    let moved: Mv = read(&mem, "mem.mv/1", 0, &["mv", "A", "C"]);
    assert_eq!((moved.from.as_str(), moved.to.as_str()), ("user_a.md", "user_c.md"));
    assert_eq!(moved.relinked, ["user_b.md"]);
}

#[test]
fn the_history() {
    let mem = Mem::new();
    assert!(read::<Log>(&mem, "mem.log/1", 0, &["log"]).entries.is_empty());
    let none: Diff = read(&mem, "mem.diff/1", 0, &["diff"]);
    assert_eq!((none.from, none.to, none.files.len()), (None, None, 0));
    assert_eq!(read::<Repair>(&mem, "mem.repair/1", 0, &["log", "--repair"]).history, "none");
    let mem = store();
    mem.file("latin.md", b"caf\xe9").file("user_a.md", "now");
    let diff: Diff = read(&mem, "mem.diff/1", 0, &["diff"]);
    let statuses: Vec<_> =
        diff.files.iter().map(|f| (f.status.as_str(), f.before.is_some(), f.after.is_some())).collect();
    assert_eq!(statuses, [("added", false, true), ("changed", true, true)]);
    let log: Log = read(&mem, "mem.log/1", 0, &["log", "-n", "1"]);
    let entry = &log.entries[0];
    assert_eq!((entry.time.as_str(), entry.subject.as_str()), ("2026-11-29T12:00:00Z", "add: user_b.md"));
    assert_eq!((entry.rev.len(), &entry.files), (40, &vec!["MEMORY.md".to_owned(), "user_b.md".into()]));
    assert_eq!(read::<Repair>(&mem, "mem.repair/1", 0, &["--json", "log", "--repair"]).history, "sound");
    std::fs::remove_dir_all(mem.history().join("objects")).unwrap();
    let aside: Repair = read(&mem, "mem.repair/1", 0, &["log", "--repair"]);
    assert!(aside.history == "set_aside" && aside.aside.unwrap().ends_with(".git.damaged-1"));
}

#[test]
fn errors() {
    let mem = store();
    for (args, exit, code) in [
        (&["rm", "nosuch"][..], 1, "not_found"),
        (&["rm", "A", "B"], 1, "refused"),
        (&["rm"], 2, "usage"),
        (&["rm", "../x"], 1, "not_a_memory"),
        (&["mv", "A", "B"], 1, "refused"),
        (&["mv", "A"], 2, "usage"),
        (&["edit", "A"], 2, "usage"),
        (&["restore", "nosuch"], 1, "not_found"),
        (&["restore", "A@nosuch"], 1, "not_found"),
        (&["restore", "A"], 1, "refused"),
        (&["restore", "@HEAD", "A"], 2, "usage"),
        (&["diff", "--rev", "nosuch"], 1, "not_found"),
        (&["log", "nosuch"], 1, "not_found"),
        (&["log", "--repair", "A"], 2, "usage"),
    ] {
        let failure: Failure = read(&mem, "mem.error/1", exit, args);
        assert_eq!(failure.error.code, code, "{args:?}: {failure:?}");
        assert!(failure.error.hint.is_some_and(|h| !h.is_empty()), "{args:?}");
    }
    let mem = mem.env("PATH", "/nonexistent");
    for (args, exit, code) in
        [(&["rm", "A"][..], 1, "no_history"), (&["log"], 3, "history"), (&["rm", "--forget", "A"], 3, "history")]
    {
        assert_eq!(read::<Failure>(&mem, "mem.error/1", exit, args).error.code, code, "{args:?}");
    }
}

#[test]
fn gc() {
    let mem = Mem::new();
    mem.crowd();
    let text = "The same text in both, and long enough to tell.";
    mem.memory("user", "a", "A", "The better description", text).memory("user", "b", "B", "description", text);
    mem.memory("user", "tabs", "T", "Tabs", "Use tabs in Makefiles.");
    mem.memory("user", "none", "N", "Tabs", "Do not use tabs in Makefiles.");
    let plan: Gc = read(&mem, "mem.gc/1", 0, &["gc"]);
    assert_eq!((plan.items.len(), plan.suggestions.len(), plan.touched, plan.undo), (1, 1, 1, None));
    let idle: Gc = read(&mem, "mem.gc/1", 0, &["gc", "--auto"]);
    assert!(!idle.applied && idle.items.is_empty());
    let done: Gc = read(&mem, "mem.gc/1", 0, &["gc", "--apply"]);
    assert!(done.applied && done.undo.unwrap().contains(" restore @"));
    assert_eq!((done.items[0].kind.as_str(), done.items[0].other.as_deref()), ("copy", Some("user_a.md")));
}

#[test]
fn gc_consolidate() {
    let mem = Mem::new();
    mem.crowd();
    mem.memory("user", "tabs", "T", "Makefiles", "Use tabs in Makefiles.");
    mem.memory("user", "none", "N", "Makefiles", "Do not use tabs in Makefiles.");
    let none: Gc = read(&mem, "mem.gc/1", 1, &["gc", "--consolidate"]);
    let found = none.consolidation.unwrap();
    assert_eq!((found.failure.unwrap().reason.as_str(), found.model, found.left), ("no_provider", None, 1));
    let answer = r#"{"actions":[{"action":"delete","files":["user_tabs.md"],"reason":"out of date"},{}]}"#;
    let mem = mem.env("MEM_PROVIDER", "command").env("MEM_COMMAND", format!("echo '{answer}'"));
    let plan: Gc = read(&mem, "mem.gc/1", 0, &["gc", "--consolidate"]);
    let found = plan.consolidation.unwrap();
    assert_eq!((found.groups, found.asked, found.known, found.changes.len(), found.refused.len()), (1, 1, 0, 1, 1));
    let change = &found.changes[0];
    assert_eq!((change.action.as_str(), change.files[0].status.as_str(), &change.into), ("delete", "removed", &None));
    let done: Gc = read(&mem, "mem.gc/1", 0, &["gc", "--consolidate", "--yes"]);
    assert!(done.applied && done.undo.is_some() && done.items[0].kind == "consolidated");
}

#[test]
fn extract_and_inbox() {
    let mem = Mem::new();
    mem.add("feedback", "Tabs", "Use tabs in Makefiles and recipes", "Use tabs in Makefiles and recipes.");
    let talk = mem.root().join("talk");
    std::fs::write(&talk, "User: From now on use pnpm. Never use tabs in Makefiles and recipes.\n").unwrap();
    let talk = talk.to_str().unwrap();
    let dry: Extract = read(&mem, "mem.extract/1", 0, &["extract", "--dry-run", talk]);
    assert_eq!((dry.session, dry.format.as_str(), dry.decisions.len(), dry.waiting), (None, "plain", 2, 0));
    let found: Extract = read(&mem, "mem.extract/1", 0, &["extract", "--session", "s", talk]);
    assert_eq!(found.decisions[1].file.as_deref(), Some("feedback_tabs.md"));
    let listed: Inbox = read(&mem, "mem.inbox/1", 0, &["inbox"]);
    assert_eq!((listed.waiting.len(), listed.decided.len()), (2, 0));
    let change = listed.waiting.iter().find(|w| w.changes.is_some()).unwrap();
    let accepted: Inbox = read(&mem, "mem.inbox/1", 0, &["inbox", "accept", &change.id]);
    assert_eq!((accepted.decided[0].action.as_str(), accepted.waiting.len()), ("accepted", 1));
    let rejected: Inbox = read(&mem, "mem.inbox/1", 0, &["inbox", "reject", "--all"]);
    assert_eq!((rejected.decided[0].action.as_str(), rejected.waiting.len()), ("rejected", 0));
}
