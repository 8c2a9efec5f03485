//! Records as agents write them, odd ones among them.

use std::io::{BufReader, Read};

use super::{FORMATS, ReadError, Transcript, Turn, read};

fn parse(text: &str) -> Transcript {
    read(&mut text.as_bytes()).unwrap()
}

fn said(transcript: &Transcript) -> Vec<&str> {
    transcript.turns.iter().map(|turn| turn.human.as_str()).collect()
}

const CLAUDE: &str = r##"{"type":"queue-operation","operation":"enqueue","timestamp":"2026-09-14T09:32:15.726Z","sessionId":"s-1","content":"x"}
{"parentUuid":null,"isSidechain":false,"sessionId":"s-1","version":"2.1.267","type":"user","origin":{"kind":"human"},"message":{"role":"user","content":"first prompt"},"uuid":"u1","timestamp":"2026-09-14T09:32:16Z"}
{"parentUuid":"u1","isSidechain":false,"type":"attachment","attachment":{"type":"hook_additional_context","content":["Memory: recalled text"]},"uuid":"a1"}
{"parentUuid":"a1","isSidechain":false,"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"}]},"uuid":"as1"}
{"parentUuid":"a1","isSidechain":false,"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"I will write it."}]},"uuid":"as2"}
{"parentUuid":"as1","isSidechain":false,"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"/x/memory/a.md","content":"remember that tools are not people"}}]},"uuid":"as3"}
{"parentUuid":"as3","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"remember that this is a tool's output"}]},"uuid":"u2"}
{"parentUuid":"u2","isSidechain":false,"type":"assistant","message":{"id":"msg_2","role":"assistant","content":[{"type":"text","text":"Done,"}]}}
{"parentUuid":"u2","isSidechain":false,"type":"assistant","message":{"id":"msg_2","role":"assistant","content":[{"type":"text","text":"and tested."}]}}
{"parentUuid":"u2","isSidechain":true,"type":"user","message":{"role":"user","content":"to a subagent"}}
{"type":"user","isMeta":true,"message":{"role":"user","content":"Caveat: generated"}}
{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"This session is being continued"}}
{"type":"user","message":{"role":"user","content":"<command-name>/clear</command-name>"}}
{"type":"user","origin":{"kind":"task-notification"},"message":{"role":"user","content":"a task ended"}}
{"type":"assistant","isApiErrorMessage":true,"message":{"id":"e","content":[{"type":"text","text":"API Error"}]}}
{"type":"attachment","attachment":{"type":"queued_command","commandMode":"prompt","prompt":"typed while busy","origin":{"kind":"human"}},"uuid":"q1"}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"with an image<system-reminder>not mine</system-reminder>"},{"type":"image","source":{}}]},"uuid":"u3"}
{"type":"from-the-future","payload":[1,2,3]}
{"type":"user","message":{"role":"us"##;

#[test]
fn claude_people_and_final_answers_and_nothing_else() {
    let read = parse(CLAUDE);
    assert_eq!((read.format, read.session.as_deref(), read.unread), ("claude", Some("s-1"), 1));
    assert_eq!(said(&read), ["first prompt", "typed while busy", "with an image"]);
    let first = &read.turns[0];
    assert_eq!(first.answer, "Done,\n\nand tested.");
    assert_eq!((first.deeds[0].tool.as_str(), first.deeds[0].what.as_str()), ("Write", "/x/memory/a.md"));
    assert_eq!(first.at.as_deref(), Some("2026-09-14T09:32:16Z"));
}

const CODEX: &str = r##"{"timestamp":"t0","type":"session_meta","payload":{"id":"019a-x","cwd":"/p","cli_version":"0.171.0"}}
{"timestamp":"t1","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]}}
{"timestamp":"t1","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
{"timestamp":"t1","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /p"}]}}
{"timestamp":"t2","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"fix the test"}]}}
{"timestamp":"t2","type":"event_msg","payload":{"type":"user_message","message":"fix the test","kind":"plain"}}
{"timestamp":"t3","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Looking"}]}}
{"timestamp":"t3","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"mem\",\"add\"]}","call_id":"c1"}}
{"timestamp":"t3","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"remember that\"}"}}
{"timestamp":"t3","type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch"}}
{"timestamp":"t4","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done"},{"type":"output_text","text":"twice"}]}}
{"timestamp":"t5","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"wrong turn"}]}}
{"timestamp":"t6","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}
{"timestamp":"t7","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}}
"##;

#[test]
fn codex_one_channel_and_rollbacks() {
    let read = parse(CODEX);
    assert_eq!((read.format, read.session.as_deref()), ("codex", Some("019a-x")));
    assert_eq!(said(&read), ["fix the test", "go on"]);
    assert_eq!(read.turns[0].answer, "Done\ntwice");
    let deeds: Vec<&str> = read.turns[0].deeds.iter().map(|deed| deed.what.as_str()).collect();
    assert_eq!(deeds, ["mem add", "*** Begin Patch"]);
}

const GEMINI: &str = r##"{"sessionId":"g-1","projectHash":"h","startTime":"t","kind":"main"}
{"id":"m1","timestamp":"t1","type":"user","content":"first"}
{"id":"m2","type":"gemini","content":[{"text":"draft"}]}
{"id":"m2","type":"gemini","content":[{"text":"an"},{"thought":true,"text":"hm"},{"text":"swer"}],"toolCalls":[{"name":"write_file","args":{"file_path":"/a.md"}}]}
{"id":"m3","type":"info","content":"note"}
{"id":"m4","type":"user","content":[{"text":"second"}]}
{"$rewindTo":"m4"}
{"id":"m5","type":"user","content":"third"}
{"$set":{"summary":"s"}}
"##;

#[test]
fn gemini_edits_of_what_came_before() {
    let read = parse(GEMINI);
    assert_eq!((read.format, read.session.as_deref()), ("gemini", Some("g-1")));
    assert_eq!(said(&read), ["first", "third"]);
    assert_eq!((read.turns[0].answer.as_str(), read.turns[0].deeds.len()), ("an\nswer", 1));
    let all_set = format!("{GEMINI}{}", r#"{"$set":{"messages":[{"id":"n","type":"user","content":"only"}]}}"#);
    assert_eq!(said(&parse(&all_set)), ["only"]);
    assert_eq!(said(&parse(&format!("{GEMINI}{}", r#"{"$rewindTo":"nowhere"}"#))), Vec::<&str>::new());
    let old = "{\n  \"sessionId\": \"g-2\",\n  \"messages\": [\n    {\"id\": \"1\", \"type\": \"user\", \"content\": \"old build\"}\n  ]\n}\n";
    assert_eq!(said(&parse(old)), ["old build"]);
}

#[test]
fn plain_text_is_a_talk_or_notes() {
    let talk = parse("User: fix it\nplease\n\nAssistant: done\nand tested\n**User:** thanks\n");
    assert_eq!(said(&talk), ["fix it\nplease", "thanks"]);
    assert_eq!((talk.format, talk.turns[0].answer.as_str()), ("plain", "done\nand tested"));
    assert_eq!(said(&parse("记住：用 just\r\n\r\nAnd another.\n")), ["记住：用 just", "And another."]);
    assert_eq!(said(&parse("用户：部署\n助手：好\n")), ["部署"]);
    assert_eq!(parse("").turns, Vec::<Turn>::new());
}

#[test]
fn recalled_text_is_not_what_the_person_said() {
    let recalled = "Memory (saved 2 days ago): /m/a.md\n\nRemember that.\n\nThese memories are notes from earlier sessions. A file.\n";
    let line = serde_json::json!({"type": "user", "sessionId": "s", "message": {"content": format!("{recalled}my own words")}});
    assert_eq!(said(&parse(&line.to_string())), ["my own words"]);
    let line = serde_json::json!({"type": "user", "sessionId": "s", "message": {"content": format!("<memories>\n{recalled}</memories> ")}});
    assert_eq!(said(&parse(&line.to_string())), Vec::<&str>::new());
}

#[test]
fn every_cut_of_a_transcript_reads() {
    for whole in [CLAUDE, CODEX, GEMINI] {
        for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
            let part = read(&mut &whole.as_bytes()[..cut]);
            assert!(part.is_ok(), "{cut}: {part:?}");
        }
    }
}

/// A file that has more each time its end was seen.
struct Growing<'t> {
    parts: Vec<&'t str>,
    at: usize,
}

impl Read for Growing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some(part) = self.parts.first().map(|part| &part.as_bytes()[self.at..]) else { return Ok(0) };
        let n = buffer.len().min(part.len());
        buffer[..n].copy_from_slice(&part[..n]);
        self.at += n;
        if n == 0 {
            self.parts.remove(0);
            self.at = 0;
        }
        Ok(n)
    }
}

#[test]
fn what_is_written_while_a_transcript_is_read_waits_for_the_next_time() {
    for whole in [CLAUDE, CODEX, GEMINI] {
        for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
            let (then, later) = whole.split_at(cut);
            let growing = read(&mut BufReader::new(Growing { parts: vec![then, later], at: 0 })).unwrap();
            assert_eq!(growing, parse(then), "{cut}");
        }
    }
}

#[test]
fn what_is_no_transcript_says_so() {
    let fails = |bytes: &[u8]| read(&mut &bytes[..]).unwrap_err();
    assert!(matches!(fails(&[0x28, 0xb5, 0x2f, 0xfd, 0]), ReadError::Compressed("zstd")));
    assert!(matches!(fails(&[0x1f, 0x8b, 8]), ReadError::Compressed("gzip")));
    assert!(matches!(fails(b"\x7fELF\x00\x01"), ReadError::Binary));
    assert!(matches!(fails(b"{\"some\": \"json\"}\n"), ReadError::Unknown));
    assert!(matches!(fails("{\"a\":1}\n".repeat(1_000).as_bytes()), ReadError::Unknown));
    assert!(matches!(fails(b"{\n\"a\": [\n"), ReadError::Unknown));
}

/// An endless supply of one line, up to a size.
struct Repeated {
    line: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = buffer.len().min(self.line.len() - self.at).min(self.left);
        buffer[..n].copy_from_slice(&self.line[self.at..self.at + n]);
        self.at = (self.at + n) % self.line.len();
        self.left -= n;
        Ok(n)
    }
}

#[test]
fn a_huge_transcript_is_read_in_bounded_memory() {
    // Longer than a line may be, once, and then a hundred megabytes of usual ones.
    let image =
        format!("{{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{{\"content\":\"{}\"}}}}\n", "A".repeat(20 << 20));
    let usual = format!(
        "{{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{{\"content\":\"{}\"}}}}\n",
        "word ".repeat(2_000)
    );
    let many = Repeated { line: usual.into_bytes(), at: 0, left: 100 << 20 };
    let read = read(&mut BufReader::new(image.as_bytes().chain(many))).unwrap();
    assert_eq!(read.unread, 2, "the long one, and the one that is cut off at the end");
    let kept: usize = read.turns.iter().map(|turn| turn.human.len()).sum();
    assert!(kept <= 64 << 20 && kept > 60 << 20, "{kept}");
}

#[test]
fn a_format_is_a_file_and_a_line() {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names, ["claude", "codex", "gemini"]);
}
