//! Plain text: a talk with `User:` and `Assistant:` before what each said, or notes.

use super::{Turn, clean};

/// Before what a person says. Lower case.
const HUMAN: [&str; 9] = ["user:", "human:", "you:", "me:", "用户：", "用户:", "ユーザー：", "ユーザー:", "사용자:"];
/// Before what an agent says.
const AGENT: [&str; 10] =
    ["assistant:", "ai:", "claude:", "codex:", "gemini:", "agent:", "助手：", "助手:", "アシスタント:", "어시스턴트:"];

/// With marks the talk's turns, without marks each paragraph as something that a person said.
pub(super) fn turns(text: &str) -> Vec<Turn> {
    let text = text.trim_start_matches('\u{feff}');
    if text.lines().any(|line| rest(line, &HUMAN).is_some()) { talk(text) } else { notes(text) }
}

fn notes(text: &str) -> Vec<Turn> {
    let text = text.replace("\r\n", "\n");
    let said = text.split("\n\n").filter_map(clean::human);
    said.map(|human| Turn { human, ..Turn::default() }).collect()
}

fn talk(text: &str) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut answers = false;
    for line in text.lines() {
        if let Some(said) = rest(line, &HUMAN) {
            answers = false;
            turns.push(Turn { human: said.trim().to_owned(), ..Turn::default() });
            continue;
        }
        let answer = rest(line, &AGENT);
        answers |= answer.is_some();
        if let Some(turn) = turns.last_mut() {
            let text = if answers { &mut turn.answer } else { &mut turn.human };
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(answer.map_or(line, str::trim));
        }
    }
    let cleaned = turns.into_iter().filter_map(|turn| Some(Turn { human: clean::human(&turn.human)?, ..turn }));
    cleaned.collect()
}

/// What stands behind one of the marks, which may be bold.
fn rest<'l>(line: &'l str, marks: &[&str]) -> Option<&'l str> {
    let bare = line.trim_start_matches(['*', '#', ' ']);
    let same = |mark: &&&str| bare.get(..mark.len()).is_some_and(|head| head.to_lowercase() == **mark);
    let mark = marks.iter().find(same)?;
    Some(bare[mark.len()..].trim_start_matches('*'))
}
