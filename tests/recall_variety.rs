//! Not the same thing five times, and nothing before what has taken its place.

use crate::support::Mem;

fn files(mem: &Mem, prompt: &str) -> Vec<String> {
    let names = mem.run(["recall", "--format", "names", prompt]).ok().out;
    names.lines().map(str::to_owned).collect()
}

#[test]
fn copies_leave_room_for_others() {
    let mem = Mem::new();
    for n in ["a", "b", "c", "d", "e", "f"] {
        let body = "Nobody merges to main from Thursday on, until the mobile release is out.";
        mem.memory(
            "project",
            &format!("freeze_{n}"),
            "merge-freeze",
            "No merges to main before the mobile release",
            body,
        );
    }
    mem.memory(
        "project",
        "freeze_lifted",
        "freeze-lifted",
        "The merge freeze of main is over once the mobile release is out",
        "Robin says so in the channel.",
    );
    mem.crowd();
    let found = files(&mem, "is the merge freeze of main lifted once the mobile release is out");
    assert_eq!(
        found.iter().filter(|file| file.contains("freeze_") && !file.contains("lifted")).count(),
        1,
        "{found:?}"
    );
    assert!(found.contains(&"project_freeze_lifted.md".to_owned()), "{found:?}");
    let explained =
        mem.run(["recall", "--explain", "is the merge freeze of main lifted once the mobile release is out"]).ok().err;
    assert!(explained.contains("left out, it says nearly the same as project_freeze_a.md"), "{explained}");
}

#[test]
fn what_was_replaced_comes_behind_what_replaces_it() {
    let mem = Mem::new();
    let memory = |header: &str, body: &str| format!("---\n{header}\ntype: project\n---\n{body}\n");
    mem.file(
        "project_release_day.md",
        memory("name: release-day\ndescription: The release day of the mobile app is Thursday\nsuperseded_by: release-week", "Release day: Thursday."),
    );
    mem.file(
        "project_release_week.md",
        memory(
            "name: release-week\ndescription: The mobile app goes out on Mondays of even weeks",
            "The day was moved.",
        ),
    );
    mem.crowd();
    let found = files(&mem, "which day is the release of the mobile app");
    assert_eq!(found, ["project_release_week.md", "project_release_day.md"]);
}

#[test]
fn what_a_text_says_of_another_counts_as_what_a_header_says() {
    for (old, new) in [
        ("Release day: Thursday.", "The day was moved. Supersedes [[release-day]]."),
        ("Replaced by [[release-week]].\n\nRelease day: Thursday.", "The day was moved."),
        ("Release day: Thursday.\n\n(Moved to [the week](project_release_week.md).)", "The day was moved."),
        ("发布日：周四。", "发布日改了，取代 [[release-day]]"),
    ] {
        let mem = Mem::new();
        mem.memory("project", "release_day", "release-day", "The release day of the mobile app is Thursday", old);
        let moved = "The mobile app goes out on Mondays of even weeks";
        mem.memory("project", "release_week", "release-week", moved, new);
        mem.crowd();
        let found = files(&mem, "which day is the release of the mobile app");
        assert_eq!(found, ["project_release_week.md", "project_release_day.md"], "{old} {new}");
    }
}

#[test]
fn two_that_each_claim_the_place_of_the_other_keep_theirs() {
    let mem = Mem::new();
    let old = "Release day: Thursday. Supersedes [[release-week]].";
    mem.memory("project", "release_day", "release-day", "The release day of the mobile app is Thursday", old);
    let new = "The day was moved. Supersedes [[release-day]].";
    mem.memory("project", "release_week", "release-week", "The mobile app goes out on Mondays of even weeks", new);
    mem.crowd();
    let found = files(&mem, "which day is the release of the mobile app");
    assert_eq!(found, ["project_release_day.md", "project_release_week.md"]);
}

#[test]
fn a_copy_of_what_the_session_has_seen_is_left_out() {
    let mem = Mem::new();
    let merge = |n: &str| {
        let body = "Nobody merges to main from Thursday on, until the mobile release is out.";
        let about = "No merges to main before the mobile release";
        mem.memory("project", &format!("freeze_{n}"), "merge-freeze", about, body);
    };
    merge("a");
    mem.crowd();
    let prompt = "is there a merge freeze of main before the mobile release";
    let ask = || mem.json(["recall", "--session", "s", prompt]);
    assert_eq!(ask()["memories"][0]["file"], "project_freeze_a.md");
    // Another agent saves the same meanwhile.
    merge("b");
    let again = ask();
    assert_eq!((&again["memories"], &again["reason"]), (&serde_json::json!([]), &"all_surfaced".into()), "{again:#}");
    let explained = mem.run(["recall", "--session", "s", "--explain", prompt]).ok().err;
    let said = "project_freeze_b.md: left out, it says nearly the same as project_freeze_a.md, which was shown";
    assert!(explained.contains(said), "{explained}");
    // Another session, and a prompt without one, get it as ever.
    assert_eq!(files(&mem, prompt), ["project_freeze_a.md"]);
    // What is another fact comes.
    let body = "Robin lifts the merge freeze of main when the mobile release is out.";
    mem.memory("project", "lifted", "freeze-lifted", "Who lifts the merge freeze before the mobile release", body);
    let other = mem.json(["recall", "--session", "s", "who lifts the merge freeze before the mobile release"]);
    assert_eq!(other["memories"][0]["file"], "project_lifted.md", "{other:#}");
}
