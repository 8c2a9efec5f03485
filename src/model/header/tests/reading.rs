//! Reading: one header a case.

use super::super::*;

fn kinds(header: &Header) -> Vec<(ProblemKind, usize)> {
    let problems = header.problems().iter();
    problems.map(|problem| (problem.kind, problem.line)).collect()
}

fn header(lines: &str) -> Header {
    Header::parse(&format!("---\n{lines}\n---\nb\n"))
}

fn value(line: &str) -> String {
    let header = header(&format!("name: x\n{line}\ntype: user"));
    assert_eq!(header.get("type"), Some("user"), "{line}");
    header.get("description").expect("a description").to_owned()
}

#[test]
fn a_simple_header() {
    let text = "---\nname: Build\ndescription: Use `just`\ntype: feedback\n---\n\nRule. \n\n";
    let header = Header::parse(text);
    assert!(header.exists());
    assert_eq!(header.get("name"), Some("Build"));
    assert_eq!(header.get("missing"), None);
    assert_eq!(header.body(text), "\nRule. \n\n");
    assert_eq!(kinds(&header), []);
}

#[test]
fn an_unquoted_colon_keeps_the_whole_value() {
    let header = header("name: n\ndescription: Tone: short, (agreed: 12 March)\ntype: feedback");
    assert_eq!(header.get("description"), Some("Tone: short, (agreed: 12 March)"));
    assert_eq!(header.get("type"), Some("feedback"));
    assert_eq!(kinds(&header), [(ProblemKind::Malformed, 3)]);
}

#[test]
fn quoted_values_are_decoded() {
    assert_eq!(value("description: 'It''s fine'"), "It's fine");
    let escaped = r#"description: "tab\there, caf\u00e9, back\\slash""#;
    assert_eq!(value(escaped), "tab\there, café, back\\slash");
    assert_eq!(value("description: \"quoted\" start"), "\"quoted\" start");
    assert_eq!(value("description: \"half quoted"), "\"half quoted");
    assert_eq!(value(r#"description: "D:\wiki\x""#), r"D:\wiki\x");
}

#[test]
fn an_indented_line_is_no_key() {
    let header = header("name: c\ndescription: Ask\n  type: user is prose\ntype: feedback");
    assert_eq!(header.get("type"), Some("feedback"));
    assert_eq!(header.get("description"), Some("Ask type: user is prose"));
    assert_eq!(header.fields().count(), 3);
}

#[test]
fn metadata_is_read_under_the_top() {
    let nested = header("name: n\nmetadata: \n  node_type: memory\n  type: feedback");
    assert_eq!(nested.get("type"), Some("feedback"));
    assert_eq!((nested.top("type"), nested.nested("type")), (None, Some("feedback")));
    let paths: Vec<_> = nested.fields().map(|(path, _)| path).collect();
    assert_eq!(paths, ["name", "metadata.node_type", "metadata.type"]);

    let both = header("metadata:\n  type: user\ntype: project");
    assert_eq!(both.get("type"), Some("project"));
    assert_eq!(header("metadata: {type: user}").get("type"), Some("user"));
    let odd = header("description: a: b\nmetadata:\n  type: user\n  note: c: d\n  x: y");
    assert_eq!(odd.get("type"), Some("user"));
    assert_eq!(odd.get("note"), Some("c: d"));
    assert_eq!(odd.nested("x"), Some("y"));
    let lines = [(ProblemKind::Malformed, 2), (ProblemKind::Malformed, 5)];
    assert_eq!(kinds(&odd), lines);
}

#[test]
fn scalars_stay_text() {
    for text in ["2026-03-05", "yes", "007", "1.10", "12:30:00", "0x1F", "1e3", "=", "<<"] {
        assert_eq!(value(&format!("description: {text}")), text);
    }
    for null in ["null", "~"] {
        let header = header(&format!("description: {null}"));
        assert_eq!(header.get("description"), None);
        assert_eq!(kinds(&header), [(ProblemKind::Null, 2)]);
    }
    assert_eq!(value("description:"), "");
    assert_eq!(value("description: \"\""), "");
}

#[test]
fn values_that_yaml_reads_as_something_else() {
    assert_eq!(value("description: [draft] pick"), "[draft] pick");
    assert_eq!(value("description: [a, b] # c"), "[a, b]");
    assert_eq!(value("description: @ops owns CI"), "@ops owns CI");
    assert_eq!(value("description: *always* run"), "*always* run");
    assert_eq!(value("description: `x` is"), "`x` is");
    assert_eq!(value("description:\n  - a\n  - b"), "- a\n  - b");
    assert_eq!(value("description: |\n  one: 1\n\n  two"), "one: 1\n\ntwo\n");
    assert_eq!(value("description: >-\n  one\n  two"), "one two");
    assert_eq!(value("description: plain\n  folded"), "plain folded");
    assert_eq!(value("name: &a shared\ndescription: *a"), "shared");
    let cut = header("description: foo #bar\ntype: user # comment");
    assert_eq!(cut.get("description"), Some("foo"));
    assert_eq!(cut.uncut("description"), Some("foo #bar"));
    assert_eq!(cut.get("type"), Some("user"));
    assert_eq!(header("name: # all").uncut("name"), Some("# all"));
    assert_eq!(header("name: !x y").uncut("name"), Some("!x y"));
    assert_eq!(header("name: x").uncut("name"), Some("x"));
    let lines = [(ProblemKind::CutAtHash, 2), (ProblemKind::CutAtHash, 3)];
    assert_eq!(kinds(&cut), lines);
    let list = header("name: [a]\ntags: [b]");
    assert_eq!(kinds(&list), [(ProblemKind::NotText, 2)]);
    assert_eq!(kinds(&header("name: !x y")), [(ProblemKind::Marked, 2)]);
}

#[test]
fn marks_line_ends_and_blanks_are_accepted() {
    let text = "\u{feff}--- \r\nname: bom\r\ntype: user \r\n---\t \r\nbody\r\n";
    let header = Header::parse(text);
    assert_eq!(header.get("name"), Some("bom"));
    assert_eq!(header.get("type"), Some("user"));
    assert_eq!(header.body(text), "body\r\n");
    assert_eq!(kinds(&header), [(ProblemKind::ByteOrderMark, 1)]);
    let bare = Header::parse("---\nname: x\n---");
    assert_eq!((bare.get("name"), bare.body("---\nname: x\n---")), (Some("x"), ""));
    let old = Header::parse("---\rname: x\rtype: user\r---\rb");
    assert_eq!((old.get("name"), old.get("type")), (Some("x"), Some("user")));
    let led = Header::parse("\n---\nname: x\n---\n");
    assert_eq!(kinds(&led), [(ProblemKind::LeadingBlank, 1)]);
}

#[test]
fn what_is_no_header_is_body() {
    let plain = "\u{feff}hello\n---\nname: x\n---\n";
    let missing = [
        "",
        "----\nhello\n----\nworld",
        "hello",
        " ---\nname: x\n---\n",
        "---\nhello world\n---\nrest",
        "---\n\n# Title\n",
        "\n---\nname: open",
    ];
    for text in missing {
        let header = Header::parse(text);
        assert_eq!(header.body(text), text);
        assert_eq!(kinds(&header), [(ProblemKind::Missing, 1)], "{text}");
    }
    assert_eq!(Header::parse(plain).body(plain), "hello\n---\nname: x\n---\n");
    let unclosed = [
        "---\nname: x\ntype: user\nbody never closed",
        "---\nname: x\n\nProse goes on.\n\n---\n\nmore",
        "---\nname: x\n\n# Title\n\n- item\n\n---\nmore",
        "---\nname: x\n...\nbody\n---\n",
        "---\nname: x\n ---\n",
    ];
    for text in unclosed {
        let header = Header::parse(text);
        assert!(!header.exists(), "{text}");
        assert_eq!(header.body(text), text);
        assert_eq!(kinds(&header), [(ProblemKind::Unclosed, 1)], "{text}");
    }
}

#[test]
fn blanks_and_comments_do_not_end_a_header() {
    let text = "---\n# first\nname: x\n\n# second\ntype: user\ntags:\n- a\n\n- b\n\n---\nb";
    let header = Header::parse(text);
    assert_eq!(header.get("type"), Some("user"));
    assert_eq!(header.get("tags"), Some("- a\n\n- b"));
    assert_eq!(header.body(text), "b");
}

#[test]
fn rules_in_the_body_and_dashes_in_values_are_no_fences() {
    let text = "---\ndescription: one --- two\n---\none\n\n---\n\ntwo\n\n---\nthree";
    let header = Header::parse(text);
    assert_eq!(header.get("description"), Some("one --- two"));
    assert_eq!(header.body(text), "one\n\n---\n\ntwo\n\n---\nthree");
    assert_eq!(kinds(&header), []);
    assert_eq!(kinds(&Header::parse("---\nname: x\n---\n\n---\n\ntext\n\n---\n")), []);
}

#[test]
fn a_second_header_and_a_second_key_are_told() {
    let stacked = "---\npermalink: p/x\n---\n\n---\nname: real\ntype: user\n---\nbody";
    assert_eq!(kinds(&Header::parse(stacked)), [(ProblemKind::Stacked, 5)]);
    let twice = header("type: user\nname: x\ntype: project");
    assert_eq!(twice.get("type"), Some("project"));
    assert_eq!(twice.fields().count(), 2);
    assert_eq!(kinds(&twice), [(ProblemKind::DuplicateKey, 4)]);
    let blocks = header("metadata:\n  a: b\nmetadata:\n  c: d");
    assert_eq!((blocks.get("a"), blocks.get("c")), (Some("b"), Some("d")));
    assert_eq!(kinds(&blocks), [(ProblemKind::DuplicateKey, 4)]);
}

#[test]
fn keys_in_another_case_are_found() {
    let header = header("Name: x\nMetadata:\n  Type: user");
    assert_eq!((header.get("name"), header.get("type")), (Some("x"), Some("user")));
}

#[test]
fn long_headers_are_read_whole() {
    let notes: String = (0..60).map(|at| format!("x_note_{at}: some\n")).collect();
    let text = format!("{notes}name: n\ndescription: {}\ntype: project", "d".repeat(9000));
    let header = header(&text);
    assert_eq!(header.get("type"), Some("project"));
    assert_eq!(header.get("description").map(str::len), Some(9000));
}

#[test]
fn hostile_yaml_is_bounded() {
    let deep = format!("name: {}\ntype: user", "[".repeat(50_000));
    assert_eq!(header(&deep).get("type"), Some("user"));
    let deeper: String = (0..2000).map(|at| format!("{}a:\n", " ".repeat(at))).collect();
    assert!(header(&format!("{deeper}type: user")).exists());
    let mut laughs = String::from("a0: &a0 lol lol lol\n");
    for at in 1..30 {
        laughs += &format!("a{at}: &a{at} [*a{0}, *a{0}, *a{0}]\n", at - 1);
    }
    assert_eq!(header(&format!("{laughs}type: user")).get("type"), Some("user"));
    assert_eq!(header("name: a\0b\ntype: user").get("type"), Some("user"));
}
