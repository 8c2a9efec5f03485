//! Chinese wishes, in simplified and traditional characters.

use super::{Asked, Sentence, after, has_any, list, without};

/// Openings that say nothing.
const OPENINGS: &str = "\
    请帮我|帮我|请你|请|請你|請|麻烦你|麻烦|麻煩|另外|还有|還有|对了|對了|好的|好|嗯|不对|不對|不是|顺便|順便|\
    注意|哦|然后|然後|你要|务必";

/// What follows one of these is to be remembered.
const EXPLICIT: &str = "\
    记住了|记住|記住了|記住|记下来|記下來|记下|記下|记一下|記一下|记着|牢记|牢記|记到记忆里|加入记忆|加到记忆里|\
    保存到记忆|存到记忆|写进记忆|别忘了";
/// A sentence of these alone is about the one before it.
const THAT: &str = "\
    这个|这一点|这点|这条|它|这件事|这些|這個|這一點|這點|下来|一下";
/// Followed by these it is about a feature, a question, or a person's own remembering.
const NOT: &str = "\
    密码|密碼|登录|登錄|登入|用户|状态|狀態|选择|上次|我的登录|我的选择|功能|吗|嗎";

/// A clause that begins so is a rule, if it orders something.
const RULES: &str = "\
    从现在开始|從現在開始|从现在起|從現在起|从今以后|從今以後|从今往后|从今天起|从今天开始|今后|今後|往后|以后|\
    以後|下次|下回|每次|每当|每當|永远|永遠|始终|總是|总是|一律";
/// A clause that begins so is a rule by itself.
const BANS: &str = "\
    别再|別再|不要再|再也不要|再也别|不许再|不准再|千万不要|千万别|绝对不要|絕對不要|永远不要|永遠不要|禁止";
/// What makes a clause an order.
const ORDERS: &str = "\
    请|請|要|别|別|不要|必须|必須|一律|用|先|记得|記得|不准|不许|只|直接|保持|写|寫|放|叫我|遵守|禁止|走|把|\
    加上|跑|改用|避免";
/// What makes it a story, a guess or a plan.
const STORIES: &str = "\
    会|會|可能|再说|再說|再看|再讨论|再做|再考虑|再处理|再优化|报错|報錯|失败|失敗|崩溃|卡|出错|超时|如果|想|\
    应该是|好像|似乎|怎么|为什么|是不是|能不能|什么";
/// Bans that are about the work at hand.
const AT_HAND: &str = "\
    试了|改了|跑了|弄了|说了|問了|问了|看了|等了|纠结|继续|重试了";

/// Who the person is.
const PREFERENCES: &str = "\
    我更喜欢|我更喜歡|我偏好|我习惯|我習慣|我喜欢用|我喜歡用|我喜欢先|我喜欢把|我喜欢简|我不喜欢你|我不喜歡你|\
    我讨厌你|我希望你以后";

/// Meant for this once.
const ONCE: &str = "\
    这次|這次|本次|这一次|暂时|暫時|先这样|今天先|这个任务|这个分支|这个文件|这轮|当前任务|眼下";

pub(super) fn asked(sentence: &Sentence) -> Option<Asked> {
    // Kana or Hangul: another language, whose characters look alike.
    if sentence.text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}')) {
        return None;
    }
    if sentence.question
        || sentence.text.ends_with(['吗', '嗎', '呢', '么', '麼'])
        || sentence.text.starts_with(['“', '「', '"'])
    {
        return None;
    }
    clauses(&sentence.text).find_map(explicit).or_else(|| clauses(&sentence.text).find_map(rule))
}

/// The sentence from each of its clauses on, without openings.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let starts = text
        .char_indices()
        .filter(|(_, c)| matches!(c, '，' | ',' | '：' | ':' | '；'))
        .map(|(at, c)| at + c.len_utf8());
    std::iter::once(0).chain(starts).map(move |at| without(text[at..].trim_start(), OPENINGS))
}

fn explicit(clause: &str) -> Option<Asked> {
    let tail = after(clause, EXPLICIT)?.trim_start_matches([' ', '，', ',', '：', ':', '、', '了', '啊']);
    if tail.is_empty() || list(THAT).any(|word| word == tail) {
        return Some(Asked::ForThat);
    }
    (!list(NOT).any(|word| tail.starts_with(word))).then(|| Asked::For(tail.to_owned(), is_order(first(tail))))
}

fn rule(clause: &str) -> Option<Asked> {
    let first = first(clause);
    if has_any(clause, ONCE) {
        return None;
    }
    let preference = after(clause, PREFERENCES).is_some_and(|rest| !rest.starts_with("这个") && !rest.is_empty());
    let ban = after(clause, BANS).is_some_and(|rest| rest.chars().count() >= 2 && !has_any(rest, AT_HAND));
    let rule = after(clause, RULES).is_some_and(|rest| {
        let rest = rest.trim_start_matches(['，', ',', ' ', '的', '都', '就']);
        is_order(rest) && !has_any(first, STORIES)
    });
    (preference || ban || rule).then(|| Asked::For(clause.to_owned(), true))
}

fn first(text: &str) -> &str {
    text.split(['，', ',']).next().unwrap_or(text)
}

fn is_order(text: &str) -> bool {
    has_any(text, ORDERS)
}
