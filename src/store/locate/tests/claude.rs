//! Whose a directory of Claude Code is, and what becomes of a doubtful one.

use super::*;

#[test]
fn claudes_directory_of_another_project_is_not_taken() {
    let fixture = Fixture::new();
    for name in ["新聞", "暫存"] {
        fixture.dir(&format!("home/w/{name}"));
    }
    fixture.file(fixture.claude("home/w/新聞").join("memory/user_a.md"), "a");
    fixture.transcript("home/w/新聞", "home/w/新聞/src");
    let (ours, theirs) = (fixture.locate("home/w/新聞"), fixture.locate("home/w/暫存"));
    assert_eq!((rule(&ours), rule(&theirs)), (("found", "claude"), ("own", "mem")));
    assert!(ours.notes.is_empty() && matches!(&theirs.notes[..], [Note::Foreign { .. }]), "{:?}", theirs.notes);
    assert_eq!(others(&fixture.world(), &theirs), []);
    let ask = Ask { layout: Some("claude"), ..fixture.ask("home/w/暫存") };
    assert_eq!(rule(&locate(&fixture.world(), &ask).unwrap()), ("own", "mem"));

    fixture.transcript("home/w/新聞", "home/w/暫存");
    let both = fixture.locate("home/w/暫存");
    assert_eq!(rule(&both), ("found", "claude"));
    assert!(matches!(&both.notes[..], [Note::Mixed { .. }]), "{:?}", both.notes);
}

#[test]
fn without_transcripts_the_first_writer_owns_it() {
    let fixture = Fixture::new();
    fixture.dir("home/w/a-b");
    let claude = |root| locate(&fixture.world(), &Ask { layout: Some("claude"), ..fixture.ask(root) }).unwrap();
    let first = claude("home/w/a-b");
    record(&first).unwrap();
    fs::create_dir_all(&first.dir).unwrap();
    fixture.dir("home/w/a_b");
    let second = claude("home/w/a_b");
    assert_ne!(first.dir, second.dir);
    assert!(matches!(&second.notes[..], [Note::Foreign { theirs, .. }] if theirs.ends_with("a-b")));
    assert_eq!(claude("home/w/a-b").dir, first.dir);
    assert!(claude("home/w/a-b").notes.is_empty());
}

#[test]
fn with_no_witness_at_all_a_look_alike_makes_it_doubtful() {
    let fixture = Fixture::new();
    fixture.dir("home/w/a-b");
    fs::create_dir_all(fixture.claude("home/w/a-b").join("memory")).unwrap();
    assert_eq!(fixture.locate("home/w/a-b").rule, Rule::Found);
    for other in ["home/w/a.b", "home/w/a/b"] {
        fixture.dir(other);
        let place = fixture.locate("home/w/a-b");
        assert_eq!(place.rule, Rule::Own);
        assert!(matches!(&place.notes[..], [Note::Unproven { other: Some(_), .. }]), "{:?}", place.notes);
        fs::remove_dir(fixture.base.join(other)).unwrap();
    }
}

#[test]
fn the_root_comes_before_the_working_directory() {
    let fixture = Fixture::new();
    let root = fixture.base.join("home/w/p");
    let cwd = fixture.dir("home/w/p/sub");
    let here = Roots { root: root.clone(), tree: root.clone(), top: root, cwd };
    let at = || locate(&fixture.world(), &Ask { roots: Some(here.clone()), ..Ask::default() }).unwrap();
    for folder in ["home/w/p/sub", "home/w/p"] {
        let dir = fixture.claude(folder).join("memory");
        fixture.file(dir.join("user_a.md"), "a");
        assert_eq!(at().dir, dir);
    }
    let stranded = others(&fixture.world(), &at());
    assert_eq!(stranded.len(), 1);
    assert_eq!(stranded[0].dir, fixture.claude("home/w/p/sub").join("memory"));
}

#[test]
fn claudes_own_variables() {
    let mut fixture = Fixture::new();
    fixture.set("CLAUDE_CODE_PROJECT_DIR_NAME", "shared");
    fixture.dir("cc/projects/shared/memory");
    assert_eq!(fixture.locate("home/w/p").rule, Rule::Own, "the name counts only beside CLAUDE_CONFIG_DIR");
    fixture.set("CLAUDE_CONFIG_DIR", fixture.base.join("cc"));
    assert_eq!(fixture.locate("home/w/p").dir, fixture.base.join("cc/projects/shared/memory"));
    fixture.set("CLAUDE_CODE_PROJECT_DIR_NAME", "../shared");
    assert_eq!(fixture.locate("home/w/p").rule, Rule::Own);
}

#[test]
fn a_long_slug_is_found_by_its_start_when_a_transcript_says_so() {
    let fixture = Fixture::new();
    let deep = format!("home/w/{}", ["d".repeat(120), "e".repeat(120)].join("/"));
    fixture.dir(&deep);
    let slug = claude_slug(&fixture.base.join(&deep));
    let odd = fixture.base.join("home/.claude/projects").join(format!("{}-zzz", &slug[..200]));
    fs::create_dir_all(odd.join("memory")).unwrap();
    let place = fixture.locate(&deep);
    assert_eq!(place.rule, Rule::Own);
    assert!(matches!(&place.notes[..], [Note::Unproven { .. }]));
    let cwd = fixture.base.join(&deep);
    fixture.file(odd.join("x.jsonl"), &format!("{{\"cwd\": \"{}\"}}", cwd.display()));
    assert_eq!(fixture.locate(&deep).dir, odd.join("memory"));
    let exact = fixture.claude(&deep).join("memory");
    fs::create_dir_all(&exact).unwrap();
    assert_eq!(fixture.locate(&deep).dir, exact);
}
