//! `mem reindex` on what nobody should put there: other bytes, other kinds of file, odd names, huge texts.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{PermissionsExt as _, symlink},
    },
};

use crate::support::Mem;

#[test]
fn an_index_that_is_not_text_is_refused_and_unchanged() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.");
    for bytes in [&b"# M\n\xff\xfe\0\x01\n"[..], b"\xff\xfe#\0 \0M\0", b"caf\xe9\n"] {
        mem.file("MEMORY.md", bytes);
        for args in [&["reindex"][..], &["reindex", "--check"], &["reindex", "--rebuild", "--force"]] {
            mem.run(args).code(3).says("MEMORY.md is not UTF-8").says("convert it to UTF-8 first");
        }
        mem.run(["add", "-t", "user", "-n", "B", "-d", "d", "-m", "b"]).code(3).says("MEMORY.md is not UTF-8");
        assert_eq!(fs::read(mem.path("MEMORY.md")).unwrap(), bytes);
        assert!(!mem.path("user_b.md").exists());
    }
    mem.file("MEMORY.md", "a\0b \u{1b}[31m\u{7}\n- [A](user_a.md)\n").run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), "a\0b \u{1b}[31m\u{7}\n- [A](user_a.md)\n");
}

#[test]
fn what_stands_in_the_place_of_the_index() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.");
    fs::create_dir(mem.path("MEMORY.md")).unwrap();
    mem.run(["reindex"]).code(3).says("MEMORY.md");
    fs::remove_dir(mem.path("MEMORY.md")).unwrap();
    let elsewhere = mem.root().join("dotfiles.md");
    fs::write(&elsewhere, "Mine.\n").unwrap();
    symlink(&elsewhere, mem.path("MEMORY.md")).unwrap();
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o440)).unwrap();
    mem.run(["reindex"]).ok();
    assert!(mem.path("MEMORY.md").symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "Mine.\n\n- [A](user_a.md) — about a\n");
    assert_eq!(elsewhere.metadata().unwrap().permissions().mode() & 0o777, 0o440);
}

#[test]
fn file_names_that_no_line_can_hold() {
    let mem = Mem::new();
    let text = "---\nname: N\ndescription: d\ntype: user\n---\nB.\n";
    mem.file("a\nb.md", text).file("a](b).md", text).file("~ %41:c.md", text);
    mem.file(OsStr::from_bytes(b"bad\xff.md"), text);
    mem.run(["reindex"]).ok();
    let index = mem.read("MEMORY.md");
    assert_eq!(
        index, "# Memory\n\n- [N](a%0Ab.md) — d\n- [N](a%5D%28b%29.md) — d\n- [N](~%20%2541%3Ac.md) — d\n",
        "the one that is not UTF-8 can have no link"
    );
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn links_that_agents_write_from_the_project() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.").memory("user", "b", "B", "about b", "B.");
    fs::create_dir(mem.cwd().join("docs")).unwrap();
    fs::write(mem.cwd().join("docs/plan.md"), "plan").unwrap();
    let text = format!(
        "- [A](memory/user_a.md) — from its parent\n- [B]({}) — from the root\n- [Plan](docs/plan.md)\n- [Home](~/x.md)\n",
        mem.path("user_b.md").display()
    );
    mem.file("MEMORY.md", &text).run(["reindex", "--check"]).ok();
    fs::remove_file(mem.cwd().join("docs/plan.md")).unwrap();
    mem.run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), text.replace("- [Plan](docs/plan.md)\n", ""));
}

#[test]
fn two_hundred_thousand_lines() {
    // What is quadratic runs into the end of any patience.
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.");
    let prose = "some prose, [w](https://x.example/) and `code`\n".repeat(100_000);
    let text = format!("- [A](user_a.md)\n{prose}{}", "```x\n<!--\n".repeat(50_000));
    mem.file("MEMORY.md", &text);
    mem.run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), text);
    let dead: String = (0..200_000).map(|n| format!("- [x](gone_{n}.md)\n")).collect();
    mem.file("MEMORY.md", format!("{dead}- [A](user_a.md)\n"));
    let ran = mem.json(["reindex"]);
    assert_eq!(ran["removed"].as_array().unwrap().len(), 200_000);
    assert_eq!(mem.read("MEMORY.md"), "- [A](user_a.md)\n");
}
