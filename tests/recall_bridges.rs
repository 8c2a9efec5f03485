//! What is found though no word of the prompt stands in it as it was said: days, other endings, links.

use super::support::Mem;

fn files(mem: &Mem, args: &[&str]) -> Vec<String> {
    let names = mem.run([&["recall", "--format", "names"], args].concat()).ok().out;
    names.lines().map(str::to_owned).collect()
}

#[test]
fn a_day_is_found_however_it_is_said() {
    let mem = Mem::new();
    mem.memory("project", "notes_2026_05_02", "Notes of 2026-05-02", "Who came, and what was eaten", "Soup.");
    mem.memory("project", "notes_2026_05_03", "Notes of 2026-05-03", "Who came, and what was eaten", "Fish.");
    mem.memory("project", "notes_2025_06_02", "Notes of 2025-06-02", "Who came, and what was eaten", "Rice.");
    mem.crowd();
    for prompt in [
        "who came on May 2nd?",
        "what was eaten on 2 May 2026?",
        "在5月2号吃了什么",
        "2026年5月2日のメモは？",
        "5월 2일에 무엇을 먹었지",
    ] {
        // Before the vectors are made, and once more when its postings are kept.
        for _ in 0..3 {
            assert_eq!(files(&mem, &["--rank", prompt])[0], "project_notes_2026_05_02.md", "{prompt}");
        }
    }
    assert_eq!(files(&mem, &["who came on June 2?"])[0], "project_notes_2025_06_02.md");
}

#[test]
fn other_endings_of_other_languages_are_found() {
    let mem = Mem::new();
    mem.memory("feedback", "buttons", "Tlačítka", "Popisky tlačítek jsou česky", "Bez anglických slov.");
    mem.memory("feedback", "миграции", "Миграции", "Миграции запускаются ночью", "И только вручную.");
    mem.memory("feedback", "lieferung", "Auslieferungen", "Auslieferungen gibt es freitags nicht", "Nie.");
    mem.crowd();
    for (prompt, wanted) in [
        ("přidej tlačítko do okna", "feedback_buttons.md"),
        ("что делать с упавшей миграцией", "feedback_миграции.md"),
        ("wann läuft die nächste Auslieferung?", "feedback_lieferung.md"),
    ] {
        for _ in 0..3 {
            assert_eq!(files(&mem, &["--rank", prompt])[0], wanted, "{prompt}");
        }
    }
    let explained = mem.run(["recall", "--rank", "--explain", "přidej tlačítko do okna"]).ok().err;
    assert!(explained.contains("tlacitko ~ tlacit"), "{explained}");
}

#[test]
fn what_the_best_one_links_to_comes_next() {
    let table = [
        ("[[ask-first]]", true),
        ("[[Ask First|the rule]]", true),
        ("[the rule](feedback_ask_first.md)", true),
        ("the rule", false),
    ];
    for (link, leads) in table {
        let mem = Mem::new();
        let body = format!("Take the port back from a stale viewer; see {link}.");
        mem.memory("reference", "port", "viewer-port", "The viewer listens on port 8000", &body);
        mem.memory(
            "feedback",
            "ask_first",
            "ask-first",
            "Look at a command line before its end",
            "Two viewers were lost.",
        );
        mem.memory("project", "window", "window", "The window of viewers", "It takes half of the screen.");
        mem.crowd();
        let found = files(&mem, &["--rank", "take the port of the viewer back"]);
        assert_eq!((found[0].as_str(), found[1] == "feedback_ask_first.md"), ("reference_port.md", leads), "{link}");
    }
}

#[test]
fn a_file_that_has_a_word_of_everything_stands_behind_the_one_that_is_meant() {
    let mem = Mem::new();
    mem.memory("reference", "port", "viewer-port", "How a held port is taken back", "The viewer's port: ask first.");
    let day =
        |n: u32| format!("Day {n}: the viewer was seen, port {n} held, a run was stale. Then {}.", "x y z ".repeat(60));
    let log: String = (0..30).map(day).collect();
    mem.memory("project", "log", "state-of-things", "What happened so far", &log);
    mem.crowd();
    assert_eq!(files(&mem, &["the viewer's port is held by a stale run"])[0], "reference_port.md");
}
