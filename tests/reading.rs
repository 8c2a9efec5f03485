//! Reading: every shape of file that agents, people and other tools leave in a store.

use std::{fs, os::unix::fs::symlink, path::Path, process::Command};

use serde_json::Value;

use crate::support::Mem;

/// What `show --json` says of one memory.
#[track_caller]
fn shown(mem: &Mem, name: &str) -> Value {
    let document = mem.json(["show", name]);
    assert_eq!(document["schema"], "mem.show/1", "{document}");
    assert_eq!(document["memories"].as_array().unwrap().len(), 1, "{document}");
    document["memories"][0].clone()
}

/// A file of this text, as it is read.
#[track_caller]
fn read(text: impl AsRef<[u8]>) -> Value {
    let mem = Mem::new();
    mem.file("user_it.md", text);
    let memory = shown(&mem, "user_it");
    // One rule for every command.
    assert_eq!(mem.json(["ls"])["memories"][0]["problems"], memory["problems"]);
    memory
}

/// Whether a problem of this code is noted.
fn has(memory: &Value, code: &str) -> bool {
    memory["problems"].as_array().unwrap().iter().any(|p| p == code)
}

/// A header of these lines, read: name, description, type.
#[track_caller]
fn fields(lines: &str) -> (Value, Value, Value) {
    let memory = read(format!("---\n{lines}\n---\nbody\n"));
    assert_eq!(memory["body"], "body\n");
    (memory["name"].clone(), memory["description"].clone(), memory["type"].clone())
}

#[test]
fn an_unquoted_colon_does_not_end_a_value() {
    let text = "---\nname: Release notes\ndescription: Tone for notes: short, no emoji (agreed: 12 March)\ntype: feedback\n---\nKeep it dry.\n";
    let memory = read(text);
    assert_eq!(memory["description"], "Tone for notes: short, no emoji (agreed: 12 March)");
    assert_eq!((&memory["type"], &memory["name"]), (&"feedback".into(), &"Release notes".into()));
    assert!(has(&memory, "malformed_header"));
    for (value, code) in [("a:b", false), ("https://x.y/z#part", false), ("ends: in: colons:", true), (": leads", true)]
    {
        let memory = read(format!("---\nname: n\ndescription: {value}\ntype: user\n---\nb\n"));
        assert_eq!(memory["description"], value);
        assert_eq!(has(&memory, "malformed_header"), code, "{value}");
    }
}

#[test]
fn quotes_are_decoded() {
    let (name, description, _) =
        fields("name: 'It''s fine'\ndescription: \"tab\\there, caf\\u00e9, back\\\\slash\"\ntype: user");
    assert_eq!(name, "It's fine");
    assert_eq!(description, "tab\there, café, back\\slash");
    for (written, want) in [
        ("\"quoted\" start", "\"quoted\" start"),
        ("'a' and 'b'", "'a' and 'b'"),
        ("\"a\" and \"b\"", "\"a\" and \"b\""),
        ("\"half", "\"half"),
        ("it's", "it's"),
        ("''", ""),
        ("say \"hi\"", "say \"hi\""),
        ("\"a \\\"b\\\" c\"", "a \"b\" c"),
        ("\"\\U0001F418\"", "🐘"),
    ] {
        let (_, description, kind) = fields(&format!("name: n\ndescription: {written}\ntype: \"user\""));
        let want = if want.is_empty() { Value::Null } else { want.into() };
        assert_eq!((description, kind), (want, "user".into()), "{written}");
    }
}

#[test]
fn an_indented_line_is_no_key() {
    let (name, description, kind) = fields(
        "name: ci-care\ndescription: Ask before touching CI\n  type: user is what it looks like, but this is prose\ntype: feedback",
    );
    assert_eq!((name, kind), ("ci-care".into(), "feedback".into()));
    assert!(description.as_str().unwrap().starts_with("Ask before touching CI"));
    let (_, description, kind) =
        fields("name: n\ntype: feedback\nother:\n  type: user\n  description: inner\ndescription: outer");
    assert_eq!((description, kind), ("outer".into(), "feedback".into()));
}

#[test]
fn what_claude_moves_under_metadata_is_found_there() {
    let memory = read(
        "---\nname: no-recap\ndescription: Leave out the closing recap\nmetadata: \n  node_type: memory\n  type: feedback\n  originSessionId: 00000000-0000-4000-8000-000000000000\n  modified: 2026-08-15T18:58:28.638Z\n---\nb\n",
    );
    assert_eq!(memory["type"], "feedback");
    assert_eq!((&memory["modified"], &memory["modified_source"]), (&"2026-08-15T18:58:28Z".into(), &"header".into()));
    assert_eq!(memory["problems"], serde_json::json!([]));
    assert_eq!(memory["header"]["metadata.node_type"], "memory");
    assert_eq!(memory["header"].as_object().unwrap().len(), 6);
    let all = fields("metadata:\n  name: in\n  description: inner\n  type: user");
    assert_eq!(all, ("in".into(), "inner".into(), "user".into()));
    let (.., kind) = fields("name: n\ndescription: d\ntype: user\nmetadata:\n  type: feedback");
    assert_eq!(kind, "user");
    let (.., kind) = fields("name: n\ndescription: d\nmetadata: {type: reference, x: 1}");
    assert_eq!(kind, "reference");
}

#[test]
fn values_stay_text() {
    for value in [
        "2026-03-05",
        "yes",
        "007",
        "1.10",
        "12:30:00",
        "0x1F",
        "1e3",
        ".5",
        "+1",
        "1_000",
        "No",
        "on",
        "TRUE",
        "=",
        ".inf",
    ] {
        let (name, description, _) = fields(&format!("name: {value}\ndescription: {value}\ntype: user"));
        assert_eq!((name, description), (value.into(), value.into()));
    }
    for null in ["null", "~", "", "NULL", "\"\""] {
        let (name, description, _) = fields(&format!("name: {null}\ndescription: {null}\ntype: user"));
        assert_eq!((name, description), ("user_it".into(), Value::Null), "{null}");
    }
}

#[test]
fn marks_of_yaml_lose_no_file() {
    for value in [
        "*always* run make",
        "[draft] pick a name",
        "@ops owns CI",
        "%s is a hole",
        "`D:\\tmp` is it",
        "{a: b",
        "- x",
        "? y",
        "> z",
        "| w",
    ] {
        let (name, description, kind) = fields(&format!("name: n\ndescription: {value}\ntype: user"));
        assert_eq!((name, kind), ("n".into(), "user".into()), "{value}");
        assert!(!description.is_null(), "{value}");
    }
}

#[test]
fn block_scalars_are_folded_to_a_line() {
    let (name, description, _) =
        fields("name: |\n  two\n  lines\ndescription: >-\n  folded\n  text\n\n  more\ntype: user");
    assert_eq!((name, description), ("two lines".into(), "folded text more".into()));
    let (_, description, _) = fields("name: n\ntype: user\ndescription: wraps\n  without a mark");
    assert_eq!(description, "wraps without a mark");
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let memory = read(b"\xef\xbb\xbf---\nname: bom\ndescription: from notepad\ntype: reference\n---\nbody\n");
    assert_eq!(
        (&memory["name"], &memory["type"], &memory["body"]),
        (&"bom".into(), &"reference".into(), &"body\n".into())
    );
    assert!(has(&memory, "bom"));
    let bare = read(b"\xef\xbb\xbfonly text\n");
    assert_eq!(bare["body"], "only text\n");
}

#[test]
fn line_ends_of_every_system() {
    let memory = read("---\r\nname: dos\r\ndescription: d\r\ntype: user\r\n---\r\none\r\ntwo\r\n");
    assert_eq!(
        (&memory["name"], &memory["description"], &memory["type"]),
        (&"dos".into(), &"d".into(), &"user".into())
    );
    assert_eq!(memory["body"], "one\r\ntwo\r\n");
    assert_eq!(memory["problems"], serde_json::json!([]));
    let old_mac = read("---\rname: mac\rdescription: d\rtype: user\r---\rbody");
    assert_eq!((&old_mac["name"], &old_mac["body"]), (&"mac".into(), &"body".into()));
    let open_end = read("---\nname: n\ndescription: d\ntype: user\n---");
    assert_eq!((&open_end["name"], &open_end["body"]), (&"n".into(), &"".into()));
}

#[test]
fn three_dashes_that_are_no_fence() {
    let rules =
        read("---\nname: n\ndescription: phase one --- phase two\ntype: user\n---\none\n\n---\n\ntwo\n\n---\nthree");
    assert_eq!(rules["description"], "phase one --- phase two");
    assert_eq!(rules["body"], "one\n\n---\n\ntwo\n\n---\nthree");
    for whole in [
        "----\nhello\n----\nworld",
        "---\n\nprose between rules\n\n---\nmore",
        "text\n---\nname: x\n---\n",
        "--\nname: x\n--\n",
    ] {
        let memory = read(whole);
        assert_eq!((&memory["body"], &memory["name"]), (&whole.into(), &"user_it".into()));
        assert!(has(&memory, "no_header"), "{whole}");
    }
    let blanks = read("---  \nname: x\ntype: user\n--- \nbody");
    assert_eq!((&blanks["name"], &blanks["body"]), (&"x".into(), &"body".into()));
}

#[test]
fn a_fence_that_never_closes_leaves_all_as_body() {
    for open in [
        "---\nname: x\ntype: user\nbody never closed",
        "---\nname: x\ntype: user\n\nprose\n\n---\n\nmore prose\n",
        "---\nname: x\n...\nbody",
    ] {
        let memory = read(open);
        assert_eq!(memory["body"], open);
        assert!(has(&memory, "unclosed_header"), "{open}: {memory}");
    }
}

#[test]
fn of_two_headers_the_first_counts() {
    let memory =
        read("---\npermalink: p/x\n---\n\n---\nname: real\ndescription: the real one\ntype: reference\n---\nbody");
    assert_eq!((&memory["name"], &memory["header"]["permalink"]), (&"user_it".into(), &"p/x".into()));
    assert!(has(&memory, "stacked_header"));
    let twice = read("---\nname: a\nname: b\ndescription: d\ntype: user\ntype: preference\n---\nx\n");
    assert_eq!(
        (&twice["name"], &twice["type"], &twice["type_known"]),
        (&"b".into(), &"preference".into(), &false.into())
    );
    assert!(has(&twice, "duplicate_key") && has(&twice, "unknown_type"));
}

#[test]
fn headers_of_any_length() {
    let many: String = (1..=40).map(|i| format!("x_note_{i:02}: filler\n")).collect();
    let memory = read(format!("---\n{many}name: long\ndescription: d\ntype: project\n---\nbody\n"));
    assert_eq!(
        (&memory["name"], &memory["type"], &memory["body"]),
        (&"long".into(), &"project".into(), &"body\n".into())
    );
    for length in [5_000, 8_029, 200_000] {
        let description = "数x".repeat(length / 2);
        let memory = read(format!("---\nname: n\ndescription: {description}\ntype: user\n---\nb\n"));
        assert_eq!(memory["description"], description);
    }
}

#[test]
fn bytes_that_are_not_utf8_are_listed_and_marked() {
    let latin = read(b"---\nname: caf\xe9\ndescription: d\ntype: user\n---\nb\xff\n");
    assert_eq!((&latin["name"], &latin["type"]), (&"caf\u{fffd}".into(), &"user".into()));
    assert!(has(&latin, "not_utf8"));
    let utf16: Vec<u8> = "\u{feff}---\nname: x\n---\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(has(&read(utf16), "not_utf8"));
    let nul = read(b"---\nname: n\ndescription: d\ntype: user\n---\nb\0c\n");
    assert_eq!((&nul["name"], &nul["body"]), (&"n".into(), &"b\0c\n".into()));
    let in_header = read(b"---\nname: a\0b\ndescription: d\ntype: user\n---\nc\n");
    assert_eq!(in_header["description"], "d");
}

#[test]
fn files_without_a_header_are_memories() {
    for (text, code) in
        [("", "no_header"), ("  \n", "no_header"), ("- a\n- b\n", "no_header"), ("---\n---\nx", "missing_name")]
    {
        let memory = read(text);
        assert_eq!(
            (&memory["name"], &memory["type"], &memory["description"]),
            (&"user_it".into(), &Value::Null, &Value::Null)
        );
        assert!(has(&memory, code), "{text:?}: {memory}");
    }
    let (name, description, kind) = fields("Name: Upper\nDESCRIPTION: d\nType: User");
    assert_eq!((name, description, kind), ("Upper".into(), "d".into(), "User".into()));
}

#[test]
fn one_rule_for_what_is_a_memory() {
    let mem = Mem::new();
    let header = "---\nname: n\ndescription: d\ntype: user\n---\nb\n";
    let yes = [
        "user_a.md",
        "notes.MD",
        "Notes2.Md",
        "a b.md",
        "部署.md",
        "con.md",
        "aux.notes.md",
        "one/two/three/deep.md",
        "one/README.md",
        "trash.md",
        "logs.md",
        "my archive/x.md",
        "user_conflict_rules.md",
    ];
    let no = [
        "MEMORY.md",
        "one/MEMORY.md",
        "one/memory.md",
        "user_a.sync-conflict-20260101-120000-ABC.md",
        "user_a (conflicted copy).md",
        "user_a (Ana's conflicted copy 2026-01-01).md",
        "user_a.md~",
        ".#user_a.md",
        "#user_a.md#",
        "user_a.md.tmp",
        "user_a.md.bak",
        ".user_a.md.swp",
        ".hidden.md",
        ".git/x.md",
        ".obsidian/y.md",
        "archive/old.md",
        "logs/2026.md",
        ".trash/z.md",
        "one/archive/old.md",
        "one/two/three/four/deeper.md",
        "x.txt",
        "user_x",
        ".md",
        "mem.md.orig",
    ];
    for file in yes.iter().chain(&no) {
        mem.file(file, header);
    }
    mem.file("README.md", "about this folder\n").file("two/readme.md", "no header\n");
    fs::create_dir(mem.path("folder.md")).unwrap();
    let mut files = mem.files();
    files.sort();
    let mut want: Vec<_> = yes.into_iter().map(String::from).collect();
    want.sort();
    assert_eq!(files, want);
    mem.run(["ls"]).ok().quiet();
    // The same rule finds them.
    for file in yes {
        mem.run(["show", "--path", file]).ok();
    }
    for file in no {
        mem.run(["show", "--path", file]).code(1);
    }
    // A header makes a README one of them.
    mem.file("README.md", header);
    assert!(mem.files().contains(&"README.md".to_owned()));
}

#[test]
fn links_stay_inside() {
    let mem = Mem::new();
    mem.memory("user", "real", "Real", "d", "inside").file("sub/other.md", "---\nname: Other\n---\nx\n");
    let outside = mem.root().join("secret.md");
    fs::write(&outside, "---\nname: Secret\n---\nSECRET\n").unwrap();
    for (target, link) in [
        (outside.as_path(), "out.md"),
        (Path::new("user_real.md"), "in.md"),
        (Path::new("../secret.md"), "climbs.md"),
        (Path::new("loop.md"), "loop.md"),
        (Path::new("b.md"), "a.md"),
        (Path::new("a.md"), "b.md"),
        (Path::new("nowhere.md"), "dangling.md"),
        (Path::new("/dev/zero"), "zero.md"),
        (Path::new("sub"), "folder.md"),
        (Path::new(".."), "up"),
    ] {
        symlink(target, mem.path(link)).unwrap();
    }
    let mut files = mem.files();
    files.sort();
    assert_eq!(files, ["in.md", "sub/other.md", "user_real.md"]);
    let ran = mem.run(["ls"]).ok();
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    assert!(!ran.out.contains("Secret"));
    for args in [["show", "out"], ["show", "climbs.md"], ["show", "up/secret.md"], ["recall", "SECRET secret things"]] {
        assert!(!mem.run(args).out.contains("SECRET"), "{args:?}");
    }
    assert_eq!(shown(&mem, "in")["body"], "inside\n");
}

#[test]
fn what_would_hang_or_flood_is_passed_over() {
    let mem = Mem::new();
    mem.memory("user", "good", "Good", "d", "b");
    for fifo in ["pipe.md", "MEMORY.md"] {
        assert!(Command::new("mkfifo").arg(mem.path(fifo)).status().unwrap().success());
    }
    let _socket = std::os::unix::net::UnixListener::bind(mem.path("socket.md")).unwrap();
    symlink("/dev/zero", mem.path("device.md")).unwrap();
    assert_eq!(mem.files(), ["user_good.md"]);
    let ran = mem.run(["ls"]).ok().says("device.md is a link out of the store (and 2 more)");
    assert_eq!(ran.err.lines().count(), 1);
    mem.run(["recall", "--explain", "good things"]).ok().says("pipe.md is not a regular file: left out");
    mem.run(["show", "pipe.md"]).code(1);
    mem.run(["show", "good"]).ok();
}

#[test]
fn a_huge_file_is_read_in_part() {
    let mem = Mem::new();
    mem.memory("user", "good", "Good", "d", "b")
        .file("user_big.md", "---\nname: Big\ndescription: d\ntype: user\n---\n");
    let file = fs::File::options().write(true).open(mem.path("user_big.md")).unwrap();
    file.set_len(100 * 1024 * 1024).unwrap();
    let listed = mem.json(["ls", "--sort", "size"]);
    assert_eq!(listed["memories"][0]["name"], "Big");
    assert_eq!(listed["memories"][0]["size"], 100 * 1024 * 1024);
    assert_eq!(listed["memories"][0]["problems"], serde_json::json!(["too_large"]));
    assert_eq!(listed["memories"].as_array().unwrap().len(), 2);
    mem.run(["ls"]).ok().says("user_big.md is so large");
}

#[test]
fn one_broken_file_costs_one_line() {
    let mem = Mem::new();
    mem.memory("user", "good", "Good", "d", "b");
    mem.file("user_bad.md", "---\nname: Bad\ndescription: a: b\ntype: user\n---\nx\n");
    let ran = mem.run(["ls"]).ok();
    assert_eq!(ran.out.lines().count(), 2);
    assert_eq!(ran.err.lines().count(), 1);
    assert!(ran.err.contains("user_bad.md") && ran.err.contains("not valid YAML"), "{ran:?}");
    for i in 0..5 {
        mem.file(format!("user_bad{i}.md"), b"\xff");
    }
    let ran = mem.run(["ls"]).ok().says("(and 5 more)");
    assert_eq!(ran.err.lines().count(), 1);
    mem.run(["-q", "ls"]).ok().quiet();
}

#[test]
fn an_unreadable_file_is_listed_with_the_reason() {
    use std::os::unix::fs::PermissionsExt as _;
    let mem = Mem::new();
    mem.memory("user", "good", "Good", "d", "b").memory("user", "closed", "Closed", "d", "b").file("shut/x.md", "x");
    let close = |file: &str, mode| fs::set_permissions(mem.path(file), fs::Permissions::from_mode(mode)).unwrap();
    close("user_closed.md", 0o000);
    close("shut", 0o000);
    if let Some(ran) = mem.bound(&["ls", "--format", "{file} {problems}"]) {
        let ran = ran.ok();
        assert_eq!(ran.out, "user_good.md \nuser_closed.md unreadable\n");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
        mem.bound(&["show", "--raw", "closed"])
            .unwrap()
            .code(3)
            .says("user_closed.md")
            .says("hint: check who may read");
        mem.bound(&["show", "good"]).unwrap().ok();
        mem.bound(&["recall", "good things"]).unwrap().ok();
    }
    close("shut", 0o755);
}

#[test]
fn file_names_that_are_no_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let mem = Mem::new();
    let odd =
        [OsStr::from_bytes(b"user_\xff.md"), OsStr::from_bytes(b"user_\xfe.md"), OsStr::from_bytes(b"user_a\nb.md")];
    for (name, body) in odd.iter().zip(["first", "second", "third"]) {
        mem.file(Path::new(name), body);
    }
    let listed = mem.json(["ls"]);
    for memory in listed["memories"].as_array().unwrap() {
        assert!(has(memory, "odd_file_name"), "{memory}");
    }
    let ran = mem.run(["ls"]).ok();
    assert_eq!(ran.out.lines().count(), 3, "{ran:?}");
    assert_eq!(mem.run(["ls", "--paths"]).ok().out.lines().count(), 3);
    assert_eq!(mem.run(["ls", "--format", "{file}"]).ok().out.lines().count(), 3);
    let raw = mem.run(["ls", "-z"]).ok().bytes;
    let mut paths: Vec<_> = raw.split(|b| *b == 0).filter(|p| !p.is_empty()).map(|p| p.to_vec()).collect();
    paths.sort();
    let mut want: Vec<_> = odd.iter().map(|name| mem.path(Path::new(name)).as_os_str().as_bytes().to_vec()).collect();
    want.sort();
    assert_eq!(paths, want);
    // Each is found by its own bytes.
    for (name, body) in odd.iter().zip(["first", "second", "third"]) {
        assert_eq!(mem.run([OsStr::new("show"), OsStr::new("--raw"), name]).ok().out, body);
    }
    let both = mem.run([OsStr::new("show"), OsStr::new("--raw"), odd[0], odd[1]]).ok();
    assert_eq!(both.out, "firstsecond");
    // A new index gets no line that leads nowhere.
    mem.add("project", "Plain", "about it", "text");
    let index = mem.read("MEMORY.md");
    assert!(!index.contains('\u{fffd}') && index.contains("user_a%0Ab.md"), "{index}");
}

#[test]
fn escapes_reach_no_terminal() {
    let mem = Mem::new();
    mem.file(
        "user_esc.md",
        "---\nname: \"red \\e[31m\"\ndescription: \"clear \\e[2J clip \\e]52;c;Zm9v\\a cr \\r bidi \\u202e c1 \\x9b é 中文 🐘\"\ntype: user\n---\nbody \u{1b}[2J\u{9b}\r\u{7}\n",
    );
    mem.file("user_\u{1b}[2J.md", "x");
    let bad = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}');
    for args in [
        &["ls"][..],
        &["ls", "--paths"],
        &["ls", "--format", "{name} {description} {file}"],
        &["show", "user_esc"],
        &["show", "user_\u{1b}[2J"],
        &["show", "no\u{1b}[2Jne"],
        &["show", "--path", "user_\u{1b}[2J.md"],
    ] {
        let ran = mem.run(args);
        assert!(!bad(&ran.out) && !bad(&ran.err), "{args:?}: {ran:?}");
    }
    let text = mem.run(["ls"]).ok().out;
    assert!(text.contains("\\x1b[2J") && text.contains("é 中文 🐘"), "{text}");
    let json = mem.run(["--json", "show", "user_esc"]).ok().out;
    assert!(json.contains("\\u001b[31m") && !json.contains('\u{1b}'), "{json}");
    assert_eq!(shown(&mem, "user_esc")["name"], "red \u{1b}[31m");
    let on_terminal = mem.on_terminal(120, &["--color", "never", "ls"]);
    assert!(!bad(&on_terminal), "{on_terminal:?}");
}

#[test]
fn ages_of_every_kind() {
    let mem = Mem::new();
    let dated = |file: &str, lines: &str| {
        mem.file(file, format!("---\nname: n\ndescription: d\ntype: user\n{lines}\n---\nb\n"));
    };
    dated("user_a.md", "modified: 2026-01-10T09:00:00Z");
    dated("user_b.md", "created: 2026-11-28");
    dated("user_c.md", "modified: 2026-02-30\nmetadata:\n  modified: 2026-11-27T11:00:00+00:00");
    dated("user_d.md", "modified: 2027-01-01");
    dated("user_e.md", "updated: 1969-12-31\ncreated: 2026-01-01");
    dated("user_f.md", "modified: soon");
    dated("user_g.md", "x: y");
    let touch = |file: &str, time: &str| {
        assert!(Command::new("touch").args(["-d", time]).arg(mem.path(file)).status().unwrap().success());
    };
    touch("user_f.md", "2026-11-19 12:00:00 UTC");
    touch("user_g.md", "2200-01-01 00:00:00 UTC");
    let ages =
        mem.run(["ls", "--sort", "name", "--format", "{file} {age_days} {age} {modified_source} {problems}"]).ok().out;
    assert_eq!(
        ages,
        "user_a.md 323 323 days ago header \n\
         user_b.md 1 yesterday header \n\
         user_c.md 2 2 days ago header bad_date\n\
         user_d.md 0 today header \n\
         user_e.md 20787 20787 days ago header \n\
         user_f.md 10 10 days ago mtime bad_date\n\
         user_g.md 0 today mtime \n"
    );
    touch("user_g.md", "1969-12-31 00:00:00 UTC");
    assert_eq!(shown(&mem, "user_g")["age_days"], 20_787);
    assert_eq!(mem.run(["ls", "--stale", "--format", "{file}"]).ok().out.lines().count(), 5);
}

#[test]
fn a_file_that_comes_and_goes_harms_nobody() {
    let mem = Mem::new();
    for i in 0..40 {
        mem.memory("user", &format!("m{i}"), &format!("M {i}"), "d", "b");
    }
    let path = mem.path("user_gone.md");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                fs::write(&path, "---\nname: Gone\n---\n").unwrap();
                fs::remove_file(&path).unwrap();
            }
        });
        for _ in 0..20 {
            let ran = mem.run(["ls"]);
            let listed = ran.out.lines().count();
            assert!(ran.code == 0 && (40..=41).contains(&listed), "{ran:?}");
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
