//! `mem mv`: name, type, file, index line and links change together, and nothing else does.

use std::fs;

use crate::support::Mem;

/// A memory with a header that a person cares about, and an index line of their own.
fn store() -> Mem {
    let mem = Mem::new();
    mem.file(
        "user_old_name.md",
        "---\r\n# mine\r\nname:   Old name\r\nextra: [1, 2]  # keep\r\ntype: \"user\"   # keep\r\ndescription: d\r\n---\r\nSee [[Old name]].\r\n",
    );
    mem.file("MEMORY.md", "# M\n\n* **[Old name](user_old_name.md)** my own hook\n\nprose [x](user_old_name.md)\n");
    mem
}

#[test]
fn a_new_name_changes_the_line_of_the_name_and_no_other() {
    let mem = store();
    let moved = mem.run(["mv", "Old name", "New name"]).ok().quiet();
    assert_eq!(moved.out, "user_old_name.md → user_new_name.md\n");
    assert_eq!(
        mem.read("user_new_name.md"),
        "---\r\n# mine\r\nname:   New name\r\nextra: [1, 2]  # keep\r\ntype: \"user\"   # keep\r\ndescription: d\r\n---\r\nSee [[New name]].\r\n"
    );
    assert!(!mem.path("user_old_name.md").exists());
    let index = mem.read("MEMORY.md");
    assert!(index.contains("](user_new_name.md)** my own hook\n\nprose [x](user_new_name.md)\n"), "{index}");
    assert_eq!(mem.subjects(), ["mv: user_old_name.md to user_new_name.md", "edited outside mem"]);
}

#[test]
fn a_new_type_keeps_the_name_that_somebody_gave_the_file() {
    let mem = store();
    mem.file("user_by_hand.md", "---\nname: Something else\ndescription: d\ntype: user\n---\nb\n");
    mem.run(["mv", "user_by_hand", "-t", "project"]).ok();
    assert_eq!(mem.read("project_by_hand.md"), "---\nname: Something else\ndescription: d\ntype: project\n---\nb\n");
    mem.run(["mv", "old name", "-t", "Feedback"]).ok();
    assert!(mem.read("feedback_old_name.md").contains("type: feedback   # keep\r\n"));
    // A file without its type in front gets the usual name.
    mem.file("plain.md", "---\nname: Plain one\ndescription: d\ntype: user\n---\nb\n");
    assert_eq!(mem.run(["mv", "plain", "-t", "user"]).ok().out, "plain.md → user_plain_one.md\n");
}

#[test]
fn both_at_once_and_a_name_with_everything() {
    let mem = store();
    let name = "It's: \"new\" #1 — ü/部署 [x]";
    mem.run(["mv", "old name", name, "-t", "project"]).ok();
    let file = "project_it_s_new_1_ü_部署_x.md";
    assert_eq!(mem.files(), [file]);
    assert_eq!(mem.json(["ls"])["memories"][0]["name"], name);
    let shown = mem.json(["show", name]);
    assert_eq!(shown["memories"][0]["header"]["extra"], "[1, 2]");
    assert!(mem.read("MEMORY.md").contains(file), "{}", mem.read("MEMORY.md"));
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn nested_types_and_missing_keys() {
    let mem = Mem::new();
    mem.file("a.md", "---\nname: A\ndescription: d\nmetadata: \n  type: user\n  session: x\n---\nb\n");
    mem.run(["mv", "a", "B", "-t", "project"]).ok();
    assert_eq!(
        mem.read("project_b.md"),
        "---\nname: B\ndescription: d\nmetadata: \n  type: project\n  session: x\n---\nb\n"
    );
    mem.file("c.md", "---\ndescription: d\n---\nb\n");
    mem.run(["mv", "c", "C"]).code(1).says("c.md has no type that is known").says("--type");
    mem.run(["mv", "c", "C", "-t", "user"]).ok();
    assert_eq!(mem.read("user_c.md"), "---\ndescription: d\nname: C\ntype: user\n---\nb\n");
}

#[test]
fn what_cannot_be_renamed_stays_byte_for_byte() {
    let mem = store();
    mem.memory("user", "taken", "Taken", "d", "b");
    mem.file("broken.md", "---\nname: [\ntype: user\n---\nb\n");
    mem.file("bare.md", "no header\n");
    mem.file("user_caf.md", b"---\nname: caf\xe9\ntype: user\n---\nb\n");
    mem.file("project_squat.md/x.txt", "a folder");
    fs::write(mem.path("user_squat.md.txt"), "x").unwrap();
    let before = mem.state();
    for (args, code, why) in [
        (&["old name", "Taken"][..], 1, "user_taken.md has that name already"),
        (&["old name", "TAKEN!"], 1, "user_taken.md has that name already"),
        (&["broken", "New"], 1, "cannot be changed safely"),
        (&["bare", "New"], 1, "no type"),
        (&["bare", "New", "-t", "user"], 1, "no header"),
        (&["user_caf", "New"], 3, "not UTF-8"),
        (&["old name", "squat", "-t", "project"], 1, "is in the way, and is no memory"),
        (&["old name", " \n "], 2, "empty"),
        (&["nosuch", "New"], 1, "no memory `nosuch`"),
        (&["MEMORY.md", "New"], 1, "not a memory"),
        (&["../x.md", "New"], 1, "not a memory"),
        (&["old name"], 2, "required"),
        (&["old name", "x", "-t", "nosuch"], 2, "nosuch"),
    ] {
        mem.run(std::iter::once("mv").chain(args.iter().copied())).code(code).says(why);
        assert_eq!(mem.state(), before, "{args:?}");
    }
    let missing = mem.root().join("missing");
    mem.run(["--dir", missing.to_str().unwrap(), "mv", "a", "b"]).code(1);
    assert!(!missing.exists());
}

#[test]
fn the_same_name_changes_nothing() {
    let mem = Mem::new();
    mem.add("user", "Same", "d", "b");
    let before = (mem.state(), mem.subjects());
    assert_eq!(mem.run(["mv", "same", "Same"]).ok().out, "kept user_same.md\n");
    assert_eq!((mem.state(), mem.subjects()), before);
}

#[test]
fn only_the_case_of_a_name_may_change() {
    let mem = Mem::new();
    mem.add("user", "editor", "d", "b");
    mem.run(["mv", "editor", "Editor"]).ok();
    assert_eq!(mem.files(), ["user_editor.md"]);
    assert_eq!(mem.json(["ls"])["memories"][0]["name"], "Editor");
    mem.file("user_Upper.md", "---\nname: Upper\ndescription: d\ntype: user\n---\nb\n");
    mem.run(["mv", "Upper", "upper"]).ok();
    assert!(mem.path("user_upper.md").exists() && !mem.path("user_Upper.md").exists());
}

#[test]
fn links_of_others_follow() {
    let mem = store();
    mem.file("a.md", "---\nname: a\ndescription: see [[Old name]]\ntype: user\n---\n[[user_old_name]] [[Old name|l]] [[user_old_name.md#p]] [t](user_old_name.md)\r\n`[[Old name]]`\n```\n[[Old name]]\n```\n[[Old names]]");
    mem.file("sub/b.md", "[t](../user_old_name.md#x) [t](user_old_name.md)\n");
    mem.file("latin.md", b"[[Old name]] \xe9");
    let moved = mem.run(["mv", "old name", "New: one"]).ok();
    assert_eq!(moved.out, "user_old_name.md → user_new_one.md\nlinks changed in a.md\nlinks changed in sub/b.md\n");
    assert_eq!(
        mem.read("a.md"),
        "---\nname: a\ndescription: 'see [[New: one]]'\ntype: user\n---\n[[user_new_one]] [[New: one|l]] [[user_new_one.md#p]] [t](user_new_one.md)\r\n`[[Old name]]`\n```\n[[Old name]]\n```\n[[Old names]]"
    );
    assert_eq!(mem.read("sub/b.md"), "[t](../user_new_one.md#x) [t](user_old_name.md)\n");
    assert_eq!(fs::read(mem.path("latin.md")).unwrap(), b"[[Old name]] \xe9");
}

#[test]
fn a_memory_in_a_folder_stays_in_it() {
    let mem = Mem::new();
    mem.file("team/user_x.md", "---\nname: X\ndescription: d\ntype: user\n---\nb\n");
    mem.file("MEMORY.md", "- [X](team/user_x.md) hand-written\n");
    mem.run(["mv", "x", "Y"]).ok();
    assert_eq!(mem.files(), ["team/user_y.md"]);
    assert!(mem.read("MEMORY.md").ends_with("](team/user_y.md) hand-written\n"), "{}", mem.read("MEMORY.md"));
}

#[test]
fn a_rename_is_taken_back_to_the_byte() {
    let mem = store();
    mem.file("a.md", "[[Old name]] [t](user_old_name.md)\n");
    let before = mem.state();
    mem.run(["mv", "old name", "New name", "-t", "project"]).ok();
    mem.run(["restore", "New name"]).code(1).says("was user_old_name.md before").says("takes the rename back");
    mem.run(["restore", "@HEAD"]).ok();
    assert_eq!(mem.state(), before);
    // The name that went was not removed, neither time.
    mem.run(["restore", "--deleted"]).ok().says("nothing to bring back");
    mem.run(["restore", "@HEAD"]).ok();
    assert!(mem.path("project_new_name.md").exists() && !mem.path("user_old_name.md").exists());
}
