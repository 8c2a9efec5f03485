//! Single sentences of several notes: the same one told twice, and two that say the opposite.
//!
//! A sentence is compared by its set of topic words. Two sentences with the same words of which one
//! is negated are opposites; one word more on either side makes them two facts, so that `size the
//! pool` and `do not forget the pool` stay apart.

use std::collections::HashSet;

use super::reader::{self, Word};
use crate::{model::text::find_any, select::hash::mix};

/// A sentence of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The position of the note.
    pub note: usize,
    /// The byte of the body at which the sentence starts; none for the description.
    pub byte: Option<usize>,
}

/// A sentence that stands in several notes, once for each of them.
pub type Repeated = Vec<At>;

/// Two sentences of two notes that say the opposite of each other.
pub type Opposed = (At, At);

/// Topic words from which two sentences may be opposites, where each is the first thing that its note says.
const FEWEST: usize = 2;
/// The same for sentences further on, which stand in a context of their own.
const FEWEST_WITHIN: usize = 4;
/// Plain topic words from which one sentence in two notes is no coincidence: a line of names and paths is.
const TELLING: usize = 8;
/// Topic words of a sentence, at most: a longer one is a paragraph with several claims.
const MOST: usize = 30;

/// What notes say, a claim a sentence.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Telling sentences by their words in order.
    whole: Vec<(u64, At)>,
    /// What may be opposed, by topic words; whether it is negated.
    claims: Vec<(u64, At, bool)>,
}

impl Claims {
    /// Adds a sentence; `leads`: whether it is the first thing that its note says.
    pub(super) fn add(&mut self, at: At, text: &str, leads: bool, sentence: &mut Sentence) {
        let claim = sentence.claim(text);
        if claim.plain >= TELLING && !announces(text) {
            self.whole.push((claim.order, at));
        }
        let fewest = if leads { FEWEST } else { FEWEST_WITHIN };
        if (fewest..=MOST).contains(&claim.count) && claim.letters != Some(false) {
            self.claims.push((claim.topics, at, claim.negated));
        }
    }

    /// With those of notes that follow.
    pub(super) fn append(&mut self, mut others: Self) {
        self.whole.append(&mut others.whole);
        self.claims.append(&mut others.claims);
    }

    /// Makes them ready to be asked: in the order of what they say, each once for each note.
    pub(super) fn sort(&mut self) {
        self.whole.sort_unstable();
        self.whole.dedup_by_key(|(order, at)| (*order, at.note));
        self.claims.sort_unstable();
    }

    /// What is said twice.
    pub(super) fn repeated(&self) -> Vec<Repeated> {
        let same = self.whole.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        let mut repeated: Vec<Repeated> = same.map(|same| same.iter().map(|(_, at)| *at).collect()).collect();
        repeated.sort();
        repeated
    }

    /// Where two notes contradict each other.
    pub(super) fn opposed(&self) -> Vec<Opposed> {
        let same = self.claims.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        let mut opposed: Vec<Opposed> = same.flat_map(opposites).collect();
        opposed.sort();
        opposed.dedup_by_key(|(a, b)| (a.note, b.note));
        opposed
    }

    /// The sentence of a note that says the opposite of one of these others.
    pub(super) fn against(&self, others: &Self, note: usize) -> Option<At> {
        let mine = |topics: u64| {
            let from = self.claims.partition_point(|(other, at, _)| (*other, at.note) < (topics, note));
            self.claims[from..].iter().take_while(move |(other, at, _)| (*other, at.note) == (topics, note))
        };
        let foreign = |(topics, at, negated): &(u64, At, bool)| (*topics, At { note: usize::MAX, ..*at }, *negated);
        let found = others.claims.chunk_by(|a, b| a.0 == b.0).filter_map(|same| {
            let all: Vec<_> = mine(same[0].0).copied().chain(same.iter().map(foreign)).collect();
            opposites(&all).first().map(|(at, _)| *at)
        });
        found.min()
    }
}

/// The bytes of a text up to behind its first full stop.
fn end(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = find_any(text.as_bytes(), from, [b'.', b'!', b'?', b';', 0xe3, 0xef]) {
        let stop = match text.as_bytes()[at] {
            0xe3 | 0xef => text[at..].starts_with(['。', '！', '？', '；']).then_some(3),
            _ => text[at + 1..].starts_with(|c: char| c.is_whitespace() || c == '*').then_some(1),
        };
        if let Some(length) = stop {
            return at + length;
        }
        from = at + 1;
    }
    text.len()
}

/// Whether a sentence only says that something follows.
fn announces(sentence: &str) -> bool {
    sentence.trim_end().trim_end_matches('*').ends_with([':', '：'])
}

/// The first negated and the first plain claim of each two notes.
fn opposites(claims: &[(u64, At, bool)]) -> Vec<Opposed> {
    let of = |negated: bool| claims.iter().filter(move |(.., n)| *n == negated).map(|(_, at, _)| *at);
    // A note whose text says both has its own reasons; a description may only name what it is about.
    let text = |negated: bool| of(negated).filter(|at| at.byte.is_some()).map(|at| at.note);
    let both: HashSet<usize> = text(true).filter(|note| text(false).any(|other| other == *note)).collect();
    let mut found = Vec::new();
    for no in of(true).filter(|at| !both.contains(&at.note)) {
        let others = of(false).filter(|at| at.note != no.note && !both.contains(&at.note));
        found.extend(others.map(|yes| (no.min(yes), no.max(yes))));
    }
    found
}

/// Cuts a line behind each full stop.
pub(super) fn split(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let pieces = std::iter::from_fn(move || {
        let from = start;
        start += end(&line[from..]);
        (from < line.len()).then(|| (from, &line[from..start]))
    });
    pieces.filter(|(_, sentence)| !sentence.trim().is_empty())
}

/// A sentence, taken apart.
struct Claim {
    /// Its topic words as one hash, whatever their order.
    topics: u64,
    /// How many different ones it has.
    count: usize,
    /// All of them in order.
    order: u64,
    /// How many of them stand outside of code and names.
    plain: usize,
    negated: bool,
    /// Whether it has enough letters of a script without spaces to compare them; none has it none.
    letters: Option<bool>,
}

/// Letters of a script without spaces that make a claim.
const FEWEST_LETTERS: usize = 4;

/// A sentence while it is read.
#[derive(Default)]
pub(super) struct Sentence {
    topics: Vec<u64>,
    order: u64,
    plain: usize,
    /// Inside of code, or of a name that has several parts.
    pub(super) named: bool,
    negations: usize,
    letters: usize,
}

impl Sentence {
    /// What was read, which is this text; nothing is read then.
    fn claim(&mut self, text: &str) -> Claim {
        let negations = self.negations + foreign_negations(text);
        self.topics.sort_unstable();
        self.topics.dedup();
        let (topics, count) = (self.topics.iter().fold(0, |all, topic| mix(all, *topic)), self.topics.len());
        let letters = (self.letters > 0).then_some(self.letters >= FEWEST_LETTERS);
        // Twice no is yes: `do not forget`.
        let claim = Claim { topics, count, order: self.order, plain: self.plain, negated: negations % 2 == 1, letters };
        self.clear();
        claim
    }

    /// Forgets what was read.
    pub(super) fn clear(&mut self) {
        self.topics.clear();
        (self.order, self.plain, self.negations, self.letters) = (0, 0, 0, 0);
    }

    pub(super) fn topic(&mut self, topic: u64) {
        self.topics.push(topic);
        self.plain += usize::from(!self.named);
        self.order = mix(self.order, topic);
    }

    pub(super) fn word(&mut self, word: &Word) {
        self.negations += usize::from(word.turns);
        if let Some(topic) = word.topic.filter(|_| word.is_claimed) {
            self.topic(topic);
        }
    }

    /// A letter of a script without spaces, by itself and as a topic.
    pub(super) fn letter(&mut self, letter: char, topic: u64) {
        // Without a branch for each, so that many are compared at a time.
        if !MODAL.iter().fold(false, |found, modal| found | (*modal == letter)) {
            self.letters += 1;
            self.topic(topic);
        }
    }
}

/// English words that turn a claim round.
pub(super) fn turns(word: &str) -> bool {
    reader::negates(word)
        || matches!(
            word,
            "didn" | "shouldn" | "mustn" | "couldn" | "wouldn" | "forget" | "hate" | "dislike" | "forbidden" | "refuse"
        )
}

/// English words that say how somebody stands to a thing, not what the thing is.
pub(super) fn takes_a_stand(word: &str) -> bool {
    matches!(
        word,
        "use"
            | "uses"
            | "using"
            | "always"
            | "like"
            | "likes"
            | "love"
            | "prefer"
            | "prefers"
            | "want"
            | "wants"
            | "please"
    )
}

/// Letters that say may, must or not in Chinese, Japanese and Korean.
const MODAL: [char; 35] = [
    '不', '别', '勿', '禁', '没', '未', '非', '要', '应', '该', '须', '可', '能', '会', '得', '止', '하', '한', '다',
    '지', '않', '는', '말', '것', '마', '세', '요', '안', '된', '됩', '니', '합', '해', '야', '금',
];

/// How often a sentence of a script without spaces says no.
fn foreign_negations(sentence: &str) -> usize {
    if sentence.is_ascii() {
        return 0;
    }
    let letters = sentence.char_indices().filter(|(_, c)| !c.is_ascii());
    letters.map(|(at, c)| no(c).iter().filter(|rest| sentence[at + c.len_utf8()..].starts_with(**rest)).count()).sum()
}

/// What must follow a letter of Chinese, Japanese or Korean for both to say no.
fn no(letter: char) -> &'static [&'static str] {
    match letter {
        '不' | '别' | '別' | '勿' | '没' | '沒' | '않' => &[""],
        '禁' => &["止"],
        '切' => &["忌"],
        'な' => &["い"],
        'ま' => &["せん"],
        'ず' => &["に"],
        '厳' => &["禁"],
        '말' => &[" 것", "아"],
        '마' => &["세요"],
        '금' => &["지"],
        '안' => &[" "],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Fields, near::Told};

    fn note(body: &str) -> Fields<'_> {
        Fields { name: "n", description: "", kind: "feedback", body }
    }

    fn opposed(a: &str, b: &str) -> bool {
        !Told::of([note(a), note(b)]).opposed().is_empty()
    }

    #[test]
    fn opposites() {
        for (a, b) in [
            ("Use tabs in Makefiles.", "Do not use tabs in Makefiles."),
            ("I like rebase merges.", "I hate rebase merges."),
            ("Deploys run on Fridays. Tests come first.", "Deploys never run on Fridays."),
            ("A.\nThe nightly import reads the replica.", "B.\nThe nightly import never reads the replica."),
            ("提交前要跑完整测试。", "提交前不要跑完整测试。"),
            ("コミット前にテストを実行する。", "コミット前にテストを実行しない。"),
            ("커밋 전에 전체 테스트를 실행한다.", "커밋 전에 전체 테스트를 실행하지 않는다."),
        ] {
            assert!(opposed(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn no_opposites() {
        for (a, b) in [
            ("Use the async pool for workers.", "Do not forget to size the async pool for workers."),
            ("Do not forget the changelog entry.", "Always write the changelog entry."),
            ("The queue is no longer drained at night.", "The cache is no longer warmed at night."),
            ("Use tabs in Makefiles. Do not use tabs in Makefiles for Windows.", "Use tabs in Makefiles."),
            ("Never.", "Always."),
            ("Deploys run at night.\nNo pods restart.", "Pods run.\nThe pods restart."),
            ("```\nUse tabs in Makefiles.\n```", "Do not use tabs in Makefiles."),
        ] {
            assert!(!opposed(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn one_sentence_in_several_notes() {
        let same = "Integration tests must hit a real database because mocks hid a broken migration last spring.";
        let (first, third) = (format!("One.\n{same}\n"), format!("# T\n- Three. {same} {same}"));
        let repeated = Told::of([note(&first), note("Two."), note(&third)]).repeated();
        let at = |note, text: &str| At { note, byte: text.find(same).map(|byte| byte.saturating_sub(note / 2)) };
        assert_eq!(repeated, [[at(0, &first), at(2, &third)]]);
    }
}
