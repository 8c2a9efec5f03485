//! The type of memory that a heading names, in the languages that real indexes use.

use crate::model::Kind;

/// What a heading says about the entries below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 for `#`, 2 for `##`, …
    pub(super) level: usize,
    /// The type that it names.
    pub(super) kind: Option<Kind>,
    /// It names the type and nothing else, so that an empty section is meant for it too.
    pub(super) exact: bool,
}

/// Words of a type. Where words are not set apart by blanks, they are looked for anywhere.
const WORDS: [(Kind, &[&str]); 4] = [
    (
        Kind::Feedback,
        &[
            "feedback",
            "feedbacks",
            "rückmeldung",
            "rückmeldungen",
            "retours",
            "反馈",
            "反饋",
            "回饋",
            "回馈",
            "フィードバック",
            "피드백",
        ],
    ),
    (
        Kind::User,
        &[
            "user",
            "users",
            "benutzer",
            "usuario",
            "usuário",
            "utilisateur",
            "uživatel",
            "пользователь",
            "用户",
            "用戶",
            "使用者",
            "ユーザー",
            "ユーザ",
            "사용자",
            "유저",
        ],
    ),
    (
        Kind::Reference,
        &[
            "reference",
            "references",
            "referenz",
            "referenzen",
            "referencia",
            "referencias",
            "referência",
            "referências",
            "référence",
            "références",
            "参考",
            "參考",
            "参照",
            "リファレンス",
            "참고",
            "참조",
            "레퍼런스",
        ],
    ),
    (
        Kind::Project,
        &[
            "project",
            "projects",
            "projekt",
            "projekte",
            "proyecto",
            "proyectos",
            "projeto",
            "projetos",
            "projet",
            "projets",
            "проект",
            "проекты",
            "项目",
            "項目",
            "专案",
            "專案",
            "プロジェクト",
            "프로젝트",
        ],
    ),
];

/// Words beside a type that take nothing from it.
const FILLERS: [&str; 31] = [
    "memory",
    "memories",
    "note",
    "notes",
    "entry",
    "entries",
    "file",
    "files",
    "info",
    "information",
    "the",
    "type",
    "about",
    "context",
    "记忆",
    "記憶",
    "笔记",
    "筆記",
    "信息",
    "資訊",
    "类",
    "メモ",
    "メモリ",
    "情報",
    "の",
    "関連",
    "기억",
    "메모",
    "정보",
    "관련",
    "메모리",
];

/// Reads the text of a heading.
pub(super) fn read(level: usize, text: &str) -> Heading {
    let text = text.trim_matches(|c: char| c == '#' || c.is_whitespace()).to_lowercase();
    let head = text.split(['(', '（', ':', '：', '—', '–']).next().unwrap_or_default();
    let whole = named(&text);
    // "Project — Architecture" is one of several for projects; "Project and reference notes" is nobody's own.
    let kind = named(head).or(whole);
    Heading { level, kind, exact: kind.is_some_and(|kind| says_only(head, kind)) }
}

/// The one type that a text names.
fn named(text: &str) -> Option<Kind> {
    let mut kinds = WORDS.into_iter().filter(|(_, words)| words.iter().any(|w| holds(text, w)));
    let (kind, _) = kinds.next()?;
    kinds.next().is_none().then_some(kind)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}

/// Scripts that write without blanks, or with endings at their nouns.
fn is_joined(word: &str) -> bool {
    word.chars().all(|c| c >= '\u{2e80}')
}

fn holds(text: &str, word: &str) -> bool {
    if is_joined(word) { text.contains(word) } else { words(text).any(|w| w == word) }
}

fn says_only(text: &str, kind: Kind) -> bool {
    let own = WORDS.iter().find(|(k, _)| *k == kind).map_or(&[][..], |(_, words)| words);
    words(text).all(|word| {
        if own.contains(&word) || FILLERS.contains(&word) {
            return true;
        }
        // "用户反馈" was sorted out before; what is left of "项目记忆" is nothing.
        let joined = own.iter().chain(&FILLERS).filter(|w| is_joined(w));
        is_joined(word) && joined.fold(word.to_owned(), |left, w| left.replace(w, "")).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::{Heading, read};
    use crate::model::Kind::{Feedback, Project, Reference, User};

    #[test]
    fn types_in_several_languages() {
        for (text, kind) in [
            ("## Feedback", Feedback),
            ("## 🗣 Feedback memories ##", Feedback),
            ("## FEEDBACK (how to work)", Feedback),
            ("## User:", User),
            ("## About the user", User),
            ("## References", Reference),
            ("## Project — Architecture", Project),
            ("## 反馈", Feedback),
            ("## 项目记忆", Project),
            ("## 使用者", User),
            ("## フィードバック", Feedback),
            ("## プロジェクトのメモ", Project),
            ("## 피드백", Feedback),
            ("## 참고 정보", Reference),
            ("## Projeto", Project),
        ] {
            assert_eq!(read(2, text), Heading { level: 2, kind: Some(kind), exact: true }, "{text}");
        }
    }

    #[test]
    fn headings_that_say_more_or_nothing() {
        for (text, kind) in [
            ("## Project structure", Some(Project)),
            ("## User-facing words", Some(User)),
            ("## 已归档（历史参考，非当前约束）", Some(Reference)),
            ("# 项目记忆索引", Some(Project)),
            ("## Projector", None),
            ("## Browser", None),
            ("## User and project", None),
            ("## 用户反馈", None),
            ("## Misc", None),
            ("##", None),
        ] {
            let heading = read(2, text);
            assert_eq!((heading.kind, heading.exact), (kind, false), "{text}");
        }
    }
}
