//! `mem show`: found by whatever a person remembers of it, and shown as it is.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::support::Mem;

fn store() -> Mem {
    let mem = Mem::new();
    mem.memory("feedback", "no_recap", "No recap", "Leave it out", "Rule first.")
        .memory("feedback", "no_emoji", "Plain text", "d", "b")
        .memory("user", "role", "Rolle für 部署", "d", "b")
        .file("sub/project_x.md", "---\nname: X Window\ndescription: d\ntype: project\n---\nb\n")
        .file("MEMORY.md", "# Memory\n");
    mem
}

/// The file that the argument means.
#[track_caller]
fn found(mem: &Mem, argument: &str) -> String {
    let document = mem.json(["show", argument]);
    document["memories"][0]["file"].as_str().unwrap_or_else(|| panic!("{argument}: {document}")).to_owned()
}

#[test]
fn by_file_stem_name_case_and_prefix() {
    let mem = store();
    let absolute = mem.path("feedback_no_recap.md");
    for argument in [
        "feedback_no_recap.md",
        "./feedback_no_recap.md",
        "feedback_no_recap",
        "No recap",
        "no RECAP",
        "FEEDBACK_NO_RECAP",
        "feedback_no_r",
        "no_r",
        "No rec",
        absolute.to_str().unwrap(),
    ] {
        assert_eq!(found(&mem, argument), "feedback_no_recap.md", "{argument}");
    }
    for (argument, file) in [
        ("Rolle für 部署", "user_role.md"),
        ("rolle FÜR 部", "user_role.md"),
        ("sub/project_x.md", "sub/project_x.md"),
        ("project_x", "sub/project_x.md"),
        ("x win", "sub/project_x.md"),
    ] {
        assert_eq!(found(&mem, argument), file, "{argument}");
    }
}

#[test]
fn a_whole_name_wins_over_a_prefix() {
    let mem = Mem::new();
    mem.memory("user", "a", "ab", "d", "b").memory("user", "ab", "a", "d", "b").memory("user", "abc", "abc", "d", "b");
    for (argument, file) in [
        ("user_a", "user_a.md"),
        ("user_ab", "user_ab.md"),
        ("a", "user_ab.md"),
        ("ab", "user_a.md"),
        ("abc", "user_abc.md"),
    ] {
        assert_eq!(found(&mem, argument), file, "{argument}");
    }
}

#[test]
fn what_is_not_found_or_not_clear() {
    let mem = store();
    for (argument, code, hint) in [
        ("no", "ambiguous", "name its file"),
        ("nothing like it", "not_found", "mem ls"),
        ("no_recpa", "not_found", "did you mean feedback_no_recap?"),
    ] {
        let ran = mem.run(["--json", "show", argument]).code(1).says(hint);
        let document: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (&document["schema"], &document["error"]["code"]),
            (&"mem.error/1".into(), &code.into()),
            "{argument}"
        );
    }
    mem.run(["show", "no"]).code(1).says("feedback_no_emoji.md, feedback_no_recap.md");
    // One that is not there and all are refused, nothing half is printed.
    let ran = mem.run(["show", "no_r", "nothing like it"]).code(1);
    assert_eq!(ran.out, "");
    mem.run::<&str>(["show"]).code(2).says("no memory is named").says("mem ls");
}

#[test]
fn nothing_outside_the_store_is_shown() {
    let mem = store();
    let victim = mem.root().join("victim.md");
    std::fs::write(&victim, "---\nname: V\n---\nSECRET\n").unwrap();
    let climbing = mem.path("../victim.md");
    for argument in [
        "../victim.md",
        "./../victim.md",
        "sub/../../victim.md",
        victim.to_str().unwrap(),
        climbing.to_str().unwrap(),
        "/etc/hostname",
        "/",
        "MEMORY.md",
        "memory.md",
        "sub/MEMORY.md",
        ".",
        "..",
        "",
        " ",
        mem.store().to_str().unwrap(),
    ] {
        for option in ["--raw", "--path", "--color=never"] {
            let ran = mem.run(["show", option, argument]).code(1).says("is not a memory").says("mem ls");
            assert_eq!(ran.out, "", "{argument}");
        }
    }
}

#[test]
fn an_absolute_path_by_any_way_to_the_store() {
    let mem = store();
    let link = mem.root().join("link");
    symlink("memory", &link).unwrap();
    assert_eq!(found(&mem, link.join("user_role.md").to_str().unwrap()), "user_role.md");
    assert_eq!(found(&mem, link.join("sub/project_x.md").to_str().unwrap()), "sub/project_x.md");
    let through = Mem::project().env("MEM_DIR", link.to_str().unwrap());
    assert_eq!(found(&through, mem.path("user_role.md").to_str().unwrap()), "user_role.md");
    assert_eq!(found(&through, link.join("user_role.md").to_str().unwrap()), "user_role.md");
}

#[test]
fn a_path_from_the_working_directory() {
    let project = Mem::project();
    let memory = |file: &str, name: &str| {
        let path = project.cwd().join(".claude/memory").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, format!("---\nname: {name}\ndescription: d\ntype: user\n---\nb\n")).unwrap();
    };
    memory("user_a.md", "a");
    memory("sub/user_b.md", "b");
    let project = project.env("MEM_DIR", ".claude/memory");
    assert_eq!(found(&project, ".claude/memory/user_a.md"), "user_a.md");
    assert_eq!(found(&project, "./.claude/memory/sub/user_b.md"), "sub/user_b.md");
    assert_eq!(found(&project, "sub/user_b.md"), "sub/user_b.md");
    assert_eq!(project.run(["show", ".claude/memory/user_c.md"]).code, 1);
    let outside = project.cwd().join("user_d.md");
    std::fs::write(outside, "no memory").unwrap();
    assert_ne!(project.run(["show", "./user_d.md"]).code, 0);
    // The same for those that change it.
    project.run(["mv", ".claude/memory/user_a.md", "c"]).ok();
    project.run(["rm", ".claude/memory/user_c.md"]).ok();
    project.run(["log", ".claude/memory/sub/user_b.md"]).ok();
    // It is gone, and its history is not.
    assert!(project.run(["log", ".claude/memory/user_c.md"]).ok().out.contains("rm: user_c.md"));
    for path in [".claude/memory/user_c.md", ".claude/memory/user_c.md@HEAD~1"] {
        assert!(project.run(["restore", path]).ok().out.starts_with("restored user_c.md from "));
        project.run(["rm", "user_c.md"]).ok();
    }
    assert_eq!(project.run(["ls", "--paths"]).ok().out.lines().count(), 1);
}

#[test]
fn several_in_their_order_and_each_once() {
    let mem = store();
    let document = mem.json(["show", "role", "no_r", "user_role.md", "No recap"]);
    let files: Vec<_> = document["memories"].as_array().unwrap().iter().map(|m| m["file"].clone()).collect();
    assert_eq!(files, ["user_role.md", "feedback_no_recap.md"]);
    let text = mem.run(["show", "role", "no_r"]).ok().out;
    assert!(text.find("Rolle").unwrap() < text.find("No recap").unwrap());
    let paths = mem.run(["show", "--path", "role", "no_r"]).ok().out;
    assert_eq!(
        paths,
        format!("{}\n{}\n", mem.path("user_role.md").display(), mem.path("feedback_no_recap.md").display())
    );
}

#[test]
fn raw_is_every_byte() {
    let mem = Mem::new();
    let bytes = b"\xef\xbb\xbf---\r\nname: r\r\n---\r\n\r\nbody \x1b[2J \xff\0 end";
    mem.file("user_r.md", bytes).file("user_s.md", "second");
    assert_eq!(mem.run(["show", "--raw", "user_r"]).ok().bytes, bytes);
    assert_eq!(mem.run(["show", "--raw", "user_r", "user_s"]).ok().bytes, [&bytes[..], b"second"].concat());
    mem.run(["show", "--raw", "--json", "user_r"]).code(2);
}

#[test]
fn the_document() {
    let mem = Mem::new();
    mem.file(
        "user_n.md",
        "---\nname: N\ndescription: d\nmetadata:\n  type: user\n  modified: 2026-11-20T12:00:00Z\ntags: [a, b]\n---\n\n  body\twith  blanks\r\n\n\nend",
    );
    let memory = &mem.json(["show", "N"])["memories"][0];
    assert_eq!(
        memory["header"],
        json!({"name": "N", "description": "d", "metadata.type": "user", "metadata.modified": "2026-11-20T12:00:00Z", "tags": "[a, b]"})
    );
    let keys: Vec<_> = memory["header"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["name", "description", "metadata.type", "metadata.modified", "tags"]);
    assert_eq!(memory["body"], "\n  body\twith  blanks\r\n\n\nend");
    assert_eq!((&memory["age_days"], &memory["modified_source"]), (&9.into(), &"header".into()));
    assert!(memory["warning"].as_str().unwrap().contains("9 days old"));
}

#[test]
fn the_warning_begins_on_the_second_day() {
    let mem = Mem::new();
    for (slug, date) in
        [("a", "2026-11-29"), ("b", "2026-11-28T11:00:00Z"), ("c", "2026-11-27T12:00:00Z"), ("d", "2030-01-01")]
    {
        mem.file(format!("user_{slug}.md"), format!("---\nname: {slug}\nmodified: {date}\n---\nb\n"));
    }
    for (name, words, warned) in [
        ("a", "saved today", false),
        ("b", "saved yesterday", false),
        ("c", "saved 2 days ago", true),
        ("d", "saved today", false),
    ] {
        let text = mem.run(["show", name]).ok().out;
        assert!(text.contains(words), "{text}");
        assert_eq!(text.contains("2 days old: an observation"), warned, "{text}");
        assert_eq!(mem.json(["show", name])["memories"][0]["warning"].is_null(), !warned);
    }
}

#[test]
fn for_people() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about it", "line one\n\nline two");
    let text = mem.run(["show", "a"]).ok().quiet().out;
    let facts = text.lines().nth(2).unwrap();
    assert!(facts.starts_with("user_a.md · saved ") && facts.ends_with(" B"), "{text}");
    assert_eq!(text.lines().next().unwrap(), "A  user");
    assert!(text.ends_with("\n\nline one\n\nline two\n"), "{text}");
    mem.file("user_bad.md", "---\nname: B\ndescription: x: y\ntype: odd\n---\nb\n");
    let text = mem.run(["show", "B"]).ok().out;
    assert!(text.contains("! its header is not valid YAML") && text.contains("! has the unknown type `odd`"), "{text}");
}

#[test]
fn the_picker_on_a_terminal() {
    let mem = store();
    let mut session = mem.terminal(100, &["--color", "never", "show"]);
    session.expect("Which memory");
    session.send("recap");
    session.send("\r");
    let end = session.rest();
    assert!(end.contains("Rule first."), "{end}");

    let mut session = mem.terminal(100, &["show"]);
    session.expect("Which memory");
    session.send("\u{1b}");
    let end = session.rest();
    assert!(!end.contains("Rule first."), "{end}");

    let empty = Mem::new();
    let end = empty.on_terminal(100, &["show"]);
    assert!(end.contains("no memories in"), "{end}");
}
