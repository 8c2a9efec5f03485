//! Function words of Chinese, Japanese and Korean, where no space shows where they begin.

use std::sync::LazyLock;

use super::fold::{is_hangul, is_hiragana, simplify};

/// Chinese: particles, pronouns, question words, courtesy. Simplified.
const CHINESE: &str = "
的 了 吗 呢 吧 啊 呀 嘛 么 哦 嗯 之 与 和 及 或 且 而 但 也 都 就 很 太 这 那 哪 谁 我 你 您 他 她 它 们 是 在 把 被 让 给 请 将
什么 怎么 怎样 如何 为何 为什么 怎么样 哪里 哪儿 哪个 哪些 哪种 哪一 多少 多久 几个 何时 何地 谁的 是否 是不是 有没有 能不能 可不可以
要不要 是什么 有什么 有哪些 我们 你们 他们 她们 它们 咱们 自己 大家 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 一个 一下 一些
一种 一点 一样 可以 可能 应该 需要 必须 能够 已经 正在 曾经 还是 或者 以及 并且 而且 但是 然后 如果 因为 所以 虽然 关于 对于 根据 其中
之后 之前 以后 以前 时候 进行 通过 使用 属于 成为 没有 不能 不会 不要 请问 谢谢 好的 好吧 可以了 知道 记得 告诉 觉得 认为 提到 说过 帮我
帮忙 麻烦 继续 今天 明天 昨天 现在 当时 的话 出来 起来 下去 看看 想要 希望 分别 主要 当中 来自 位于";

/// Japanese beyond single hiragana: forms that hold grammar.
const JAPANESE: &str = "
です ます ました ません でした ください して した する される された している から まで より など という について として ため こと もの
これ それ あれ どれ この その あの どの ここ そこ どこ なに どう どうやって なぜ いつ だれ ある いる なる できる したい 何 方法 教えて";

/// Korean endings and small words.
const KOREAN: &str = "
을 를 이 가 은 는 에 의 와 과 도 로 으로 에서 에게 까지 부터 만 하고 하는 하다 합니다 했습니다 해야 하나요 인가요 입니다 있는 있나요
어떻게 무엇 뭐 어디 언제 누가 왜 이것 그것 저것 이 그 저 및 또는 그리고 해줘 해주세요 주세요 좀 나요 어요 습니다";

/// The words, those with one first letter beside each other.
static WORDS: LazyLock<Vec<Vec<char>>> = LazyLock::new(|| {
    let words = [CHINESE, JAPANESE, KOREAN].into_iter().flat_map(str::split_whitespace);
    let mut words: Vec<Vec<char>> = words.map(|word| word.chars().collect()).collect();
    words.sort();
    words
});

/// A bit for each letter that one of them begins with, by its low bits: most letters begin none.
static FIRSTS: LazyLock<[u64; FIRST_BITS / 64]> = LazyLock::new(|| {
    let mut firsts = [0; FIRST_BITS / 64];
    for word in WORDS.iter() {
        let bit = word[0] as usize % FIRST_BITS;
        firsts[bit / 64] |= 1 << (bit % 64);
    }
    firsts
});
const FIRST_BITS: usize = 1 << 13;

/// In characters.
const LONGEST: usize = 5;

/// Which letters of a folded run belong to function words, by longest match from the left.
pub(super) fn covered(run: &[char]) -> Vec<bool> {
    let simple: Vec<char> = run.iter().copied().map(simplify).collect();
    let mut marks = vec![false; run.len()];
    let mut at = 0;
    while at < run.len() {
        let longest = function_word(&simple[at..]);
        let step = longest.unwrap_or(1);
        marks[at..at + step].fill(longest.is_some());
        at += step;
    }
    marks
}

/// The length of the longest function word that a simplified run begins with.
fn function_word(run: &[char]) -> Option<usize> {
    let first = *run.first()?;
    let bit = first as usize % FIRST_BITS;
    if FIRSTS[bit / 64] >> (bit % 64) & 1 == 0 {
        return is_hiragana(first).then_some(1);
    }
    // A Korean particle closes its word; inside one the same syllable is part of a name.
    let fits = |word: &&Vec<char>| {
        word.len() <= LONGEST && run.starts_with(word) && (!is_hangul(first) || word.len() == run.len())
    };
    let words = &WORDS[WORDS.partition_point(|word| word[0] < first)..];
    let longest = words.iter().take_while(|word| word[0] == first).filter(fits).map(Vec::len).max();
    longest.or_else(|| is_hiragana(first).then_some(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(run: &str) -> String {
        let run: Vec<char> = run.chars().collect();
        run.iter().zip(covered(&run)).filter(|(_, covered)| !covered).map(|(c, _)| c).collect()
    }

    #[test]
    fn content_is_left() {
        assert_eq!(kept("部署流程是怎样的"), "部署流程");
        assert_eq!(kept("好的谢谢"), "");
        assert_eq!(kept("配置を変更する方法"), "配置変更");
        assert_eq!(kept("배포를"), "배포");
    }
}
