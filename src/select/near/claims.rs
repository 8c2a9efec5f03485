//! Single sentences of several notes: the same one told twice, and two that say the opposite.
//!
//! A sentence is compared by its set of topic words. Two sentences with the same words of which one
//! is negated are opposites; one word more on either side makes them two facts, so that `size the
//! pool` and `do not forget the pool` stay apart.

use std::collections::HashSet;

use crate::{
    model::cores::in_runs,
    select::{
        Fields,
        hash::{Hashed, hash, mix},
        ident, scan, stem, stop, stop_unspaced,
    },
};

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
/// How much of each body is looked at, in bytes.
const READ: usize = 65_536;

/// Fewer notes than this are taken apart before a thread has started.
const SHARE: usize = 64;

/// What the notes say twice, and where they contradict each other.
pub fn claims<'a>(notes: impl IntoIterator<Item = Fields<'a>>) -> (Vec<Repeated>, Vec<Opposed>) {
    let notes: Vec<(usize, Fields<'a>)> = notes.into_iter().enumerate().collect();
    let mut told = Told::default();
    in_runs(&notes, SHARE, Told::of).into_iter().for_each(|mut run| {
        told.whole.append(&mut run.whole);
        told.claims.append(&mut run.claims);
    });
    told.whole.sort_unstable();
    // Once for each note.
    told.whole.dedup_by_key(|(order, at)| (*order, at.note));
    let same = told.whole.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
    let mut repeated: Vec<Repeated> = same.map(|same| same.iter().map(|(_, at)| *at).collect()).collect();
    repeated.sort();
    told.claims.sort_unstable();
    let same = told.claims.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
    let mut opposed: Vec<Opposed> = same.flat_map(opposites).collect();
    opposed.sort();
    opposed.dedup_by_key(|(a, b)| (a.note, b.note));
    (repeated, opposed)
}

/// What notes say, each sentence by numbers.
#[derive(Default)]
struct Told {
    /// Telling sentences by their words in order.
    whole: Vec<(u64, At)>,
    /// What may be opposed, by topic words; whether it is negated.
    claims: Vec<(u64, At, bool)>,
}

impl Told {
    fn of(notes: &[(usize, Fields<'_>)]) -> Self {
        let mut reader = Reader::default();
        let mut told = Self::default();
        for &(note, ref fields) in notes {
            let first = fields.body.len() - fields.body.trim_start().len();
            for (byte, sentence) in sentences(fields) {
                let at = At { note, byte };
                let claim = reader.claim(sentence);
                if claim.plain >= TELLING && !announces(sentence) {
                    told.whole.push((claim.order, at));
                }
                let fewest = if byte.is_none_or(|byte| byte <= first) { FEWEST } else { FEWEST_WITHIN };
                if (fewest..=MOST).contains(&claim.count) && claim.letters != Some(false) {
                    told.claims.push((claim.topics, at, claim.negated));
                }
            }
        }
        told
    }
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

/// The sentences of a note, each with where it starts.
fn sentences<'a>(fields: &Fields<'a>) -> Vec<(Option<usize>, &'a str)> {
    let mut found = vec![(None, fields.description)];
    let body = &fields.body[..fields.body.floor_char_boundary(READ)];
    let (mut start, mut fenced) = (0, false);
    for line in body.split_inclusive('\n') {
        let text = line.trim_start();
        let fence = text.starts_with("```") || text.starts_with("~~~");
        fenced ^= fence;
        // Code, headings, tables and quotes claim nothing themselves.
        if !(fence || fenced || text.starts_with(['#', '|', '>'])) {
            found.extend(split(line).map(|(at, sentence)| (Some(start + at), sentence)));
        }
        start += line.len();
    }
    found
}

/// Cuts a line behind each full stop.
fn split(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = line.char_indices().filter(|(at, c)| match c {
        '。' | '！' | '？' | '；' => true,
        '.' | '!' | '?' | ';' => line[at + 1..].starts_with(|c: char| c.is_whitespace() || c == '*'),
        _ => false,
    });
    let ends = ends.map(|(at, c)| at + c.len_utf8()).chain([line.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let from = start;
        start = end;
        (from, &line[from..end])
    })
    .filter(|(_, sentence)| !sentence.trim().is_empty())
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

#[derive(Default)]
struct Reader {
    topics: Vec<u64>,
    order: u64,
    plain: usize,
    /// Inside of a name that has several parts.
    named: bool,
    negations: usize,
    letters: usize,
    run: Vec<char>,
    /// The stem's hash (none for grammar) and whether it negates, by the word's hash.
    memo: Hashed<(Option<u64>, bool)>,
}

impl Reader {
    fn claim(&mut self, sentence: &str) -> Claim {
        (self.order, self.plain, self.negations, self.letters) = (0, 0, 0, 0);
        self.topics.clear();
        for (at, part) in sentence.split('`').enumerate() {
            self.named = at % 2 == 1;
            scan::scan(part, self);
        }
        self.negations += foreign_negations(sentence);
        self.topics.sort_unstable();
        self.topics.dedup();
        let (topics, count) = (self.topics.iter().fold(0, |all, topic| mix(all, *topic)), self.topics.len());
        let letters = (self.letters > 0).then_some(self.letters >= FEWEST_LETTERS);
        // Twice no is yes: `do not forget`.
        Claim { topics, count, order: self.order, plain: self.plain, negated: self.negations % 2 == 1, letters }
    }

    fn topic(&mut self, topic: u64) {
        self.topics.push(topic);
        self.plain += usize::from(!self.named);
        self.order = mix(self.order, topic);
    }
}

impl scan::Sink for Reader {
    fn chunk(&mut self, chunk: &[u8], plain: bool) {
        if !plain {
            let outer = std::mem::replace(&mut self.named, true);
            ident::parts(chunk, |part| self.chunk(part, true));
            self.named = outer;
            return;
        }
        let (topic, negates) = *self.memo.entry(hash(chunk.iter().map(u8::to_ascii_lowercase))).or_insert_with(|| {
            let word = String::from_utf8_lossy(chunk).to_ascii_lowercase();
            let says = stop::weight(&word) > 0.0 && !negates(&word) && !takes_a_stand(&word);
            (says.then(|| hash(stem::stem(&word).bytes())), negates(&word))
        });
        self.negations += usize::from(negates);
        if let Some(topic) = topic {
            self.topic(topic);
        }
    }

    fn word(&mut self, word: &str) {
        self.topic(hash(word.bytes()));
    }

    fn letter(&mut self, letter: char) {
        self.run.push(letter);
    }

    fn gap(&mut self) {
        let run = std::mem::take(&mut self.run);
        let covered = stop_unspaced::covered(&run);
        for (&c, _) in run.iter().zip(covered).filter(|(c, covered)| !covered && !is_modal(**c)) {
            self.letters += 1;
            self.topic(hash(u32::from(c).to_le_bytes()));
        }
        self.run = run;
        self.run.clear();
    }
}

/// English words that turn a claim round.
fn negates(word: &str) -> bool {
    super::negates(word)
        || matches!(
            word,
            "didn" | "shouldn" | "mustn" | "couldn" | "wouldn" | "forget" | "hate" | "dislike" | "forbidden" | "refuse"
        )
}

/// English words that say how somebody stands to a thing, not what the thing is.
fn takes_a_stand(word: &str) -> bool {
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
fn is_modal(c: char) -> bool {
    "不别勿禁没未非要应该须可能会得止하한다지않는말것마세요안된됩니합해야금".contains(c)
}

/// How often a sentence of a script without spaces says no.
fn foreign_negations(sentence: &str) -> usize {
    const CHINESE: [&str; 8] = ["不", "别", "別", "勿", "禁止", "没", "沒", "切忌"];
    const JAPANESE: [&str; 4] = ["ない", "ません", "ずに", "厳禁"];
    const KOREAN: [&str; 6] = ["않", "말 것", "말아", "마세요", "금지", "안 "];
    if sentence.is_ascii() {
        return 0;
    }
    let said = CHINESE.iter().chain(&JAPANESE).chain(&KOREAN);
    said.map(|no| sentence.matches(no).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(body: &str) -> Fields<'_> {
        Fields { name: "n", description: "", kind: "feedback", body }
    }

    fn opposed(a: &str, b: &str) -> bool {
        !claims([note(a), note(b)]).1.is_empty()
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
        let (repeated, _) = claims([note(&first), note("Two."), note(&third)]);
        let at = |note, text: &str| At { note, byte: text.find(same).map(|byte| byte.saturating_sub(note / 2)) };
        assert_eq!(repeated, [[at(0, &first), at(2, &third)]]);
    }
}
