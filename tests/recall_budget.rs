//! `mem recall`: what one body, and the whole answer, may cost.

use serde_json::Value;

use crate::support::Mem;

const PROMPT: &str = "does the quokka smile";
const LIMIT: usize = 4_096;

fn memory(mem: &Mem, file: &str, header: &str, body: &str) {
    mem.file(file, format!("---\nname: Quokka\ndescription: The quokka smiles\n{header}---\n{body}"));
}

/// The one recalled memory, as the document has it.
fn only(mem: &Mem) -> Value {
    let json = mem.json(["recall", PROMPT]);
    assert_eq!(json["memories"].as_array().unwrap().len(), 1, "{json:#}");
    assert_eq!(json["bytes"], json["memories"][0]["content"].as_str().unwrap().len());
    json["memories"][0].clone()
}

/// C64.
#[test]
fn a_body_is_cut_at_4096_bytes() {
    let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
    for lead in ["", "x", "xx", "xxx"] {
        for unit in ["记", "e\u{301}", family, "a", "word ", "line of text\n", "\u{301}", "<memory>", "\u{1b}", "a\r\n"]
        {
            let mem = Mem::new();
            memory(&mem, "user_quokka.md", "", &(lead.to_owned() + &unit.repeat(9_000 / unit.len() + 1)));
            let cut = only(&mem);
            let content = cut["content"].as_str().unwrap();
            assert!(content.len() <= LIMIT && content.len() > 3_000, "{unit:?}: {}", content.len());
            assert!(content.ends_with("\n[truncated: mem show user_quokka]"), "{unit:?}: {content}");
            assert_eq!(cut["truncated"], true);
            for form in ["text", "xml"] {
                let out = mem.run(["recall", PROMPT, "--format", form]).ok().out;
                let head = if form == "text" { ".md\n\n" } else { "saved=\"today\">\n" };
                let from = out.find(head).unwrap() + head.len();
                let marker = "[truncated: mem show user_quokka]";
                let printed = out.find(marker).expect("a visible marker") + marker.len() - from;
                assert!(printed <= LIMIT && printed > 3_000, "{unit:?} {form}: {printed}");
                assert!(!out.contains('\u{fffd}') || unit == "\u{1b}", "no character is torn: {unit:?}");
            }
        }
    }
}

#[test]
fn the_limit_itself_fits() {
    for (bytes, truncated) in [(LIMIT - 1, false), (LIMIT, false), (LIMIT + 1, true)] {
        for end in ["", "\n", "\r\n", "\n\n\n"] {
            let mem = Mem::new();
            memory(&mem, "user_quokka.md", "type: feedback\n", &("a".repeat(bytes) + end));
            let whole = only(&mem);
            assert_eq!(whole["truncated"], truncated, "{bytes} {end:?}");
            assert_eq!(whole["content"].as_str().unwrap().contains("[truncated"), truncated);
        }
    }
}

#[test]
fn a_long_description_in_the_place_of_a_body_is_cut_too() {
    let mem = Mem::new();
    mem.file("user_quokka.md", format!("---\nname: q\ndescription: quokka smile {}\n---\n", "and ".repeat(3_000)));
    let cut = only(&mem);
    assert!(cut["content"].as_str().unwrap().len() <= LIMIT && cut["truncated"] == true, "{cut}");
}

/// The marker is a command that works.
#[test]
fn the_marker_names_the_memory_as_a_shell_takes_it() {
    for file in [
        "user quokka.md",
        "it's a quokka.md",
        "-quokka.md",
        "sub/user_quokka.md",
        "$(quokka).md",
        "a\nquokka'\u{1b}.md",
    ] {
        let mem = Mem::new();
        memory(&mem, file, "", &"The quokka smiles. ".repeat(500));
        let content = only(&mem)["content"].as_str().unwrap().to_owned();
        let marker = content.rsplit_once("[truncated: mem show ").unwrap().1.strip_suffix(']').unwrap().to_owned();
        assert!(!marker.contains(char::is_control), "{marker:?}");
        let inner = mem.process();
        let script = format!("\"$0\" \"$@\" show --path {marker}");
        let mut shell = std::process::Command::new("bash");
        shell.env_clear().envs(inner.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(mem.cwd());
        shell.arg("-c").arg(script).arg(inner.get_program()).args(inner.get_args());
        crate::support::ran(shell.output().unwrap()).ok().quiet();
    }
}

#[test]
fn a_correction_keeps_its_reason() {
    let long = "The quokka smiles here. ".repeat(300);
    let why = "**Why:** a visitor was bitten,\nand again in June.";
    let how = "**How to apply:** look, never touch.";
    for (body, parts) in [
        (format!("Rule.\n\n{long}\n\n{why}\n\n{how}\n"), vec![why, how]),
        (format!("Rule.\n\n{why}\n\n{long}\n\n{how}\n"), vec![why, how]),
        (
            format!("Rule.\n\n{long}\n\n## Why\n\nBitten.\n\n## How to apply\n\nLook.\n"),
            vec!["## Why\n\nBitten.", "Look."],
        ),
        (format!("规则\n\n{long}\n\n为什么：被咬过\n"), vec!["为什么：被咬过"]),
        (format!("{why}\n{how}\n\n{long}"), vec![why, how]),
    ] {
        let mem = Mem::new();
        memory(&mem, "feedback_quokka.md", "type: feedback\n", &body);
        let content = only(&mem)["content"].as_str().unwrap().to_owned();
        assert!(content.len() <= LIMIT && content.len() > 3_000, "{}", content.len());
        assert!(content.contains("[truncated: mem show feedback_quokka]"), "{content}");
        for part in parts {
            assert_eq!(content.matches(part).count(), 1, "{part:?} in {content}");
        }
    }
    // Reasons that are too long themselves: their start stays.
    let mem = Mem::new();
    memory(&mem, "feedback_quokka.md", "type: feedback\n", &format!("Rule.\n\n{long}\n\nWhy: first. {long}"));
    let content = only(&mem)["content"].as_str().unwrap().to_owned();
    assert!(content.len() <= LIMIT && content.starts_with("Rule.") && content.contains("Why: first."), "{content}");
    // Another type has no such paragraphs.
    let mem = Mem::new();
    memory(&mem, "project_quokka.md", "type: project\n", &format!("{long}\n\n{why}"));
    assert!(!only(&mem)["content"].as_str().unwrap().contains("bitten"));
}

/// Five memories that are equally good but for their sizes.
fn five(sizes: [usize; 5]) -> Mem {
    let mem = Mem::new();
    mem.crowd();
    for (at, size) in sizes.into_iter().enumerate() {
        // The number makes each a fact of its own.
        let body = format!("{} {}", &"It does smile. ".repeat(size / 15 + 1)[..size - 4], 100 + at);
        memory(&mem, &format!("user_q{at}.md"), "modified: 2026-10-13\n", &body);
    }
    mem
}

#[test]
fn the_answer_never_costs_more_than_its_budget() {
    let mem = five([1_000, 40, 3_000, 9_000, 500]);
    let budgets = (0..60).chain((60..2_400).step_by(61)).chain([2_500, 5_000, 8_000, 9_999, 10_000, 20_000, 1 << 40]);
    for budget in budgets {
        for form in ["text", "xml", "names"] {
            let option = format!("--budget={budget}");
            let out = mem.run(["recall", PROMPT, "--format", form, &option]).ok().quiet().out;
            assert!(out.len() <= budget, "{form} {budget}: {}\n{out}", out.len());
            assert!(form != "xml" || out.is_empty() || out.ends_with("</memories>\n"), "{out}");
            assert!(form != "text" || out.is_empty() || out.contains("notes from earlier sessions"), "{out}");
        }
    }
    let all = mem.run(["recall", PROMPT, "--budget=100000"]).ok().out;
    assert_eq!(all, mem.run(["recall", PROMPT]).ok().out);
    let exact = format!("--budget={}", all.len());
    assert_eq!(mem.run(["recall", PROMPT, &exact]).ok().out, all, "a budget that fits cuts nothing");
}

#[test]
fn whole_memories_come_first_and_the_rest_by_name() {
    let mem = five([4_000, 4_000, 4_000, 4_000, 4_000]);
    for (budget, whole) in [(4_900, 1), (10_000, 2), (14_000, 3), (20_000, 4), (23_000, 5)] {
        let option = format!("--budget={budget}");
        let out = mem.run(["recall", PROMPT, &option]).ok().quiet().out;
        let heads: Vec<_> = out.lines().filter(|l| l.starts_with("Memory (saved ")).collect();
        let named = out.matches("Quokka: The quokka smiles [not shown: mem show user_q").count();
        assert!(named < 5 && heads.len() - named == whole, "{budget}: {named} of {} by name\n{out}", heads.len());
        assert!(budget < 10_000 || heads.len() == 5, "{budget}: all are named\n{out}");
        let first = out.find("It does smile.").unwrap();
        assert!(out.find("[not shown").is_none_or(|at| first < at), "the best one comes whole");
    }
}

#[test]
fn a_document_names_what_did_not_fit() {
    let mem = five([4_000; 5]);
    for budget in ["0", "1", "100", "10000"] {
        let json = mem.json(["recall", PROMPT, "--budget", budget]);
        let memories = json["memories"].as_array().unwrap();
        assert_eq!((memories.len(), &json["reason"]), (5, &Value::Null), "{budget}");
        let whole = memories.iter().filter(|m| m["content"].is_string()).count();
        assert_eq!(whole, if budget == "10000" { 2 } else { 0 });
        assert!(memories.iter().all(|m| m["content"].is_string() || m["truncated"] == true));
        let bytes: usize = memories.iter().filter_map(|m| m["content"].as_str()).map(str::len).sum();
        assert_eq!(json["bytes"], bytes);
    }
}

#[test]
fn a_long_description_does_not_crowd_out_the_names() {
    let mem = five([4_000; 5]);
    mem.file(
        "user_q4.md",
        format!(
            "---\nname: Quokka\ndescription: The quokka smiles {}\n---\nIt does smile. {}",
            "x".repeat(8_000),
            "quokka ".repeat(300)
        ),
    );
    let out = mem.run(["recall", "--budget=6000", PROMPT]).ok().out;
    assert!(out.lines().filter(|l| l.contains("[not shown")).all(|l| l.len() < 600), "{out}");
}
