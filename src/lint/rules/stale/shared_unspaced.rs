//! The same in Chinese, Japanese and Korean.

use std::{collections::BTreeSet, sync::LazyLock};

use jiff::civil::Weekday::{self, Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};

use super::shared_relative::{Meaning, Phrase};

/// Words that mean a day by themselves, the longer before those that they begin with.
const DAYS: [(&str, Meaning); 25] = [
    ("明后天", Meaning::Days(1)),
    ("大后天", Meaning::Days(3)),
    ("明後日", Meaning::Days(2)),
    ("一昨日", Meaning::Days(-2)),
    ("明天", Meaning::Days(1)),
    ("明日", Meaning::Days(1)),
    ("昨天", Meaning::Days(-1)),
    ("昨日", Meaning::Days(-1)),
    ("后天", Meaning::Days(2)),
    ("後天", Meaning::Days(2)),
    ("前天", Meaning::Days(-2)),
    ("내일", Meaning::Days(1)),
    ("어제", Meaning::Days(-1)),
    ("모레", Meaning::Days(2)),
    ("그저께", Meaning::Days(-2)),
    ("下个月", Meaning::Month(1)),
    ("下個月", Meaning::Month(1)),
    ("上个月", Meaning::Month(-1)),
    ("上個月", Meaning::Month(-1)),
    ("来月", Meaning::Month(1)),
    ("先月", Meaning::Month(-1)),
    ("다음 달", Meaning::Month(1)),
    ("다음달", Meaning::Month(1)),
    ("지난달", Meaning::Month(-1)),
    ("지난 달", Meaning::Month(-1)),
];

/// Words for a week, and how many weeks later it is.
const WEEKS: [(&str, i32); 24] = [
    ("下下周", 2),
    ("下周", 1),
    ("下週", 1),
    ("下星期", 1),
    ("下礼拜", 1),
    ("下禮拜", 1),
    ("上周", -1),
    ("上週", -1),
    ("上星期", -1),
    ("本周", 0),
    ("本週", 0),
    ("这周", 0),
    ("這週", 0),
    ("来週", 1),
    ("先週", -1),
    ("今週", 0),
    ("再来週", 2),
    ("다음 주", 1),
    ("다음주", 1),
    ("지난주", -1),
    ("지난 주", -1),
    ("이번 주", 0),
    ("이번주", 0),
    ("금주", 0),
];

/// The days of the week as they follow such a word, or stand alone after `周` and the like.
const CHINESE: [(&str, Weekday); 8] = [
    ("一", Monday),
    ("二", Tuesday),
    ("三", Wednesday),
    ("四", Thursday),
    ("五", Friday),
    ("六", Saturday),
    ("日", Sunday),
    ("天", Sunday),
];
const JAPANESE: [(&str, Weekday); 7] = [
    ("月曜", Monday),
    ("火曜", Tuesday),
    ("水曜", Wednesday),
    ("木曜", Thursday),
    ("金曜", Friday),
    ("土曜", Saturday),
    ("日曜", Sunday),
];
const KOREAN: [(&str, Weekday); 7] = [
    ("월요일", Monday),
    ("화요일", Tuesday),
    ("수요일", Wednesday),
    ("목요일", Thursday),
    ("금요일", Friday),
    ("토요일", Saturday),
    ("일요일", Sunday),
];

/// What makes a day of the week one of many.
const HABITS: [&str; 8] = ["每", "逢", "毎", "매", "マイ", "各", "隔", "任意"];

/// What happens on one day.
const EVENTS: [&str; 24] = [
    "开始", "開始", "上线", "上線", "发布", "發布", "冻结", "凍結", "截止", "之前", "前", "交付", "评审", "開會",
    "开会", "会议", "演示", "结束", "結束", "提交", "合并", "部署", "要", "将",
];

/// Units of a length of time, in days, with the word for later and the word for earlier.
const LENGTHS: [(&str, i32); 16] = [
    ("天后", 1),
    ("天後", 1),
    ("天前", -1),
    ("周后", 7),
    ("週後", 7),
    ("周前", -7),
    ("週前", -7),
    ("个星期后", 7),
    ("日後", 1),
    ("日前", -1),
    ("週間後", 7),
    ("週間前", -7),
    ("일 후", 1),
    ("일 뒤", 1),
    ("일 전", -1),
    ("주 후", 7),
];

/// By itself a weekday begins with one of these.
const ALONE: [&str; 5] = ["星期", "礼拜", "禮拜", "周", "週"];

/// The letters that all of these words begin with: most letters end the search here.
static BEGIN: LazyLock<BTreeSet<char>> = LazyLock::new(|| {
    let words = DAYS.iter().map(|(word, _)| *word).chain(WEEKS.iter().map(|(word, _)| *word)).chain(ALONE);
    words.filter_map(|word| word.chars().next()).collect()
});

/// The words for days of one sentence, in order.
pub(super) fn phrases(text: &str) -> Vec<Phrase> {
    let mut found = Vec::new();
    let contrast = || ["今天", "今日", "오늘"].iter().any(|today| text.contains(today));
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let step = rest.chars().next().map_or(1, char::len_utf8);
        // Everything sought begins above ASCII, but for a number.
        match here(rest, &text[..at]) {
            Some((meaning, length)) => {
                // Words of a list to choose from.
                let listed = text[..at].trim_end().ends_with('/') || rest[length..].trim_start().starts_with('/');
                // What held yesterday and does not today is no day of anybody's.
                let contrasted = matches!(meaning, Meaning::Days(-1 | 1)) && contrast();
                if !listed && !contrasted {
                    found.push(Phrase { span: at..at + length, meaning });
                }
                at += length;
            }
            None => at += step,
        }
    }
    found
}

fn here(rest: &str, before: &str) -> Option<(Meaning, usize)> {
    let first = rest.chars().next()?;
    if first.is_ascii_digit() {
        return if before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/' | '月' | '월'))
        {
            None
        } else {
            length(rest)
        };
    }
    if !BEGIN.contains(&first) || HABITS.iter().any(|habit| before.trim_end().ends_with(habit)) {
        return None;
    }
    if let Some((word, meaning)) = DAYS.iter().find(|(word, _)| rest.starts_with(word)) {
        return is_word(word, before, &rest[word.len()..]).then_some((*meaning, word.len()));
    }
    if let Some((word, weeks)) = WEEKS.iter().find(|(word, _)| rest.starts_with(word)) {
        return week(rest, word, *weeks);
    }
    alone(rest, before)
}

/// What is acquired, not inborn, has the same letters as the day after tomorrow.
const ACQUIRED: [&str; 12] = ["的", "性", "学", "學", "习", "習", "获", "獲", "培", "养", "養", "形成"];

/// `明日` in `説明日` is no word; `前天`, `后天` are parts of others too.
fn is_word(word: &str, before: &str, after: &str) -> bool {
    let inner: &[char] = match word {
        "明日" => &['説', '证', '証', '光', '透'],
        "后天" | "後天" => &['以', '之', '先'],
        "前天" => &['以', '之'],
        _ => &[],
    };
    let hangul = |c: char| ('\u{ac00}'..='\u{d7af}').contains(&c);
    let glued = word.starts_with(hangul) && before.ends_with(hangul);
    let acquired = matches!(word, "后天" | "後天") && ACQUIRED.iter().any(|next| after.starts_with(next));
    !before.ends_with(inner) && !glued && !acquired && !after.starts_with("黄花")
}

/// A word for a week with the day behind it, if one is.
fn week(rest: &str, word: &str, weeks: i32) -> Option<(Meaning, usize)> {
    let after = &rest[word.len()..];
    let gap = ["の", " ", "的"].iter().find(|gap| after.starts_with(**gap)).map_or(0, |gap| gap.len());
    let day = CHINESE
        .iter()
        .filter(|_| gap == 0)
        .chain(&JAPANESE)
        .chain(&KOREAN)
        .find(|(name, _)| after[gap..].starts_with(name));
    Some(match day {
        Some((name, day)) => {
            let ending =
                if after[gap + name.len()..].starts_with("日") && name.ends_with('曜') { "日".len() } else { 0 };
            (Meaning::Of(weeks, *day), word.len() + gap + name.len() + ending)
        }
        // This week is said of any week.
        None if weeks == 0 => return None,
        None => (Meaning::Week(weeks), word.len()),
    })
}

/// `周四`, `星期四` by itself: the coming one. `周一至周五` is a habit.
fn alone(rest: &str, before: &str) -> Option<(Meaning, usize)> {
    let (word, after) = ALONE.iter().find_map(|word| Some((*word, rest.strip_prefix(word)?)))?;
    let (name, day) = CHINESE.iter().find(|(name, _)| after.starts_with(name))?;
    let following = &after[name.len()..];
    let following =
        ["上午", "下午", "晚上", "早上"].iter().find_map(|part| following.strip_prefix(part)).unwrap_or(following);
    // By itself a weekday is mostly a habit; an event makes it one day.
    let event = EVENTS.iter().any(|event| following.starts_with(event));
    let inside =
        before.ends_with(['一', '两', '二', '三', '四', '上', '几', '个', '兩', '幾', '個', '至', '到', '、', '~']);
    (event && !inside).then_some((Meaning::Coming(*day), word.len() + name.len()))
}

/// `3天后`, `2週間後`, `5일 전`.
fn length(rest: &str) -> Option<(Meaning, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let count: i32 = rest[..digits].parse().ok().filter(|count| *count <= 400)?;
    let gap = usize::from(rest[digits..].starts_with(' '));
    let (unit, days) = LENGTHS.iter().find(|(unit, _)| rest[digits + gap..].starts_with(unit))?;
    Some((Meaning::Days(count * days), digits + gap + unit.len()))
}

#[cfg(test)]
mod tests {
    use super::{DAYS, LENGTHS, WEEKS};
    use crate::lint::rules::stale::shared_relative::may_speak_of_a_day;

    #[test]
    fn every_word_has_a_sign() {
        let words = DAYS.iter().map(|(word, _)| *word).chain(WEEKS.iter().chain(&LENGTHS).map(|(word, _)| *word));
        for word in words {
            assert!(may_speak_of_a_day(word), "{word}");
        }
    }
}
