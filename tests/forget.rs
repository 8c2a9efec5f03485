//! `mem rm --forget`: nothing of the memory is left in any object of the history.

use std::fs;

use crate::support::{Mem, history::holds};

const NAME: &str = "Zanzibar key";
const DESCRIPTION: &str = "the quagga password";
const BODY: &str = "hunter2-okapi";
/// What must not be found: name, description, content, and the name in the file's name.
const WORDS: [&str; 5] = [NAME, DESCRIPTION, BODY, "zanzibar", "okapi-two"];

/// A secret among others, with some history and an index line of a person's own.
fn store() -> Mem {
    let mem = Mem::new();
    mem.add("user", "Other", "d", "first");
    mem.add("reference", NAME, DESCRIPTION, BODY);
    mem.run(["add", "--update", "-t", "reference", "-n", NAME, "-d", DESCRIPTION, "-m", "okapi-two"]).ok();
    mem.file("MEMORY.md", mem.read("MEMORY.md").replace(DESCRIPTION, "my hook on the Zanzibar key"));
    mem.run(["add", "--update", "-t", "user", "-n", "Other", "-d", "d", "-m", "second"]).ok();
    mem
}

#[track_caller]
fn is_forgotten(mem: &Mem) {
    let bytes = mem.every_byte_of_the_history();
    for word in WORDS {
        assert!(!holds(&bytes, word), "{word} is still there");
    }
    let left =
        fs::read_dir(mem.history().parent().unwrap()).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>();
    assert_eq!(left, [mem.history().file_name().unwrap()]);
    mem.git(&["fsck", "--full", "--strict"]);
    assert!(!fs::read_to_string(mem.path("MEMORY.md")).unwrap_or_default().contains("Zanzibar"));
}

#[test]
fn a_memory_is_forgotten_and_the_others_are_not() {
    let mem = store();
    assert!(WORDS.iter().all(|word| holds(&mem.every_byte_of_the_history(), word)));
    let removed = mem.run(["rm", "--forget", NAME]).ok();
    assert_eq!(removed.out, "removed reference_zanzibar_key.md\n");
    assert_eq!(removed.err, "note: whoever saw a secret still knows it: change it where it is used\n");
    is_forgotten(&mem);
    assert_eq!(mem.files(), ["user_other.md"]);
    assert_eq!(mem.subjects(), ["rm: a memory, forgotten", "update: user_other.md", "add: user_other.md"]);
    mem.run(["restore", NAME]).code(1).says("no memory");
    mem.run(["restore", "--deleted"]).ok().says("nothing to bring back");
    mem.run(["restore", "other@HEAD~2"]).ok();
    assert!(mem.read("user_other.md").contains("first"));
    mem.run(["restore", "Other"]).ok();
    assert!(mem.read("user_other.md").contains("second"));
    // What comes next is no edit of others.
    mem.add("user", "Next", "d", "b");
    assert_eq!(mem.subjects()[0], "add: user_next.md");
    assert!(!mem.subjects().contains(&"edited outside mem".to_owned()));
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn under_all_the_names_that_it_had() {
    let mem = store();
    mem.run(["mv", NAME, "Zanzibar two"]).ok();
    fs::rename(mem.path("reference_zanzibar_two.md"), mem.path("zanzibar-by-hand.md")).unwrap();
    mem.run(["reindex"]).ok();
    mem.run(["mv", "zanzibar-by-hand", "Plain", "-t", "project"]).ok();
    // Another one took the first name since.
    mem.add("reference", "Zanzibar", "x", "is an island");
    mem.run(["mv", "Zanzibar", "Island"]).ok();
    mem.run(["rm", "--forget", "Plain"]).ok();
    let bytes = mem.every_byte_of_the_history();
    for word in [NAME, DESCRIPTION, BODY, "okapi-two", "Zanzibar two", "zanzibar_key", "zanzibar-by-hand"] {
        assert!(!holds(&bytes, word), "{word}");
    }
    assert!(holds(&bytes, "is an island"));
    let log = mem.json(["log", "Island"]);
    assert_eq!(log["entries"].as_array().unwrap().len(), 2, "{log}");
}

#[test]
fn one_that_is_removed_already() {
    for how in ["rm", "outside"] {
        let mem = store();
        match how {
            "rm" => drop(mem.run(["rm", NAME]).ok()),
            _ => fs::remove_file(mem.path("reference_zanzibar_key.md")).unwrap(),
        }
        mem.run(["rm", NAME]).code(1).says("no memory");
        let removed = mem.json(["rm", "--forget", NAME]);
        assert_eq!(removed["removed"], serde_json::json!(["reference_zanzibar_key.md"]));
        assert_eq!(removed["undo"], serde_json::Value::Null);
        is_forgotten(&mem);
    }
}

#[test]
fn several_and_all() {
    let mem = store();
    mem.run(["rm", "--forget", NAME, "Other"]).code(1).says("-y removes them");
    mem.run(["rm", "--forget", "-y", NAME, "nosuch"]).code(1).says("no memory `nosuch`");
    mem.run(["rm", "--forget", "-y", NAME, "Other"]).ok();
    is_forgotten(&mem);
    assert!(!holds(&mem.every_byte_of_the_history(), "second"));
    assert_eq!(mem.subjects(), ["rm: memories, forgotten"]);
    mem.add("user", "New", "d", "b");
    assert_eq!(mem.subjects()[0], "add: user_new.md");
}

#[test]
fn a_store_without_a_history() {
    let mem = Mem::new();
    mem.file("a.md", "secret zanzibar");
    mem.run(["rm", "--forget", "a"]).ok();
    assert_eq!(mem.files(), Vec::<String>::new());
    assert!(!holds(&mem.every_byte_of_the_history(), "zanzibar"));
    // Without git nothing was ever kept.
    let mem = Mem::new().env("PATH", "/nonexistent");
    mem.file("a.md", "x");
    mem.run(["rm", "--forget", "a"]).ok();
    mem.file("a.md", "x");
    mem.run(["rm", "--forget", "nosuch"]).code(3).says("git is not installed");
}

#[test]
fn where_git_is_gone_the_history_still_holds_it() {
    let mem = store().env("PATH", "/nonexistent");
    mem.run(["rm", "--forget", NAME]).code(3).says("git is not installed").says("nothing was removed");
    assert!(mem.path("reference_zanzibar_key.md").exists());
    mem.run(["rm", "--forget", "--force", NAME]).ok().says("what it holds stays in it");
    assert!(!mem.path("reference_zanzibar_key.md").exists());
}

#[test]
fn a_history_that_was_set_aside_may_hold_it_too() {
    let mem = store();
    fs::write(mem.history().join("mem-state"), "").unwrap();
    fs::remove_dir_all(mem.history().join("objects")).unwrap();
    mem.run(["log", "--repair"]).ok();
    mem.run(["rm", "--forget", NAME]).ok().says(".git.damaged-1 may still hold it; remove it");
}

/// Whatever instant the swap of the repositories is cut off at, the next change ends it.
#[test]
fn a_cut_off_swap_is_finished() {
    let mem = store();
    let history = mem.history();
    let old = history.with_extension("old");
    let copy = |from: &std::path::Path, to: &std::path::Path| {
        let copied = std::process::Command::new("cp").arg("-r").arg(from).arg(to).status().unwrap();
        assert!(copied.success());
    };
    copy(&history, &old);
    mem.run(["rm", "--forget", NAME]).ok();
    is_forgotten(&mem);
    // The old one is aside, the new one has not got its place.
    fs::rename(&history, history.with_extension("new")).unwrap();
    fs::create_dir(&old).unwrap();
    fs::write(old.join("x"), NAME).unwrap();
    mem.add("user", "Next", "d", "b");
    is_forgotten(&mem);
    assert_eq!(mem.subjects()[..2], ["add: user_next.md", "rm: a memory, forgotten"]);
}
