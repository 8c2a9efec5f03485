//! Answers as models really give them.

use super::*;

const LIST: [Listed<'static>; 9] = {
    const fn listed(file: &'static str, name: &'static str, is_open: bool) -> Listed<'static> {
        Listed { file, name, is_open }
    }
    [
        listed("user_role.md", "Role of the user", true),
        listed("project_deploy.md", "Deploy", true),
        listed("feedback_tests.md", "Tests", true),
        listed("reference_ci.md", "CI", true),
        listed("a,].md", "odd one", true),
        listed("project_部署.md", "部署流程", true),
        listed("sub/notes.md", "Notes", true),
        listed("shown.md", "Shown before", false),
        listed("sub/deep/deploy.md", "Deploy", true),
    ]
};

#[track_caller]
fn files(text: &str, wanted: &[&str]) {
    let choice = read(text, &LIST).unwrap_or_else(|reason| panic!("{reason:?}: {text}"));
    assert_eq!(choice.chosen.iter().map(|at| LIST[*at].file).collect::<Vec<_>>(), wanted, "{text}");
}

#[track_caller]
fn none(text: &str, reason: Reason) {
    assert_eq!(read(text, &LIST), Err(reason), "{text}");
}

#[test]
fn the_shapes_that_are_understood() {
    for text in [
        r#"{"selected_memories":["project_deploy.md"]}"#,
        r#"{"files":["project_deploy.md"]}"#,
        r#"["project_deploy.md"]"#,
        r#""project_deploy.md""#,
        r#"{"selected_memories":"project_deploy.md"}"#,
        r#"{"selected_memories":[{"file":"project_deploy.md"}]}"#,
        r#"[{"filename":"project_deploy.md","why":"x"}]"#,
        r#"{"selected_memories":[{"path":"project_deploy.md"}, 3, null, ["x"]]}"#,
        r#"{"selected_memories":[{"name":"project_deploy"}]}"#,
        r#"{"file":"project_deploy.md"}"#,
        r#"{"why":"staging","selected_memories":["project_deploy.md"],"n":1}"#,
        r#"{"memories":["project_deploy.md"]}"#,
        r#"{"answer":{"selected_memories":["project_deploy.md"]}}"#,
        "\u{feff}  {\"selected_memories\":[\"project_deploy.md\"]}\r\n",
    ] {
        files(text.trim_start_matches('\u{feff}'), &["project_deploy.md"]);
    }
}

#[test]
fn fences_thoughts_and_sentences_around_it() {
    let object = r#"{"selected_memories":["project_deploy.md"]}"#;
    for text in [
        format!("```json\n{object}\n```\nPicked one because staging is asked for."),
        format!("```JSON \n{object}\n```"),
        format!("~~~\n{object}\n~~~"),
        format!("```json\n{object}"),
        format!("Sure! Here it is: {object} Hope that helps."),
        format!("<think>maybe [\"user_role.md\"]?</think>{object}"),
        format!("<think>a</think> b <think>[\"user_role.md\"]</think>\n\n{object}"),
        format!("no opening tag, [\"user_role.md\"]?</think>{object}"),
        format!("<thinking>{{</thinking>{object}"),
        format!("I use {{braces}} and [brackets]. {object}"),
        format!("{{ not JSON }} {object}"),
        format!("it's \"so\" {{don't}} {object}"),
        format!("Format: {{\"selected_memories\":[\"name.md\"]}}\nAnswer: {object}"),
        "```\n\"project_deploy.md\"\n```".to_owned(),
    ] {
        files(&text, &["project_deploy.md"]);
    }
    none("<think>[\"user_role.md\"]", Reason::Empty);
    none("<think>[\"user_role.md\"]</think>\n", Reason::Empty);
}

#[test]
fn nearly_json() {
    files("{\"selected_memories\":[\"user_role.md\",\"reference_ci.md\",],}", &["user_role.md", "reference_ci.md"]);
    files("{'selected_memories': ['user_role.md']}", &["user_role.md"]);
    files("{\"selected_memories\":[\"user_role.md\"]} // done", &["user_role.md"]);
    files("{“selected_memories”:[“user_role.md”]}", &["user_role.md"]);
    files("{\"selected_memories\":[\"a,].md\",\"user_role.md\" , ] }", &["a,].md", "user_role.md"]);
    files("{'selected_memories': ['it\\'s \"x\"', 'user_role.md']}", &["user_role.md"]);
    for cut in ["{\"selected_memories\":[\"user_role.md\"", "{\"selected_memories\":[\"user_ro", "{", "[", "{\"a"] {
        none(cut, Reason::NotJson);
    }
}

#[test]
fn names_as_models_write_them() {
    for written in [
        "project_deploy",
        "./project_deploy.md",
        " project_deploy.md ",
        "[project] project_deploy.md",
        "- [project] project_deploy.md (47 days ago): How to deploy",
        "`project_deploy.md`",
    ] {
        files(&serde_json::json!([written]).to_string(), &["project_deploy.md"]);
    }
    files(r#"["Role of the user", "部署流程", "role OF the user"]"#, &["user_role.md", "project_部署.md"]);
    files(r#"["notes.md", "sub/notes"]"#, &["sub/notes.md"]);
    // Two have that name.
    none(r#"["Deploy"]"#, Reason::WrongShape);
    for hostile in
        ["../user_role.md", "/etc/passwd", "sub/../user_role.md", "user_role.md\u{0}", "", ".", "./", ".md", "*"]
    {
        none(&serde_json::json!([hostile]).to_string(), Reason::WrongShape);
    }
}

#[test]
fn repeats_unknown_ones_and_the_order() {
    let text = r#"["user_role.md","user_role.md","./user_role","nosuch.md","project_deploy.md","shown.md",
                  "reference_ci.md","feedback_tests.md","a,].md","project_部署.md"]"#;
    files(
        text,
        &["user_role.md", "project_deploy.md", "reference_ci.md", "feedback_tests.md", "a,].md", "project_部署.md"],
    );
    let choice = read(text, &LIST).unwrap();
    assert_eq!((choice.closed, choice.unknown), (1, 1));
}

#[test]
fn an_empty_list_is_an_answer_and_talk_is_none() {
    for text in [
        r#"{"selected_memories":[]}"#,
        r#"{"files": [ ]}"#,
        "[]",
        "```json\n[]\n```",
        "None apply: {\"selected_memories\":[]}",
    ] {
        assert_eq!(read(text, &LIST), Ok(Choice::default()), "{text}");
    }
    let only_shown = read(r#"["shown.md"]"#, &LIST).unwrap();
    assert_eq!((only_shown.chosen.len(), only_shown.closed), (0, 1));
    none("", Reason::Empty);
    none(" \n", Reason::Empty);
    for text in
        ["I'm not able to choose memories for you.", "None of these apply.", "user_role.md is not relevant", "ok"]
    {
        none(text, Reason::NotJson);
    }
    for text in [
        r#"{"selected_memories":null}"#,
        r#"{"selected_memories":{"a":1}}"#,
        r#"{"selected_memories":["nosuch.md"]}"#,
        r#"{"memories":[]}"#,
        "An array such as [] helps nobody.",
        "42",
        "null",
    ] {
        none(text, Reason::WrongShape);
    }
}

#[test]
fn a_plain_list_is_a_list() {
    files("- user_role.md\n- project_deploy.md\n", &["user_role.md", "project_deploy.md"]);
    files("1. `user_role.md`\n2. [project] project_deploy.md", &["user_role.md", "project_deploy.md"]);
    files("project_deploy.md", &["project_deploy.md"]);
    none("- user_role.md\n- and nothing else", Reason::NotJson);
}

#[test]
fn a_flood_is_no_trouble() {
    for text in ["[".repeat(1 << 17), "{\"a\":".repeat(1 << 15), "['".repeat(1 << 16), "“".repeat(1 << 15)] {
        assert!(read(&text, &LIST).is_err());
    }
}
