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
