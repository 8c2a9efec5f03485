//! `mem add`: every way in, and nothing lost on any of them.

use std::{
    fs,
    io::{Read as _, Write as _},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
    process::{Child, Command, Stdio},
    time::SystemTime,
};

use serde_json::{Value, json};

use crate::support::{Mem, Ran, ran, skip};

/// `add` of a usual feedback with these further arguments.
fn add(mem: &Mem, name: &str, more: &[&str]) -> Ran {
    mem.run([&["add", "-t", "feedback", "-n", name, "-d", "when it matters"], more].concat())
}

#[track_caller]
fn shown(mem: &Mem, name: &str) -> Value {
    let document = mem.json(["show", name]);
    assert_eq!(document["memories"].as_array().map(Vec::len), Some(1), "{document}");
    document["memories"][0].clone()
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn mtime(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

/// No temporary file was left.
#[track_caller]
fn tidy(mem: &Mem) {
    let left: Vec<_> = walkdir::WalkDir::new(mem.root())
        .into_iter()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".mem-") || name.starts_with("mem-draft-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn saves_a_memory_and_its_index_line() {
    let mem = Mem::new();
    mem.add("feedback", "No summaries", "User wants no closing summary", "Leave it out.");
    assert_eq!(
        mem.read("feedback_no_summaries.md"),
        "---\nname: No summaries\ndescription: User wants no closing summary\ntype: feedback\nmodified: 2026-11-29T12:00:00Z\n---\nLeave it out.\n"
    );
    assert_eq!(
        mem.read("MEMORY.md"),
        "# Memory\n\n- [No summaries](feedback_no_summaries.md) — User wants no closing summary\n"
    );
    tidy(&mem);
}

#[test]
fn the_document_says_what_was_done() {
    let mem = Mem::new();
    let args = ["add", "-t", "USER", "-n", "Role", "-d", "d", "-m", "b"];
    let document = mem.json(args);
    let path = mem.path("user_role.md").display().to_string();
    assert_eq!(
        document,
        json!({"schema": "mem.add/1", "dir": mem.store(), "results": [
            {"file": "user_role.md", "path": path, "action": "created", "reason": null, "findings": []}],
            "index": {"lines": 3, "bytes": 39, "over": false}})
    );
    assert_eq!(document["index"]["bytes"], mem.read("MEMORY.md").len());
    assert_eq!(mem.json(args)["results"][0]["action"], "unchanged");
    let refused = mem.run(["--json", "add", "-t", "user", "-n", "Role", "-d", "d", "-m", "other"]).code(1);
    let document: Value = serde_json::from_str(&refused.out).unwrap();
    assert_eq!(document["results"][0]["action"], "refused");
    assert!(document["results"][0]["reason"].as_str().unwrap().contains("user_role.md exists (name: Role)"));
    let updated = mem.json(["add", "-t", "user", "-n", "Role", "-d", "d", "-m", "other", "--update"]);
    assert_eq!(updated["results"][0]["action"], "updated");
}

#[test]
fn the_text_comes_from_everywhere() {
    let mem = Mem::new();
    let whole = "---\nname: Whole\ndescription: From a file\ntype: reference\n---\nwhole text\n";
    fs::write(mem.cwd().join("body.txt"), "from a file\n").unwrap();
    fs::write(mem.cwd().join("whole.md"), whole).unwrap();
    add(&mem, "m", &["-m", "one"]).ok();
    add(&mem, "mm", &["-m", "one", "-m", "two"]).ok();
    add(&mem, "f", &["-F", "body.txt"]).ok();
    add(&mem, "dash", &["-m", "-m"]).ok();
    for (name, way) in [("stdin", &[][..]), ("minus", &["-"]), ("fminus", &["-F", "-"])] {
        let args = [&["add", "-t", "feedback", "-n", name, "-d", "d"], way].concat();
        mem.feed(args, "from stdin").ok();
    }
    mem.run(["add", "-F", "whole.md"]).ok().quiet();
    mem.feed(["add", "-n", "Other name"], whole).ok();
    for (name, body) in [
        ("m", "one\n"),
        ("mm", "one\n\ntwo\n"),
        ("f", "from a file\n"),
        ("dash", "-m\n"),
        ("stdin", "from stdin\n"),
        ("minus", "from stdin\n"),
        ("fminus", "from stdin\n"),
        ("Whole", "whole text\n"),
        ("Other name", "whole text\n"),
    ] {
        assert_eq!(shown(&mem, name)["body"], body, "{name}");
    }
    assert_eq!(shown(&mem, "Whole")["type"], "reference");
    assert_eq!(shown(&mem, "Other name")["description"], "From a file");
}

#[test]
fn a_pipe_with_a_name_is_read_to_its_end() {
    let mem = Mem::new();
    let fifo = mem.cwd().join("pipe");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let child = mem.process().args(["add", "-t", "user", "-n", "n", "-d", "d", "-F", "pipe"]).spawn().unwrap();
    fs::OpenOptions::new().write(true).open(&fifo).unwrap().write_all(b"piped").unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(shown(&mem, "n")["body"], "piped\n");
}

#[test]
fn a_killed_reader_leaves_nothing_behind() {
    let mem = Mem::new();
    mem.memory("user", "old", "Old", "d", "b");
    let before = mem.state();
    let fifo = mem.cwd().join("pipe");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut child = mem.process().args(["add", "-t", "user", "-n", "n", "-d", "d", "-F", "pipe"]).spawn().unwrap();
    // Opening succeeds once the other end is open: `mem` waits for the text now.
    let mut writer = fs::OpenOptions::new().write(true).open(&fifo).unwrap();
    writer.write_all(b"half of it").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(mem.state(), before);
    // Files that only look like locks lock nothing.
    for name in [".lock", "lock", ".mem.lock", "MEMORY.md.lock"] {
        mem.file(name, "1");
    }
    mem.add("user", "n", "d", "b");
}

#[test]
fn a_text_that_begins_like_a_header() {
    let mem = Mem::new();
    for (name, body) in [
        ("rule", "---\n\nafter a rule\n\n---\nmore\n"),
        ("open", "---\nname: x\ntype: user\nnever closed\n"),
        ("keys", "---\ntags: a\n---\ntext\n"),
        ("dashes", "----\n"),
        ("bold", "**Why:** because: it is\n"),
    ] {
        mem.feed(["add", "-t", "user", "-n", name, "-d", "d"], body).ok();
        let memory = shown(&mem, name);
        assert_eq!((&memory["name"], &memory["body"]), (&name.into(), &body.into()));
    }
}

#[test]
fn what_a_header_holds_beside_is_named_when_it_is_not_kept() {
    let mem = Mem::new();
    let text = "---\nname: N\ndescription: d\ntype: user\ntags: [a]\nmetadata:\n  originSessionId: 1\n---\nb\n";
    mem.feed(["add", "-"], text).ok().says("not kept: tags, metadata.originSessionId");
    mem.feed(["add"], "---\nname: N2\ndescription: d\ntype: bogus\n---\nb\n")
        .code(2)
        .says("the type `bogus` is unknown");
    mem.feed(["add", "-t", "user"], "---\nname: N2\ndescription: d\ntype: bogus\n---\nb\n").ok();
}

#[test]
fn line_ends_and_marks_of_other_systems_go() {
    let mem = Mem::new();
    mem.feed(["add", "-t", "user", "-n", "crlf", "-d", "d"], "\u{feff}one\r\ntwo\r\n").ok();
    assert!(mem.read("user_crlf.md").ends_with("---\none\ntwo\n"));
    mem.feed(["add"], "\u{feff}---\r\nname: head\r\ndescription: d\r\ntype: user\r\n---\r\ntext\r\n").ok();
    assert_eq!(shown(&mem, "head")["body"], "text\n");
    mem.feed(["add", "-t", "user", "-n", "crlf", "-d", "d"], "one\ntwo\n\n\n").ok();
    assert_eq!(mem.files().len(), 2);
}

#[test]
fn every_value_comes_back_as_it_was_given() {
    let mem = Mem::new();
    for (i, value) in [
        "*always* run make",
        "[draft] pick a name",
        "@ops owns CI",
        "%s is a hole",
        "!keep order",
        "&shared with QA",
        "- looks like a list",
        "? unsure",
        "keep # not a comment",
        "ends in colon:",
        "`D:\\tmp\\x` is the cache",
        "\"half quoted",
        "it's",
        "tab\tin",
        "two  blanks",
        "null",
        "~",
        "yes",
        "No",
        "007",
        "2026-01-01",
        "1e3",
        "12:30:00",
        "=",
        "<<",
        "{a: b}",
        "a, b",
        "#x",
        "'q'",
        "\"q\"",
        "|",
        ">",
        "a\\nb",
        "--- x",
        "---",
        "...",
        "0x1F",
        "1_000",
        ".5",
        "+1",
        "emoji 🐘",
        "%TAG",
        "key: value",
        "x:y",
        "https://a.b/c#d",
        ".inf",
        "!!str x",
        "-",
        "?",
        ":",
        ": x",
        "部署: 流程 # 一",
        "esc \u{1b}[2J",
        "nbsp\u{a0}in",
        "--update",
        "-m",
        "<b>",
        "a\u{200d}b",
        "\\",
        "''",
    ]
    .into_iter()
    .enumerate()
    {
        mem.run(["add", "--update", "-t", "feedback", "-n", "Round trip", "-d", value, "-m", "b"]).ok();
        assert_eq!(shown(&mem, "feedback_round_trip")["description"], value);
        let name = format!("n{i} {value}");
        let document = mem.json(["add", "-t", "user", "-n", &name, "-d", "d", "-m", "b"]);
        let file = document["results"][0]["file"].as_str().unwrap_or_else(|| panic!("{value}: {document}"));
        assert_eq!(shown(&mem, file)["name"], name);
    }
    let (index, links) = (mem.read("MEMORY.md"), mem.files().len());
    assert_eq!(index.lines().filter(|l| l.starts_with("- [")).count(), links, "{index}");
}

#[test]
fn blanks_around_and_line_ends_inside_are_folded() {
    let mem = Mem::new();
    mem.add("feedback", " Build\ntype: user\r\n---\n", " padded \u{2028}\n\n x ", "b");
    let memory = shown(&mem, "feedback_build_type_user");
    assert_eq!((&memory["name"], &memory["description"]), (&"Build type: user ---".into(), &"padded x".into()));
    assert_eq!(memory["type"], "feedback");
    assert_eq!(memory["header"].as_object().unwrap().len(), 4);
}

#[test]
fn names_of_every_script_have_files_of_their_own() {
    let mem = Mem::new();
    for (name, file) in [
        ("部署流程", "project_部署流程.md"),
        ("代码风格", "project_代码风格.md"),
        ("C++", "project_c_plus_plus.md"),
        ("C#", "project_c_sharp.md"),
        ("NUL", "project_nul.md"),
        ("a/b\\c:d?e*<f>|\"g", "project_a_b_c_d_e_f_g.md"),
        ("../escape", "project_escape.md"),
        ("Café déjà-vu", "project_café_déjà_vu.md"),
        ("trailing.", "project_trailing.md"),
    ] {
        assert_eq!(mem.json(["add", "-t", "project", "-n", name, "-d", "d", "-m", name])["results"][0]["file"], file);
    }
    for name in ["🐘", "!!!", "???", "🐘🐘"] {
        mem.add("user", name, "d", name);
    }
    let files = mem.files();
    assert_eq!(files.len(), 13);
    for memory in mem.json(["ls"])["memories"].as_array().unwrap() {
        let shown = shown(&mem, memory["file"].as_str().unwrap());
        assert_eq!(shown["body"], format!("{}\n", shown["name"].as_str().unwrap()));
    }
    assert_eq!(fs::read_dir(mem.root()).unwrap().count(), 3, "nothing beside the store");
}

#[test]
fn long_names_are_kept_whole_in_short_files() {
    let mem = Mem::new();
    let names = ["数".repeat(100), "数".repeat(99) + "二", "a".repeat(300), "a".repeat(299) + "b"];
    for name in &names {
        mem.add("reference", name, "d", "b");
    }
    let listed = mem.json(["ls"]);
    let kept: Vec<_> = listed["memories"].as_array().unwrap().iter().map(|m| m["name"].as_str().unwrap()).collect();
    assert_eq!(kept.len(), 4);
    assert!(names.iter().all(|name| kept.contains(&name.as_str())));
    assert!(mem.files().iter().all(|file| file.len() <= 80), "{:?}", mem.files());
    add(&mem, &"n".repeat(1_025), &["-m", "b"]).code(2).says("1025 bytes").says("hint:");
}

#[test]
fn nothing_is_overwritten_in_silence() {
    let mem = Mem::new();
    mem.add("feedback", "API: v2!", "d", "first");
    mem.file("user_Editor.md", "---\nname: Editor of choice\ndescription: d\ntype: user\n---\nvim\n");
    let before = mem.state();
    let other = |kind: &str, name: &str, more: &[&str]| {
        mem.run([&["add", "-t", kind, "-n", name, "-d", "d", "-m", "other"], more].concat())
    };
    // The same file, the same name in another spelling, another type, another case of the file.
    for (kind, name) in [
        ("feedback", "api v2"),
        ("feedback", "api: V2!"),
        ("user", "API: v2!"),
        ("user", "editor"),
        ("reference", "editor of choice"),
    ] {
        let ran = other(kind, name, &[])
            .code(1)
            .says("error: not saved:")
            .says("exists (name:")
            .says("--update")
            .says("--new");
        assert_eq!(ran.out, "");
    }
    other("user", "API: v2!", &["--update"]).code(1).says("an update keeps the type").says("-t feedback");
    assert_eq!(mem.state(), before);
}

#[test]
fn a_second_one_beside_the_first() {
    let mem = Mem::new();
    mem.add("user", "API: v2!", "d", "one");
    let beside = ["add", "--new", "-t", "user", "-n", "api v2", "-d", "d", "-m", "two"];
    mem.run(beside).ok();
    let files = mem.files();
    assert_eq!(files.len(), 2, "{files:?}");
    let second = files.iter().find(|f| *f != "user_api_v2.md").unwrap().clone();
    assert!(second.starts_with("user_api_v2_"), "{second}");
    // Again, with and without the option: it is there already.
    assert!(mem.run(beside).ok().out.starts_with("unchanged"));
    assert!(mem.run(["add", "-t", "user", "-n", "api v2", "-d", "d", "-m", "two"]).ok().out.starts_with("unchanged"));
    // An update means the one of that name, not the one of that file.
    mem.run(["add", "--update", "-t", "user", "-n", "api v2", "-d", "d", "-m", "three"]).ok();
    assert_eq!(shown(&mem, "user_api_v2.md")["body"], "one\n");
    assert_eq!(shown(&mem, &second)["body"], "three\n");
    let third = mem.run(["add", "--new", "-t", "user", "-n", "api v2", "-d", "d", "-m", "four"]).code(1);
    third.says("a name of its own");
    // Where only the name is taken, the file name needs no digest.
    mem.run(["add", "--new", "-t", "feedback", "-n", "api v2", "-d", "d", "-m", "x"]).ok();
    assert!(mem.files().contains(&"feedback_api_v2.md".to_owned()));
}

#[test]
fn an_update_of_one_of_two_namesakes_is_refused() {
    let mem = Mem::new();
    mem.memory("user", "a", "Twin", "d", "one").file("sub/user_b.md", mem.read("user_a.md"));
    let before = mem.state();
    mem.run(["add", "--update", "-t", "user", "-n", "Twin", "-d", "new", "-m", "x"]).code(1).says("has this name too");
    assert_eq!(mem.state(), before);
}

#[test]
fn the_same_again_touches_nothing() {
    let mem = Mem::new();
    mem.add("user", "Role", "d", "text");
    let old = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    for file in ["user_role.md", "MEMORY.md"] {
        fs::File::options().write(true).open(mem.path(file)).unwrap().set_modified(old).unwrap();
    }
    let before = mem.state();
    for more in [&[][..], &["--update"], &["--new"], &["-q"]] {
        let ran = mem.run([&["add", "-t", "user", "-n", "Role", "-d", "d", "-m", "text"], more].concat()).ok().quiet();
        assert!(ran.out.starts_with("unchanged "), "{ran:?}");
    }
    assert_eq!(mem.state(), before);
    assert_eq!((mtime(&mem.path("user_role.md")), mtime(&mem.path("MEMORY.md"))), (old, old));
}

#[test]
fn an_update_changes_what_differs_and_no_other_byte() {
    let mem = Mem::new();
    mem.file(
        "user_crlf.md",
        "---\r\n# a comment\r\nname:   Crlf\r\ndescription: old # why\r\ntags: [a,  b]\r\nmetadata: \r\n  node_type: memory\r\n  type: user\r\n---\r\n\r\none\r\ntwo\r\n",
    );
    let say = |description: &str, body: &str| {
        mem.feed(["add", "--update", "-t", "user", "-n", "Crlf", "-d", description], body).ok()
    };
    say("new", "one\ntwo\n");
    assert_eq!(
        mem.read("user_crlf.md"),
        "---\r\n# a comment\r\nname:   Crlf\r\ndescription: 'new' # why\r\ntags: [a,  b]\r\nmetadata: \r\n  node_type: memory\r\n  type: user\r\nmodified: 2026-11-29T12:00:00Z\r\n---\r\n\r\none\r\ntwo\r\n"
    );
    say("new", "three\nfour\n");
    assert!(mem.read("user_crlf.md").ends_with("12:00:00Z\r\n---\r\nthree\r\nfour\r\n"));
    // The same words in the line ends of this file are the same.
    assert!(say("new", "three\nfour\n").out.starts_with("unchanged"));
}

#[test]
fn an_update_leaves_prose_with_a_number_sign_as_it_is() {
    let mem = Mem::new();
    let text = "---\nname: PR #50 rules\ndescription: See issue #7 first\ntype: user # kept\n---\n";
    mem.file("user_pr.md", format!("{text}old\n"));
    assert_eq!(shown(&mem, "user_pr")["name"], "PR #50 rules");
    let args = ["add", "--update", "-t", "user", "-n", "PR #50 rules", "-d", "See issue #7 first", "-m"];
    assert!(mem.run([&args[..], &["old"]].concat()).ok().out.starts_with("unchanged"));
    mem.run([&args[..], &["new"]].concat()).ok();
    let want = text.replace("# kept\n", "# kept\nmodified: 2026-11-29T12:00:00Z\n") + "new\n";
    assert_eq!(mem.read("user_pr.md"), want);
}

#[test]
fn an_update_dates_the_memory_where_its_date_stands() {
    let mem = Mem::new();
    mem.file(
        "user_n.md",
        "---\nname: N\ndescription: d\nmetadata:\n  type: user\n  modified: 2026-01-01T00:00:00Z\n---\nb\n",
    );
    mem.run(["add", "--update", "-t", "user", "-n", "N", "-d", "d", "-m", "new"]).ok();
    assert_eq!(
        mem.read("user_n.md"),
        "---\nname: N\ndescription: d\nmetadata:\n  type: user\n  modified: 2026-11-29T12:00:00Z\n---\nnew\n"
    );
}

#[test]
fn what_cannot_be_rewritten_safely_is_left_alone() {
    let mem = Mem::new();
    mem.file("user_colon.md", "---\nname: colon\ndescription: a: b: c\ntype: user\n---\nq\n");
    mem.file("user_bare.md", "no header\n");
    mem.file("user_open.md", "---\nname: open\ntype: user\nnever closed\n");
    mem.file("user_latin.md", b"---\nname: latin\ndescription: caf\xe9\ntype: user\n---\nq\n");
    let before = mem.state();
    for (name, why) in [("colon", "line 3"), ("bare", "no header"), ("open", "no header"), ("latin", "not UTF-8")] {
        let ran = mem.run(["add", "--update", "-t", "user", "-n", name, "-d", "new", "-m", "x"]).code(1);
        ran.says("error: not saved: user_").says(why).says("nothing was changed");
    }
    assert_eq!(mem.state(), before);
}

#[test]
fn json_lines() {
    let mem = Mem::new();
    let line =
        |name: &str, body: &str| json!({"type": "user", "name": name, "description": "d", "body": body}).to_string();
    let good = format!("\u{feff}{}\r\n\n{}\n", line("a", "1"), line("部署", "2"));
    fs::write(mem.cwd().join("good.jsonl"), &good).unwrap();
    let document = mem.json(["add", "--from-jsonl", "good.jsonl"]);
    let actions = |d: &Value| d["results"].as_array().unwrap().iter().map(|r| r["action"].clone()).collect::<Vec<_>>();
    assert_eq!(actions(&document), ["created", "created"]);
    assert_eq!(mem.feed(["add", "--from-jsonl"], good.as_str()).ok().out.matches("unchanged").count(), 2);
    assert_eq!(mem.feed(["add", "--from-jsonl", "-"], good.as_str()).ok().out.matches("unchanged").count(), 2);
    // Some are refused: the others are saved, and the code says so.
    let mixed = format!("{}\n{}\n{}\n", line("a", "other"), line("c", "3"), line("c", "4"));
    let ran = mem.feed(["--json", "add", "--from-jsonl"], mixed).code(1);
    assert_eq!(actions(&serde_json::from_str(&ran.out).unwrap()), ["refused", "created", "refused"]);
    assert_eq!((shown(&mem, "a")["body"].clone(), shown(&mem, "c")["body"].clone()), ("1\n".into(), "3\n".into()));
    // One bad line and nothing is saved.
    let before = mem.state();
    for (bad, why) in [
        ("{", "standard input:2: not JSON"),
        ("[1]", "standard input:2: "),
        (r#"{"type":"user","name":"x","description":"d"}"#, "standard input:2: missing field `body`"),
        (r#"{"type":"bogus","name":"x","description":"d","body":"b"}"#, "the type `bogus` is unknown"),
        (r#"{"type":"user","name":" ","description":"d","body":"b"}"#, "the name is empty"),
        (r#"{"type":"user","name":"x","description":"d","body":"a\u0000b"}"#, "NUL"),
    ] {
        let ran = mem.feed(["add", "--from-jsonl"], format!("{}\n{bad}\n", line("z", "1"))).code(2);
        ran.says(why).says("nothing was saved");
    }
    assert_eq!(mem.state(), before);
    mem.feed(["add", "--from-jsonl"], "").ok().says("nothing to save");
    mem.run(["add", "--from-jsonl", "x", "-n", "n"]).code(2);
    mem.run(["add", "--from-jsonl", "missing.jsonl"]).code(3).says("missing.jsonl").says("hint:");
}

#[test]
fn the_index_line_goes_to_its_place_and_no_other_line_moves() {
    let index = "\u{feff}---\nowner: us\n---\n# Ours\n\nA paragraph with [a wiki](https://wiki.example/x.md).\n\n| a | b |\n\n## Feedback\n\n- [Old](feedback_old.md) — by hand\n  more about it\n\n## 项目\n- [P](project_p.md) - x\n\n```\n- [t](example.md)\n```\nlast words";
    let mem = Mem::new();
    mem.file("MEMORY.md", index);
    mem.add("feedback", "New rule", "why", "b").add("project", "Plan", "what", "b").add("user", "Me", "who", "b");
    let want = index
        .replace("  more about it\n", "  more about it\n- [New rule](feedback_new_rule.md) — why\n")
        .replace("- [P](project_p.md) - x\n", "- [P](project_p.md) - x\n- [Plan](project_plan.md) — what\n")
        + "\n\n- [Me](user_me.md) — who\n";
    assert_eq!(mem.read("MEMORY.md"), want);
}

#[test]
fn the_index_in_other_line_ends_and_other_places() {
    let mem = Mem::new();
    mem.file("MEMORY.md", "# Memory\r\n\r\n- [A](user_a.md)\r\n");
    mem.add("user", "B", "d", "b");
    assert_eq!(mem.read("MEMORY.md"), "# Memory\r\n\r\n- [A](user_a.md)\r\n- [B](user_b.md) — d\r\n");

    let empty = Mem::new();
    empty.file("MEMORY.md", "");
    empty.add("user", "B", "d", "b");
    assert_eq!(empty.read("MEMORY.md"), "- [B](user_b.md) — d\n");

    let lower = Mem::new();
    lower.file("memory.md", "# mine\n").add("user", "B", "d", "b");
    assert_eq!(lower.read("memory.md"), "# mine\n\n- [B](user_b.md) — d\n");
    assert!(!lower.path("MEMORY.md").exists());
}

#[test]
fn a_new_index_lists_what_was_there_before() {
    let mem = Mem::new();
    mem.memory("project", "p", "P", "d", "b").memory("user", "u", "U", "d", "b").file("notes.md", "bare\n");
    mem.add("feedback", "F", "d", "b");
    let index = mem.read("MEMORY.md");
    let files: Vec<_> =
        ["user_u.md", "project_p.md", "notes.md", "feedback_f.md"].into_iter().filter(|f| index.contains(f)).collect();
    assert_eq!(files.len(), 4, "{index}");
}

#[test]
fn a_line_that_a_crash_has_cost_comes_back() {
    let mem = Mem::new();
    mem.add("user", "One", "d", "b").add("user", "Two", "d", "b");
    let whole = mem.read("MEMORY.md");
    mem.file("MEMORY.md", whole.replace("- [Two](user_two.md) — d\n", ""));
    mem.add("user", "Two", "d", "b");
    assert_eq!(mem.read("MEMORY.md"), whole);
    fs::remove_file(mem.path("MEMORY.md")).unwrap();
    mem.add("user", "One", "d", "b");
    assert_eq!(mem.read("MEMORY.md"), whole);
}

#[test]
fn an_update_refreshes_only_a_line_that_mem_wrote() {
    let mem = Mem::new();
    mem.add("user", "Own", "old", "b").add("user", "Hand", "old", "b");
    let index = mem.read("MEMORY.md").replace("(user_hand.md) — old", "(user_hand.md) — my words");
    mem.file("MEMORY.md", &index);
    for name in ["Own", "Hand"] {
        mem.run(["add", "--update", "-t", "user", "-n", name, "-d", "new", "-m", "b"]).ok();
    }
    assert_eq!(mem.read("MEMORY.md"), index.replace("(user_own.md) — old", "(user_own.md) — new"));
}

#[test]
fn an_index_that_cannot_be_kept_in_step_stops_all() {
    for (kind, code, hint) in [
        ("directory", "io", "move it out of the way"),
        ("pipe", "not_a_file", "move it out of the way"),
        ("loop", "io", "a link leads back to itself"),
        ("nowhere", "dangling", "make that directory or remove the link"),
        ("latin", "not_utf8", "convert it to UTF-8"),
    ] {
        let mem = Mem::new();
        let index = mem.path("MEMORY.md");
        match kind {
            "directory" => fs::create_dir(&index).unwrap(),
            "pipe" => assert!(Command::new("mkfifo").arg(&index).status().unwrap().success()),
            "loop" => symlink("MEMORY.md", &index).unwrap(),
            "nowhere" => symlink("../gone/MEMORY.md", &index).unwrap(),
            _ => fs::write(&index, b"caf\xe9\n").unwrap(),
        }
        let ran = mem.run(["--json", "add", "-t", "user", "-n", "N", "-d", "d", "-m", "b"]).code(3).says(hint);
        let document: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (&document["error"]["code"], &document["error"]["file"]),
            (&code.into(), &index.display().to_string().into())
        );
        assert!(!mem.path("user_n.md").exists(), "{kind}");
        tidy(&mem);
    }
}

#[test]
fn links_to_the_store_and_the_index_are_written_through() {
    let mem = Mem::new();
    let dot = mem.root().join("dot");
    fs::create_dir(&dot).unwrap();
    fs::write(dot.join("MEMORY.md"), "# kept\n").unwrap();
    symlink("../dot/MEMORY.md", mem.path("MEMORY.md")).unwrap();
    let link = mem.root().join("link");
    symlink("memory", &link).unwrap();
    mem.command().args(["--dir".as_ref(), link.as_os_str()]).arg("ls").output().unwrap();
    let mut command = mem.process();
    let args = ["add", "-t", "user", "-n", "N", "-d", "d", "-m", "b"];
    assert!(command.env("MEM_DIR", &link).args(args).status().unwrap().success());
    assert!(mem.path("user_n.md").is_file());
    assert!(mem.path("MEMORY.md").is_symlink() && link.is_symlink());
    assert_eq!(fs::read_to_string(dot.join("MEMORY.md")).unwrap(), "# kept\n\n- [N](user_n.md) — d\n");
    // A link to an index that is not there yet, over another link.
    let other = Mem::new();
    fs::create_dir(other.root().join("dot")).unwrap();
    symlink("middle", other.path("MEMORY.md")).unwrap();
    symlink("../dot/INDEX", other.path("middle")).unwrap();
    other.add("user", "N", "d", "b");
    assert!(other.path("MEMORY.md").is_symlink() && other.path("middle").is_symlink());
    assert!(fs::read_to_string(other.root().join("dot/INDEX")).unwrap().contains("user_n.md"));
    tidy(&other);
}

#[test]
fn nothing_is_written_over_or_through_a_stranger() {
    let mem = Mem::new();
    let outside = mem.root().join("outside.md");
    let victim = mem.root().join("victim.md");
    fs::write(&victim, "keep").unwrap();
    symlink(&outside, mem.path("user_dangling.md")).unwrap();
    symlink(&victim, mem.path("user_out.md")).unwrap();
    symlink("user_loop.md", mem.path("user_loop.md")).unwrap();
    fs::create_dir(mem.path("user_folder.md")).unwrap();
    assert!(Command::new("mkfifo").arg(mem.path("user_pipe.md")).status().unwrap().success());
    for name in ["dangling", "out", "loop", "folder", "pipe"] {
        for more in [&[][..], &["--update"]] {
            let ran = mem.run([&["add", "-t", "user", "-n", name, "-d", "d", "-m", "b"], more].concat()).code(1);
            ran.says(&format!("user_{name}.md exists and is")).says("move it out of the way");
        }
    }
    assert!(!outside.exists());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "keep");
    mem.run(["add", "--new", "-t", "user", "-n", "out", "-d", "d", "-m", "b"]).ok();
    assert_eq!(shown(&mem, "out")["body"], "b\n");
}

#[test]
fn planted_temporary_files_are_not_followed() {
    let mem = Mem::new();
    let victim = mem.root().join("victim");
    fs::write(&victim, "keep").unwrap();
    for name in ["MEMORY.md.tmp", ".mem-aaaaaa.tmp", ".MEMORY.md.tmp", "user_n.md.tmp"] {
        symlink(&victim, mem.path(name)).unwrap();
    }
    mem.add("user", "N", "d", "b");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "keep");
    assert!(mem.path("user_n.md").is_file() && !mem.path("user_n.md").is_symlink());
    // What a killed writer left is swept away.
    assert!(!mem.path(".mem-aaaaaa.tmp").is_symlink());
}

#[test]
fn modes_are_kept_and_new_files_follow_the_umask() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b");
    chmod(&mem.path("user_a.md"), 0o600);
    chmod(&mem.path("MEMORY.md"), 0o640);
    mem.run(["add", "--update", "-t", "user", "-n", "A", "-d", "new", "-m", "b"]).ok();
    assert_eq!((mode(&mem.path("user_a.md")), mode(&mem.path("MEMORY.md"))), (0o600, 0o640));
    let binary = env!("CARGO_BIN_EXE_mem");
    for (umask, want) in [("077", 0o600), ("022", 0o644), ("002", 0o664)] {
        let script = format!("umask {umask}; exec {binary} --dir \"$1\" add -t user -n u{umask} -d d -m b");
        let status = Command::new("sh").args(["-c", &script, "sh"]).arg(mem.store()).env("HOME", mem.home()).status();
        assert!(status.unwrap().success());
        assert_eq!(mode(&mem.path(format!("user_u{umask}.md"))), want);
    }
}

#[test]
fn an_index_that_is_read_only_is_replaced_and_stays_so() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b");
    chmod(&mem.path("MEMORY.md"), 0o444);
    if let Some(ran) = mem.bound(&["add", "-t", "user", "-n", "B", "-d", "d", "-m", "b"]) {
        ran.ok().quiet();
        assert_eq!(mode(&mem.path("MEMORY.md")), 0o444);
        assert!(mem.read("MEMORY.md").contains("user_b.md"));
    }
}

#[test]
fn a_long_description_is_kept_whole_and_clipped_in_the_index() {
    let mem = Mem::new();
    let description = "数x ".repeat(3_000).trim_end()[..8_029].to_owned();
    mem.add("project", "Long", &description, "b");
    assert_eq!(shown(&mem, "Long")["description"], description);
    let index = mem.read("MEMORY.md");
    let line = index.lines().last().unwrap();
    assert!(line.chars().count() < 150 && line.ends_with('…'), "{line}");
}

#[test]
fn mems_own_store_is_for_its_owner_alone() {
    let mem = Mem::project();
    mem.add("user", "A", "d", "b");
    let dir = mem.run(["dir"]).ok().out;
    let dir = Path::new(dir.trim_end());
    assert_eq!((mode(dir), mode(dir.parent().unwrap())), (0o700, 0o700));
}

#[test]
fn what_lint_warns_of_is_said_once_and_saved_all_the_same() {
    let mem = Mem::new();
    let ran =
        mem.run(["add", "-t", "project", "-n", "Freeze", "-d", "No merges until tomorrow", "-m", "Until tomorrow."]);
    let ran = ran.ok().says("project_freeze.md: `tomorrow` meant 2026-11-30").says("write the date itself: 2026-11-30");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    assert!(mem.read("project_freeze.md").contains("Until tomorrow."));
}

#[test]
fn near_the_limits_of_the_index_it_says_so() {
    let lines = |n: usize, width: usize| -> String {
        (0..n).map(|i| format!("- [M{i}](user_m{i}.md) — {}\n", "x".repeat(width))).collect()
    };
    for (index, says) in [
        (lines(138, 5), None),
        (lines(140, 5), Some("MEMORY.md has 141 lines")),
        (lines(100, 190), Some("near the 200 lines or 25,000 bytes")),
        (lines(200, 5), Some("drop the rest in silence")),
        (lines(130, 180), Some("drop the rest in silence")),
    ] {
        let mem = Mem::new();
        mem.file("MEMORY.md", &index);
        let ran = add(&mem, "one more", &["-m", "b\n\n**Why:** w"]).ok();
        match says {
            None => drop(ran.quiet()),
            Some(says) => {
                let ran = ran.says(says);
                assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
            }
        }
        assert!(mem.read("MEMORY.md").starts_with(&index), "no line is dropped");
        add(&mem, "one more", &["-m", "b\n\n**Why:** w"]).ok().quiet();
    }
    // Front matter and comments are not loaded, so they do not count.
    let mem = Mem::new();
    mem.file("MEMORY.md", format!("---\nx: {}\n---\n<!--\n{}-->\n# M\n", "y".repeat(20_000), "z\n".repeat(300)));
    add(&mem, "one more", &["-m", "b\n\n**Why:** w"]).ok().quiet();
    let document = mem.json(["add", "-t", "user", "-n", "b", "-d", "d", "-m", "b"]);
    assert_eq!(document["index"]["over"], false);
}

#[test]
fn what_git_would_swallow_is_said() {
    let mem = Mem::project();
    let git = |args: &[&str]| {
        assert!(Command::new("git").args(args).current_dir(mem.cwd()).output().unwrap().status.success())
    };
    git(&["init", "-q"]);
    fs::create_dir_all(mem.cwd().join(".claude/memory")).unwrap();
    mem.add("user", "Seen", "d", "b");
    mem.run(["add", "-t", "user", "-n", "Seen too", "-d", "d", "-m", "c"]).ok().quiet();
    fs::write(mem.cwd().join(".gitignore"), ".claude/\n").unwrap();
    let ran = mem.run(["add", "-t", "user", "-n", "Swallowed", "-d", "d", "-m", "b"]).ok();
    ran.says("git ignores user_swallowed.md (.gitignore: .claude/)");
}

#[test]
fn a_near_duplicate_is_saved_and_named() {
    let mem = Mem::new();
    mem.add(
        "feedback",
        "Run the linter",
        "Always run the linter before each commit on main",
        "Run cargo clippy with warnings denied before every commit to the main branch.",
    );
    let ran = mem
        .run([
            "add",
            "-t",
            "feedback",
            "-n",
            "Linter first",
            "-d",
            "Always run the linter before each commit on main",
            "-m",
            "Run cargo clippy with warnings denied before every commit to the main branch.",
        ])
        .ok();
    ran.says("feedback_linter_first.md says nearly the same as feedback_run_the_linter.md");
    assert_eq!(mem.files().len(), 2);
    // Notes from one template are different facts.
    for team in ["alpha", "beta", "gamma"] {
        let body = format!("Dashboard for {team}: https://board.example/{team}. Owner: {team} lead.");
        let name = format!("Dashboard {team}");
        mem.run(["add", "-t", "reference", "-n", &name, "-d", &format!("Where the board of {team} is"), "-m", &body])
            .ok()
            .quiet();
    }
}

/// Starts them all before waiting for the first.
fn all(children: impl Iterator<Item = Command>) -> Vec<Ran> {
    let started: Vec<Child> =
        children.map(|mut c| c.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()).collect();
    started.into_iter().map(|c| ran(c.wait_with_output().unwrap())).collect()
}

fn adding(mem: &Mem, name: &str, body: &str) -> Command {
    let mut command = mem.process();
    command.args(["add", "-t", "project", "-n", name, "-d", "d", "-m", body]);
    command
}

#[test]
fn forty_at_once_lose_nothing() {
    let mem = Mem::new();
    let runs = all((0..40).map(|i| adding(&mem, &format!("p {i}"), "b")));
    assert!(runs.iter().all(|r| r.code == 0), "{runs:#?}");
    assert_eq!(mem.files().len(), 40);
    let index = mem.read("MEMORY.md");
    for i in 0..40 {
        let line = format!("- [p {i}](project_p_{i}.md) — d");
        assert_eq!(index.lines().filter(|l| *l == line).count(), 1, "{index}");
    }
    assert_eq!(index.lines().count(), 42);
    tidy(&mem);
}

#[test]
fn of_twenty_namesakes_exactly_one_wins() {
    let mem = Mem::new();
    let runs = all((0..20).map(|i| adding(&mem, "same", &format!("body {i}"))));
    let won: Vec<_> = runs.iter().enumerate().filter(|(_, r)| r.code == 0).collect();
    assert_eq!(won.len(), 1, "{runs:#?}");
    assert!(runs.iter().filter(|r| r.code != 0).all(|r| r.code == 1 && r.err.contains("project_same.md exists")));
    assert_eq!(shown(&mem, "same")["body"], format!("body {}\n", won[0].0));
    assert_eq!(mem.read("MEMORY.md").lines().count(), 3);
    tidy(&mem);
    let again = Mem::new();
    let runs = all((0..20).map(|_| adding(&again, "same", "one body")));
    assert!(runs.iter().all(|r| r.code == 0));
    assert_eq!(runs.iter().filter(|r| r.out.starts_with("saved")).count(), 1);
}

#[test]
fn a_lock_that_is_kept_is_named_after_some_seconds() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a thing", "b");
    let lock = fs::File::open(mem.store()).unwrap();
    lock.lock().unwrap();
    for args in [&["ls"][..], &["show", "A"], &["recall", "about a thing"], &["dir"]] {
        mem.run(args).ok();
    }
    let started = std::time::Instant::now();
    let ran = mem.run(["add", "-t", "user", "-n", "B", "-d", "d", "-m", "b"]).code(3);
    assert!(started.elapsed().as_secs() >= 4, "it waits for its turn");
    ran.says(&format!("{} is locked by another process", mem.store().display())).says("hint:");
    drop(lock);
    mem.add("user", "B", "d", "b");
}

#[test]
fn a_killed_holder_frees_the_lock() {
    let mem = Mem::new();
    let mut holder = Command::new("flock");
    holder.arg("-F").arg(mem.store()).args(["sh", "-c", "echo held; exec sleep 60"]).stdout(Stdio::piped());
    let Ok(mut holder) = holder.spawn() else { return skip("there is no flock here") };
    let mut held = [0; 5];
    holder.stdout.as_mut().unwrap().read_exact(&mut held).unwrap();
    holder.kill().unwrap();
    holder.wait().unwrap();
    mem.add("user", "B", "d", "b");
}

/// An editor that is this script; `$1` is the draft.
fn editor(mem: &Mem, script: &str) -> String {
    let path = mem.root().join("an editor.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    chmod(&path, 0o755);
    format!("'{}'", path.display())
}

fn edit(mem: &Mem, script: &str, args: &[&str]) -> Ran {
    let tmp = mem.root().join("tmp");
    fs::create_dir_all(&tmp).unwrap();
    let command = editor(mem, script);
    let mut mem_command = mem.command();
    mem_command.env("EDITOR", command).env("TMPDIR", tmp);
    ran(mem_command.arg("add").arg("-e").args(args).output().unwrap())
}

#[test]
fn the_editor_has_the_last_word() {
    let mem = Mem::new();
    let whole = "-t user -n Role -d d -m text";
    let whole: Vec<_> = whole.split(' ').collect();
    edit(&mem, "sed -i 's/^name: Role/name: Changed/; s/^text/edited/' \"$1\"", &whole).ok();
    let memory = shown(&mem, "Changed");
    assert_eq!((&memory["body"], &memory["type"]), (&"edited\n".into(), &"user".into()));
    // A whole memory that is left as it was is saved, as git commits an unchanged message.
    edit(&mem, "true", &whole).ok();
    assert_eq!(shown(&mem, "Role")["body"], "text\n");
    // A template that is left as it was is not; nor is an empty file.
    let before = mem.state();
    edit(&mem, "true", &["-t", "user"]).code(1).says("nothing was saved");
    edit(&mem, ": > \"$1\"", &["-t", "user", "-n", "X", "-d", "d", "-m", "b"]).code(1).says("nothing was saved");
    assert_eq!(mem.state(), before);
    // From nothing at all.
    edit(&mem, "printf -- '---\\nname: New\\ndescription: d\\ntype: project\\n---\\nhello\\n' > \"$1\"", &[]).ok();
    assert_eq!(shown(&mem, "New")["body"], "hello\n");
    tidy(&mem);
}

#[test]
fn a_draft_survives_whatever_goes_wrong() {
    let mem = Mem::new();
    mem.add("user", "Taken", "d", "b");
    let before = mem.state();
    for (script, args, code, says) in [
        ("printf x >> \"$1\"; exit 3", &["-t", "user"][..], 3, "exit status: 3"),
        ("printf -- '---\\nname: A\\n---\\nmy words\\n' > \"$1\"", &[], 2, "the type"),
        (
            "printf -- '---\\nname: A\\ntype: usr\\ndescription: d\\n---\\nmy words\\n' > \"$1\"",
            &[],
            2,
            "`usr` is unknown",
        ),
        ("printf 'my words, no header\\n' > \"$1\"", &[], 2, "the type"),
        (
            "sed -i 's/^b$/my words/' \"$1\"",
            &["-t", "user", "-n", "Taken", "-d", "d", "-m", "b"],
            1,
            "user_taken.md exists",
        ),
    ] {
        let ran = edit(&mem, script, args).code(code).says(says).says("the draft is kept in");
        let kept = ran.err.split("kept in ").nth(1).unwrap().trim();
        assert!(Path::new(kept).exists(), "{ran:?}");
        fs::remove_file(kept).unwrap();
    }
    assert_eq!(mem.state(), before);
    edit(&mem, "rm \"$1\"", &["-t", "user"]).code(3);
    let mut command = mem.command();
    let missing = ran(command.env("VISUAL", "/no/such/editor").args(["add", "-e"]).output().unwrap()).code(3);
    missing.says("/no/such/editor");
    mem.run(["add", "-e"]).code(2).says("no editor is set").says("VISUAL or EDITOR");
}

#[test]
fn a_broken_header_in_the_draft_still_gives_its_values() {
    let mem = Mem::new();
    edit(&mem, "printf -- '---\\nname: Broken\\ndescription: a: b # c\\ntype: user\\n---\\nx\\n' > \"$1\"", &[]).ok();
    let memory = shown(&mem, "Broken");
    assert_eq!((&memory["description"], &memory["problems"]), (&"a: b # c".into(), &json!([])));
}

#[test]
fn on_a_terminal_it_asks_for_what_is_missing() {
    let mem = Mem::new();
    let mut session = mem.terminal(100, &["add", "-m", "the text"]);
    session.expect("What is it about");
    session.expect("feedback   how to work");
    session.send("\u{1b}[B\r");
    session.expect("Name, in a few words");
    session.send("Asked\r");
    session.expect("when does it matter");
    session.send(" \r");
    session.expect("must not be empty");
    session.send("\u{8}always\r");
    let end = session.rest();
    assert!(end.contains("saved"), "{end}");
    let memory = shown(&mem, "Asked");
    assert_eq!(
        (&memory["type"], &memory["description"], &memory["body"]),
        (&"feedback".into(), &"always".into(), &"the text\n".into())
    );
}

#[test]
fn on_a_terminal_without_an_editor_it_says_what_it_waits_for() {
    let mem = Mem::new();
    let mut session = mem.terminal(100, &["add", "-t", "user", "-n", "Typed", "-d", "d"]);
    session.expect("then Ctrl-D");
    session.send("typed text\r\u{4}");
    let end = session.rest();
    assert!(end.contains("saved"), "{end}");
    assert_eq!(shown(&mem, "Typed")["body"], "typed text\n");
}

#[test]
fn on_a_terminal_escape_saves_nothing() {
    let mem = Mem::new();
    let mut session = mem.terminal(100, &["add", "-m", "x"]);
    session.expect("What is it about");
    session.send("\u{1b}");
    let end = session.rest();
    assert!(end.contains("nothing was saved"), "{end}");
    assert!(mem.state().is_empty());
    // Where nobody can be asked, it says what is missing.
    mem.run(["add", "-m", "x"]).code(2).says("the type").says("hint: mem add -t TYPE");
}

#[test]
fn the_file_name_cannot_lead_out() {
    let mem = Mem::new();
    let victim = mem.root().join("victim.md");
    fs::write(&victim, "keep").unwrap();
    mem.add("user", "../victim", "d", "b").add("user", "/etc/passwd", "d", "b").add("user", "..", "d", "b");
    for kind in ["../user", "user/..", "", "memory"] {
        mem.run(["add", "-t", kind, "-n", "x", "-d", "d", "-m", "b"])
            .code(2)
            .says("user, feedback, project, reference");
    }
    assert_eq!(fs::read_to_string(&victim).unwrap(), "keep");
    assert_eq!(mem.files().len(), 3);
    assert_eq!(fs::read_dir(mem.root()).unwrap().count(), 4);
}
