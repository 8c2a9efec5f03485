//! D601: what is being worked on.

use super::shared_known::{in_docs, known, show};
use crate::{
    lint::{
        Around, Check, Evidence, Example, Findings, Level, Page, Questions, Rule, Subject,
        said::{self, Line},
    },
    model::{Kind, text::prefix},
};

/// Boxes to tick, or tasks with a mark of their state, that make a text a list of tasks.
const BOXES: usize = 3;

/// How a box to tick is written.
const BOX: [&str; 5] = ["- [ ]", "- [x]", "- [X]", "* [ ]", "* [x]"];

/// How the state of a task is drawn.
const DRAWN: [&str; 11] = ["✅", "☑", "✔", "⏳", "🔄", "🚧", "⬜", "🟢", "🟡", "🔴", "🔲"];

/// Beside these, the others say what is right.
const WRONG: [&str; 3] = ["❌", "✗", "✘"];

/// What is done on a day, in the name of a file: a person or a decision may have its day in the name too.
const DAILY: [&str; 24] = [
    "session", "sessions", "log", "journal", "diary", "daily", "standup", "progress", "status", "snapshot", "summary",
    "recap", "retro", "handoff", "wrapup", "triage", "audit", "debug", "fix", "fixes", "bugfix", "hotfix", "update",
    "cleanup",
];

/// Words of a title or a heading that say that it is about work going on.
static STATE: said::Marks = said::Marks::new(&[
    "todo",
    "todos",
    "wip",
    "in progress",
    "in-progress",
    "next steps",
    "next session",
    "not started",
    "work in progress",
    "remaining work",
    "remaining tasks",
    "open tasks",
    "task list",
    "pending work",
    "progress report",
    "current status",
    "待办",
    "进行中",
    "下一步",
    "未完成",
    "剩余任务",
    "進行中",
    "待辦",
    "残タスク",
    "未着手",
    "やること",
    "次のステップ",
    "할 일",
    "진행 중",
    "진행중",
    "다음 단계",
    "남은 작업",
    "em andamento",
    "pendências",
    "próximos passos",
    "rozpracováno",
    "další kroky",
    "в процессе",
    "следующие шаги",
    "en curso",
    "próximos pasos",
]);

pub(super) static RULE: Rule = Rule {
    code: "D601",
    name: "task-state",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "move it to the plan or the issue where it is kept up to date, or remove the memory",
    page: Page {
        what: "A memory about work that goes on: tasks to tick off, a title that says to-do, in progress or next steps, or \
               a file named after what was done on a day, about things that the project's code or docs have.",
        why: "Work is done within days, and nobody goes back to the memory. From then on it says that something is missing \
              that is there.",
        examples: &[
            Example {
                title: "What is left to do",
                store: &[(
                    "project_export.md",
                    "---\nname: Export\ndescription: TODO - CSV export\ntype: project\n---\n\n`export_rows` is written; \
                     quoting is missing.\n",
                )],
                project: &[("src/export.rs", "fn export_rows() {}\n")],
                found: &["project_export.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "What was done on a day",
                store: &[(
                    "project_session_2026-03-05.md",
                    "---\nname: Export session\ndescription: What was built\ntype: project\n---\n\n`export_rows` now quotes.\n",
                )],
                project: &[("src/export.rs", "fn export_rows() {}\n")],
                found: &["project_session_2026-03-05.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "How tasks are wanted, and what a day has decided",
                store: &[
                    (
                        "feedback_todo.md",
                        "---\nname: To-dos in code\ndescription: Every TODO in the code carries an owner\ntype: feedback\n---\n\n\
                         **Why:** the user wants to know whom to ask.\n",
                    ),
                    (
                        "project_decision_20260305.md",
                        "---\nname: Quoting\ndescription: Rows are quoted always\ntype: project\n---\n\n`export_rows` quotes \
                         each value: the customer's import breaks otherwise.\n",
                    ),
                ],
                project: &[("src/export.rs", "fn export_rows() {}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Put tasks where they are worked off. A decision behind them may be worth a memory of its own.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    if sign(memory).is_none() {
        return;
    }
    questions.names.extend(memory.names().iter().map(|name| name.text));
    questions.sentences.extend(memory.all_sentences().map(|sentence| &*sentence.text));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let Some((span, message)) = sign(memory) else { return };
    let known = known(memory, around.facts);
    let docs = in_docs(memory, around.facts);
    if known.is_empty() && docs.is_none() {
        return;
    }
    let finding = found.at(memory, span, message);
    show(finding, &known, around.facts);
    docs.into_iter().for_each(|place: Evidence| _ = finding.evidence(place));
}

type Sign = (std::ops::Range<usize>, String);

/// What shows that a memory is about work going on, and where.
fn sign(memory: &Subject<'_>) -> Option<Sign> {
    let rules = [Some(Kind::User), Some(Kind::Feedback), Some(Kind::Reference)];
    let may = !rules.contains(&memory.memory.kind);
    may.then(|| tasks(memory).or_else(|| titled(memory)).or_else(|| dated(memory))).flatten()
}

fn tasks(memory: &Subject<'_>) -> Option<Sign> {
    let begins = |line: &str, marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
    let item =
        |line: &Line<'_>, marks: &[&str]| begins(line.text.trim_start_matches(['-', '*', '+', '|', '#', ' ']), marks);
    let boxes: Vec<_> = memory.prose().filter(|line| begins(line.text.trim_start(), &BOX)).collect();
    if boxes.len() >= BOXES {
        return Some((boxes[0].span(), format!("{} tasks to tick off", boxes.len())));
    }
    let drawn: Vec<_> = memory.prose().filter(|line| item(line, &DRAWN)).collect();
    let is_list = drawn.len() >= BOXES && !memory.prose().any(|line| item(line, &WRONG));
    is_list.then(|| (drawn[0].span(), format!("{} tasks with their state", drawn.len())))
}

/// A file that is named after what was done on a day.
fn dated(memory: &Subject<'_>) -> Option<Sign> {
    let file = &memory.memory.file;
    let day = said::day_of_file(file).filter(|_| said::mentions(&file.to_lowercase(), &DAILY))?;
    let first = memory.sentences().first()?;
    Some((first.span.clone(), format!("it tells of one day, {day}")))
}

/// The description, or else a heading, that speaks of work going on.
fn titled(memory: &Subject<'_>) -> Option<Sign> {
    let told = |state: &str| format!("it speaks of work that goes on (`{state}`)");
    // Far behind, it is a word among others.
    if let Some((title, state)) = memory.description().and_then(|title| {
        let state = state(prefix(&title.text, 40))?;
        Some((title, state))
    }) {
        return Some((title.span.clone(), told(state)));
    }
    let mut headings = memory.prose().filter(|line| line.text.starts_with('#'));
    headings.find_map(|line| Some((line.span(), told(state(line.text)?))))
}

/// The word for work going on in a text: not the number of a task (`TODO #12`), not part of a path.
fn state(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    if !STATE.touch(&lower) {
        return None;
    }
    STATE.words().iter().copied().find(|state| {
        said::finds(&lower, state).any(|at| {
            let (before, after) = (&lower[..at], &lower[at + state.len()..]);
            let after = after.trim_start_matches([' ', '(', '-']);
            !before.ends_with(['/', '_', '-', '.'])
                && !after.starts_with(['#', '/', '_', '.'])
                && !after.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}
