//! `mem gc`: what is proposed, what is done, and that all of it can be taken back.

use std::{
    fs::{self, File},
    os::unix::{fs::symlink, process::ExitStatusExt as _},
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, SystemTime},
};

use serde_json::Value;

use crate::support::{Mem, Ran, permissions_bind, ran};

const TEXT: &str = "Run the migration check before each deploy, in the staging cluster first.";

/// A store with one of everything that can go, and with enough around it.
fn store() -> Mem {
    let mem = Mem::new();
    mem.crowd();
    mem.memory("feedback", "check", "Check", "Run the migration check before each deploy", TEXT);
    mem.memory("feedback", "check_again", "Check again", "migration check", &format!("{TEXT}  "));
    mem.memory("project", "freeze", "Freeze", "Fares are frozen until 2026-03-20", "No change before.");
    mem.memory("project", "new", "New", "How it is done now", "With the new runner, always.");
    mem.file(
        "project_old.md",
        "---\nname: Old\ndescription: How it was done\ntype: project\nsuperseded_by: project_new.md\n---\nSo.\n",
    );
    mem.memory("user", "links", "Links", "A memory with links", "See [[Check again]] and [old](project_old.md).");
    mem.run(["reindex"]).ok();
    let index = mem.read("MEMORY.md");
    mem.file("MEMORY.md", format!("{index}- [Gone](project_gone.md) — no longer there\n\nProse that stays.\n"));
    mem
}

fn plan(mem: &Mem) -> Value {
    mem.json(["gc"])
}

/// `kind file` of each item.
fn items(document: &Value, key: &str) -> Vec<String> {
    let of = |item: &Value| format!("{} {}", item["kind"].as_str().unwrap(), item["file"].as_str().unwrap());
    document[key].as_array().unwrap().iter().map(of).collect()
}

#[track_caller]
fn undo(mem: &Mem, applied: &Ran) {
    let undo = applied.out.lines().find_map(|l| l.strip_prefix("undo: ")).unwrap_or_else(|| panic!("{applied:?}"));
    let rev = undo.rsplit(' ').next().unwrap();
    mem.run(["restore", rev]).ok();
}

#[test]
fn the_plan_has_reasons_and_evidence_and_changes_nothing() {
    let mem = store();
    let before = mem.state();
    let plan = plan(&mem);
    assert_eq!(
        items(&plan, "items"),
        [
            "superseded project_old.md",
            "copy feedback_check_again.md",
            "expired project_freeze.md",
            "dead_line project_gone.md"
        ]
    );
    for item in plan["items"].as_array().unwrap() {
        assert!(!item["reason"].as_str().unwrap().is_empty() && item["evidence"][0]["line"].is_u64(), "{item}");
        assert_eq!(item["action"], "drop");
    }
    assert_eq!(
        (&plan["applied"], &plan["touched"], &plan["memories"], &plan["needs_force"]),
        (&false.into(), &3.into(), &66.into(), &false.into())
    );
    let shown = mem.run(["gc"]).ok().quiet().out;
    assert!(shown.contains("drop project_freeze.md: it was to end on 2026-03-20, 254 days ago\n"), "{shown}");
    assert!(shown.contains("3 of 66 memories would go; `mem gc --apply` does it"), "{shown}");
    assert_eq!(mem.state(), before);
}

#[test]
fn applied_in_one_revision_that_restore_takes_back() {
    let mem = store();
    let before = mem.state();
    let applied = mem.run(["gc", "--apply"]).ok().quiet();
    assert_eq!(
        mem.subjects(),
        ["gc: 1 copy, 1 expired, 1 superseded, 1 dead line", "edited outside mem", "reindex", "edited outside mem"]
    );
    let files = mem.files();
    assert_eq!(files.len(), 63);
    assert!(
        ["project_old.md", "feedback_check_again.md", "project_freeze.md"]
            .iter()
            .all(|f| !files.contains(&(*f).into()))
    );
    let index = mem.read("MEMORY.md");
    assert!(
        !index.contains("Gone") && !index.contains("freeze") && index.ends_with("\n\nProse that stays.\n"),
        "{index}"
    );
    // What linked to what went links to what stays.
    assert!(mem.read("user_links.md").contains("See [[Check]] and [old](project_new.md)."));
    assert!(mem.run(["gc"]).ok().out.contains("nothing"), "a second run finds nothing");
    undo(&mem, &applied);
    let now = mem.state();
    let memories = |state: &[(PathBuf, Vec<u8>)]| -> Vec<_> {
        state.iter().filter(|(path, _)| !path.ends_with("MEMORY.md")).cloned().collect()
    };
    assert_eq!(memories(&now), memories(&before));
}

#[test]
fn nothing_goes_for_its_age_or_for_being_like_another() {
    let mem = Mem::new();
    mem.file(
        "user_role.md",
        "---\nname: Role\ndescription: Backend developer\ntype: user\nmodified: 2025-10-25\n---\nGo.\n",
    );
    mem.file(
        "feedback_tests.md",
        "---\nname: Tests\ndescription: Real database\ntype: feedback\nmodified: 2026-02-02\n---\nNo mocks.\n",
    );
    mem.file("project_freeze.md", "---\nname: Freeze\ndescription: Frozen until 2026-03-20\ntype: project\nmodified: 2026-01-10\n---\nNo merges.\n");
    mem.file("project_x.md", "No header and no date.\n");
    mem.memory("feedback", "tabs", "Tabs", "Tabs in Makefiles", "Use tabs in Makefiles.");
    mem.memory("feedback", "no_tabs", "No tabs", "Tabs in Makefiles", "Do not use tabs in Makefiles.");
    for team in ["payments", "search", "maps"] {
        let body = format!("Dashboard for {team}: https://board.example/{team}. Owner: {team} lead.");
        mem.memory("reference", team, team, &format!("Dashboard for {team}"), &body);
    }
    let plan = plan(&mem);
    assert_eq!(items(&plan, "items"), ["expired project_freeze.md"]);
    assert_eq!(items(&plan, "suggestions"), ["conflict feedback_tabs.md"]);
    mem.run(["gc", "--apply"]).ok();
    assert_eq!(mem.files().len(), 8);
}

#[test]
fn over_a_quarter_needs_force() {
    let mem = Mem::new();
    for n in 0..3 {
        mem.memory("feedback", &format!("c{n}"), &format!("C{n}"), "The check", TEXT);
    }
    mem.memory("user", "a", "A", "d", "b");
    let before = mem.state();
    assert_eq!(plan(&mem)["needs_force"], true);
    mem.run(["gc", "--apply"]).code(1).says("would touch 2 of 4 memories, over a quarter").says("--force");
    assert_eq!(mem.state(), before);
    mem.run(["gc", "--apply", "--force"]).ok();
    assert_eq!(mem.files(), ["user_a.md", "feedback_c0.md"]);
}

#[test]
fn what_editors_leave_goes_when_the_original_is_there() {
    let mem = Mem::new();
    mem.crowd();
    let old = SystemTime::now() - Duration::from_secs(3 * 24 * 60 * 60);
    let litter =
        ["user_a.md~", ".user_a.md.swp", "user_a.sync-conflict-20260101-120000-ABC.md", "user_lost.md~", ".DS_Store"];
    mem.memory("user", "a", "A", "d", "b");
    for file in litter {
        mem.file(file, "backup");
        File::options().append(true).open(mem.path(file)).unwrap().set_modified(old).unwrap();
    }
    // Just written, and nobody's business.
    mem.file("reference_other_1.md~", "new").file("notes.txt", "mine").file("data.json", "{}");
    let before = mem.state();
    let found = plan(&mem);
    assert_eq!(items(&found, "items"), ["litter .DS_Store", "litter .user_a.md.swp", "litter user_a.md~"]);
    // The last copy of something, and a version of its own.
    assert_eq!(
        items(&found, "suggestions"),
        ["litter user_a.sync-conflict-20260101-120000-ABC.md", "litter user_lost.md~"]
    );
    let applied = mem.run(["gc", "--apply"]).ok();
    assert!(!mem.path("user_a.md~").exists() && mem.path("user_lost.md~").exists() && mem.path("notes.txt").exists());
    undo(&mem, &applied);
    let restored: Vec<_> = mem.state().into_iter().filter(|(path, _)| !path.ends_with("MEMORY.md")).collect();
    assert_eq!(restored, before);
}

#[test]
fn unreadable_is_not_gone_and_an_empty_mount_is_not_an_empty_store() {
    let mem = store();
    mem.file("sub/project_deep.md", "---\nname: Deep\ndescription: d\ntype: project\n---\nb\n");
    mem.run(["reindex"]).ok();
    if permissions_bind() {
        fs::set_permissions(mem.path("sub"), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
        assert!(!items(&plan(&mem), "items").iter().any(|item| item.contains("deep")));
        fs::set_permissions(mem.path("sub"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    // A folder that leads to itself cannot be looked into either.
    fs::rename(mem.path("sub"), mem.root().join("aside")).unwrap();
    symlink("sub", mem.path("sub")).unwrap();
    assert!(!items(&plan(&mem), "items").iter().any(|item| item.contains("deep")), "{:?}", plan(&mem)["items"]);
    // All files gone, the index there: nothing is concluded from it.
    for file in mem.files() {
        fs::remove_file(mem.path(file)).unwrap();
    }
    let index = mem.read("MEMORY.md");
    let ran = mem.run(["gc", "--apply"]).ok().says("the index is left as it is");
    assert!(!ran.out.contains("MEMORY.md"), "{ran:?}");
    assert_eq!(mem.read("MEMORY.md"), index);
    // And a store that is not there is not made.
    let missing = mem.root().join("missing");
    for args in [&["gc"][..], &["gc", "--apply"], &["gc", "--auto"]] {
        mem.run([&["--dir", missing.to_str().unwrap()], args].concat()).ok().quiet();
    }
    assert!(!missing.exists());
}

#[test]
fn without_a_history_it_refuses() {
    let mem = store();
    let before = mem.state();
    let without_git = |args: &[&str]| ran(mem.process().args(args).env("PATH", "/nowhere").output().unwrap());
    without_git(&["gc", "--apply"]).code(1).says("--force");
    assert_eq!(mem.state(), before);
    let done = without_git(&["gc", "--apply", "--force"]).ok().says("cannot be brought back");
    assert!(!done.out.contains("undo:"), "{done:?}");
    assert_eq!(mem.files().len(), 63);
}

/// An editor that runs this script on the file it gets.
fn edited(mem: &Mem, script: &str) -> Ran {
    let editor = mem.root().join("editor");
    fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&editor, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    ran(mem.command().args(["gc", "-i"]).env("EDITOR", editor.to_str().unwrap()).output().unwrap())
}

#[test]
fn a_person_edits_the_plan_as_a_rebase_list() {
    let mem = store();
    mem.memory("feedback", "tabs", "Tabs", "Tabs in Makefiles", "Use tabs in Makefiles.");
    mem.memory("feedback", "no_tabs", "No tabs", "Tabs in Makefiles", "Do not use tabs in Makefiles.");
    let before = mem.state();
    // Nothing saved, or no line left: nothing is done.
    for script in [": > \"$1\"", "grep '^#' \"$1\" > \"$1.new\"; mv \"$1.new\" \"$1\""] {
        edited(&mem, script).ok();
        assert_eq!(mem.state(), before, "{script}");
    }
    for (script, says) in [
        ("echo 'burn 1 x' > \"$1\"", "none of keep, drop, merge, edit"),
        ("echo 'drop 99 x' > \"$1\"", "no item has this number"),
        ("printf 'drop 1\\ndrop 1\\n' > \"$1\"", "twice"),
        ("echo 'merge 3' > \"$1\"", "cannot be done"),
    ] {
        edited(&mem, script).code(2).says(says).says("the draft is kept in");
        assert_eq!(mem.state(), before, "{script}");
    }
    // The list is changed, then the two texts are made one.
    let script = "if grep -q '# keep N' \"$1\"; then
            cp \"$1\" \"$(dirname \"$0\")/list\"
            sed -i -e 's/^drop 3 /keep 3 /' -e '/^drop 1 /d' -e 's/^keep 5 /merge 5 /' \"$1\"
        else printf -- '---\\nname: Tabs\\ndescription: Tabs, after all\\ntype: feedback\\n---\\nTabs, but not in YAML.\\n' > \"$1\"; fi";
    let applied = edited(&mem, script).ok();
    let list = fs::read_to_string(mem.root().join("list")).unwrap();
    let lines: Vec<&str> = list.lines().take(5).map(|line| line.split("  #").next().unwrap()).collect();
    assert_eq!(
        lines,
        [
            "drop 1 project_old.md",
            "drop 2 feedback_check_again.md",
            "drop 3 project_freeze.md",
            "drop 4 project_gone.md",
            "keep 5 feedback_tabs.md"
        ]
    );
    let files = mem.files();
    let there = |file: &str| files.contains(&file.to_owned());
    assert!(there("project_old.md") && there("project_freeze.md") && !there("feedback_check_again.md"), "{files:?}");
    assert!(!there("feedback_tabs.md") && mem.read("feedback_no_tabs.md").ends_with("Tabs, but not in YAML.\n"));
    assert_eq!(mem.subjects()[0], "gc: 1 copy, 1 dead line, 1 conflict");
    undo(&mem, &applied);
    let memories: Vec<_> = mem.state().into_iter().filter(|(path, _)| !path.ends_with("MEMORY.md")).collect();
    let before: Vec<_> = before.into_iter().filter(|(path, _)| !path.ends_with("MEMORY.md")).collect();
    assert_eq!(memories, before);
}

#[test]
fn a_plan_that_time_overtook_is_not_carried_out() {
    let mem = store();
    // The file gets another text while its owner looks at the list.
    let script =
        format!("sed -i 's/until 2026-03-20/until further notice/' '{}'", mem.path("project_freeze.md").display());
    edited(&mem, &script).ok().says("project_freeze.md: it is not as it was any more");
    assert!(mem.path("project_freeze.md").exists() && !mem.path("project_old.md").exists());
}

/// Five sessions that were used after the last run.
fn sessions(mem: &Mem, names: &[&str]) {
    for name in names {
        mem.run(["recall", "--session", name, "how do we deploy to staging"]);
    }
}

fn state(mem: &Mem) -> PathBuf {
    mem.home().join(".local/state/mem")
}

/// Makes the last run as old as this.
fn last_run(mem: &Mem, hours: u64) -> PathBuf {
    let mut found = fs::read_dir(state(mem).join("gc")).unwrap().map(|e| e.unwrap().path());
    let last = found.find(|p| p.extension().is_some_and(|e| e == "last")).unwrap();
    let time = SystemTime::now() - Duration::from_secs(hours * 60 * 60);
    File::options().append(true).open(&last).unwrap().set_modified(time).unwrap();
    last
}

fn auto(mem: &Mem) {
    let ran = mem.run(["gc", "--auto"]).ok().quiet();
    assert_eq!(ran.out, "");
}

const COPY: &str = "feedback_check_again.md";

#[test]
fn by_itself_once_a_day_after_five_sessions_and_only_what_loses_nothing() {
    let mem = store();
    sessions(&mem, &["1", "2", "3", "4", "4"]);
    auto(&mem);
    assert!(mem.path(COPY).exists(), "four sessions are not enough");
    sessions(&mem, &["5"]);
    auto(&mem);
    assert!(!mem.path(COPY).exists() && mem.path("project_freeze.md").exists() && mem.path("project_old.md").exists());
    assert!(!mem.read("MEMORY.md").contains("project_gone.md"));
    // Not again on the same day, however many sessions there are, and not the next day without any.
    mem.memory("feedback", "check_again", "Check again", "migration check", TEXT);
    sessions(&mem, &["6", "7", "8", "9", "10"]);
    auto(&mem);
    last_run(&mem, 23);
    auto(&mem);
    assert!(mem.path(COPY).exists());
    last_run(&mem, 25);
    auto(&mem);
    assert!(!mem.path(COPY).exists());
}

#[test]
fn a_clock_that_was_set_back_is_no_reason_to_wait_for_years() {
    let mem = store();
    sessions(&mem, &["1", "2", "3", "4", "5"]);
    auto(&mem);
    let last = last_run(&mem, 0);
    File::options()
        .append(true)
        .open(&last)
        .unwrap()
        .set_modified(SystemTime::now() + Duration::from_secs(1 << 30))
        .unwrap();
    auto(&mem);
    let noted = fs::metadata(&last).unwrap().modified().unwrap();
    assert!(noted <= SystemTime::now() + Duration::from_secs(5), "the day is counted from now");
}

#[test]
fn a_lock_that_is_taken_and_a_run_that_fails_count_for_nothing() {
    let mem = store();
    sessions(&mem, &["1", "2", "3", "4", "5"]);
    let held = File::open(mem.store()).unwrap();
    held.try_lock().unwrap();
    auto(&mem);
    assert!(mem.path(COPY).exists());
    drop(held);
    // Over a quarter: a failure.
    for n in 0..200 {
        mem.memory("feedback", &format!("again_{n}"), "Again", "migration check", TEXT);
    }
    mem.run(["gc", "--auto"]).code(1);
    fs::read_dir(mem.store())
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.to_str().unwrap().contains("_again_"))
        .for_each(|p| fs::remove_file(p).unwrap());
    auto(&mem);
    assert!(!mem.path(COPY).exists());
}

#[test]
fn old_state_and_caches_go_and_young_ones_stay() {
    let mem = store();
    sessions(&mem, &["old", "young"]);
    mem.run(["ls"]).ok();
    let old = SystemTime::now() - Duration::from_secs(100 * 24 * 60 * 60);
    let sessions: Vec<PathBuf> =
        fs::read_dir(state(&mem).join("sessions")).unwrap().map(|e| e.unwrap().path()).collect();
    let cache = mem.home().join(".cache/mem");
    fs::create_dir_all(&cache).unwrap();
    fs::write(cache.join("0123456789abcdef.headers"), "x").unwrap();
    let before = |path: &Path| File::options().append(true).open(path).unwrap().set_modified(old).unwrap();
    before(&sessions[0]);
    before(&cache.join("0123456789abcdef.headers"));
    let kinds =
        items(&plan(&mem), "items").into_iter().map(|i| i.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(kinds[4..], ["session_state", "cache"]);
    mem.run(["gc", "--apply"]).ok();
    assert!(!sessions[0].exists() && sessions[1].exists() && !cache.join("0123456789abcdef.headers").exists());
}

#[test]
fn killed_in_the_middle_the_history_is_whole() {
    let mem = store();
    mem.run(["log"]).ok();
    let mut killed = 0;
    for round in 0..40_u64 {
        for n in 0..8 {
            mem.memory("feedback", &format!("again_{n}"), &format!("Again {n}"), "migration check", TEXT);
        }
        let mut child = mem.process().args(["gc", "--apply", "--force"]).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(round * 3));
        let _ = child.kill();
        killed += usize::from(child.wait().unwrap().signal().is_some());
        assert!(mem.read("feedback_check.md").contains(TEXT), "the best described stays");
        mem.run(["gc", "--apply", "--force"]).ok();
        mem.git(&["fsck", "--strict"]);
        assert!(!mem.files().iter().any(|file| file.contains("again")));
        mem.run(["reindex", "--check"]).ok();
    }
    assert!(killed > 0, "no run was killed");
    // Whatever a killed run took away, the history has.
    let deleted = mem.git(&["log", "--format=", "--name-only", "--diff-filter=D", "main"]);
    assert!(deleted.contains("feedback_again_0.md"), "{deleted}");
}
