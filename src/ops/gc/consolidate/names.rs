//! Names of people, products and things in running text, as far as writing shows them.
//!
//! Latin letters show a name by its capital, except where a sentence begins; there by the verb behind
//! it. In Chinese, Japanese and Korean every Latin word is a name, and so are words in quotation marks
//! or titles' brackets, before a title, and a family name before what its bearer does.

/// The names of a text, in no order that counts.
pub(super) fn find(text: &str) -> Vec<&str> {
    let mut found = latin(text);
    if text.contains(is_han) {
        found.extend(quoted(text));
        found.extend(people(text));
        found.extend(numerals(text));
    } else if text.contains(is_hangul) {
        found.extend(before_titles(text));
    }
    found
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c) || ('\u{3400}'..='\u{4dbf}').contains(&c)
}

fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// Words of Latin letters that begin a sentence and are no name whatever comes behind them.
const BEGINNERS: [&str; 40] = [
    "A", "All", "An", "And", "Any", "Before", "But", "Each", "Every", "He", "Her", "His", "How", "If", "In", "It",
    "Its", "My", "No", "Nobody", "Not", "Nothing", "One", "Our", "She", "That", "The", "Their", "There", "These",
    "They", "This", "Those", "We", "What", "When", "Who", "Why", "You", "Your",
];

/// Verbs that follow their subject: the word before one of them is a name or a thing.
const VERBS: [&str; 18] = [
    "is", "was", "has", "had", "will", "can", "must", "should", "may", "wants", "said", "asked", "owns", "needs",
    "and", "does", "did", "runs",
];

/// Words that say what they are by their capitals, where they do not only begin a sentence.
fn latin(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut begins = true;
    for line in text.lines() {
        begins |= line.trim().is_empty();
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            found.extend(names_in(word, begins, words.peek().copied().unwrap_or_default()));
            begins = word.ends_with(['.', '!', '?', ':', '*', '-', '#', '。', '：', '！', '？']);
        }
    }
    found
}

/// The names in a run of letters without a blank.
fn names_in<'t>(word: &'t str, begins: bool, next: &str) -> Vec<&'t str> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || ('\u{c0}'..'\u{250}').contains(&c);
    let among_others = word.contains(|c: char| is_han(c) || is_hangul(c) || ('\u{3040}'..'\u{3100}').contains(&c));
    let parts = word.split(|c| !letter(c)).filter(|part| part.len() > 1).enumerate();
    let is_one = |at: usize, part: &str| {
        let starts = begins && at == 0 && !among_others;
        is_name(part, starts, word, next) || among_others && part.contains(|c: char| c.is_ascii_alphabetic())
    };
    parts.filter(|(at, part)| is_one(*at, part)).map(|(_, part)| part).collect()
}

fn is_name(part: &str, starts: bool, word: &str, next: &str) -> bool {
    let capital = part.starts_with(char::is_uppercase);
    let upper = part.chars().filter(|c| c.is_uppercase()).count();
    let lower = part.chars().filter(|c| c.is_lowercase()).count();
    let coined =
        part.trim_matches('_').contains('_') || upper > 1 && (lower > 0 || part.len() > 2) || upper > 0 && !capital;
    if coined || !capital {
        return coined;
    }
    if !starts {
        // `I'm` is none.
        return part.len() > 1;
    }
    let owner = word.contains("'s") || word.contains("’s");
    !BEGINNERS.contains(&part) && (owner || VERBS.contains(&next))
}

/// What stands in quotation marks or in the brackets of titles.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('「', '」'), ('『', '』'), ('《', '》'), ('“', '”')] {
        for (at, _) in text.match_indices(open) {
            let inner = &text[at + open.len_utf8()..];
            found.extend(inner.find(close).map(|end| &inner[..end]).filter(|name| name.chars().count() <= 20));
        }
    }
    found
}

/// Family names that are common, one character each.
const FAMILIES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严張劉陳楊黃趙吳孫馬鄭許鄧馮韓";
/// What a bearer does, or is called, behind a name.
const BEHIND: [&str; 24] = [
    "负责", "負責", "说", "說", "要求", "认为", "希望", "决定", "提出", "要", "管", "老师", "经理", "总", "先生",
    "女士", "工", "さん", "様", "氏", "维护", "写的", "同意", "反对",
];
/// What stands before a name.
const BEFORE: [&str; 14] = ["由", "找", "问", "請", "请", "联系", "通知", "交给", "是", "给", "和", "跟", "与", "向"];

/// People in Chinese and Japanese text.
fn people(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| FAMILIES.contains(*c)) {
        let before = &text[..at];
        let rest = &text[at + c.len_utf8()..];
        let begins = !before.ends_with(is_han) || BEFORE.iter().any(|word| before.ends_with(word));
        // One or two characters of a given name, and then what the bearer does; or the end of it all.
        for given in [1, 2] {
            let length: usize = rest.chars().take(given).take_while(|c| is_han(*c)).map(char::len_utf8).sum();
            let tail = &rest[length..];
            let acts = BEHIND.iter().any(|word| tail.starts_with(word));
            let named = BEFORE.iter().any(|word| before.ends_with(word)) && !tail.starts_with(is_han);
            if rest[..length].chars().count() == given && (begins && acts || named) {
                found.push(&text[at..at + c.len_utf8() + length]);
                break;
            }
        }
    }
    found
}

/// People in Korean text.
fn before_titles(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let titled = words.windows(2).filter(|pair| ["씨", "님"].iter().any(|title| pair[1].starts_with(title)));
    let joined = words.iter().filter_map(|word| word.split_once('님').map(|(name, _)| name));
    titled.map(|pair| pair[0]).chain(joined).filter(|name| name.chars().count() > 1).collect()
}

/// Numbers in Chinese characters, of two and more.
fn numerals(text: &str) -> Vec<&str> {
    let digit = |c: char| "〇一二三四五六七八九十百千万亿两億萬".contains(c);
    let runs = text.split(move |c| !digit(c)).filter(|run| run.chars().count() > 1);
    runs.filter(|run| !["万一", "一一", "千万"].contains(run)).collect()
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn names_in_several_languages() {
        for (text, names) in [
            ("We ask Alice before each deploy to Fargate.", &["Alice", "Fargate"][..]),
            ("Alice owns the board. Bob's team has it.", &["Alice", "Bob"]),
            ("This is so. Use tabs. The build runs. **Why:** An audit asked.", &[]),
            ("Run it with USE_TABS and maxSize on AWS.", &["USE_TABS", "maxSize", "AWS"]),
            ("张伟负责支付系统，问李小明。", &["张伟", "李小明"]),
            ("看板在《周报》里，用Grafana看。", &["Grafana", "周报"]),
            ("保留二十五天，万一丢了", &["二十五"]),
            ("田中さんに聞く。", &["田中"]),
            ("김민수 님이 담당합니다", &["김민수"]),
            ("提交前要跑完整测试", &[]),
        ] {
            assert_eq!(find(text), names, "{text}");
        }
    }
}
