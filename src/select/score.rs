//! How well memories fit a query: BM25 over weighted fields.

use std::{cmp::Ordering, sync::Arc};

use super::{Field, Query, Tally, count::Hit, meaning, query::Term};

/// The numbers of BM25F.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    /// What an occurrence counts in each field, in the order of `Field::ALL`.
    pub(super) weights: [f64; 4],
    /// How much a field longer than usual counts for less.
    pub(super) lengths: [f64; 4],
    /// From how many usual lengths on all of a field's length counts. Real stores have bodies of ten times the
    /// usual length, which have a word of everything: without this they stand before the one that was meant.
    pub(super) long: [f64; 4],
    /// More than this is not usual, in words or letters without spaces, however long the fields of a store are: one
    /// word in a body of thousands says little in any company.
    pub(super) usual_at_most: [f64; 4],
    /// How soon more occurrences stop helping.
    pub(super) saturation: f64,
}

/// Coordinate descent from near here on recall at five, mean over all sets of the quality harness, found
/// nothing worth more than 0.003: the optimum is flat, so the round numbers stay.
pub(super) const MODEL: Model = Model {
    weights: [3.0, 2.0, 0.5, 1.0],
    lengths: [0.5, 0.5, 0.0, 0.25],
    long: [f64::INFINITY, f64::INFINITY, f64::INFINITY, 2.0],
    usual_at_most: [f64::INFINITY, f64::INFINITY, f64::INFINITY, 400.0],
    saturation: 1.5,
};

/// One memory that has something of the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Its position in what the caller gave.
    pub memory: usize,
    /// How well it fits, comparable within one query only.
    pub score: f64,
    /// How much of what was asked its words cover, 0 to 1, comparable between queries.
    pub coverage: f64,
    /// How near its meaning is, -1 to 1; `None` where nobody asked, or it has no vectors.
    pub nearness: Option<f64>,
    /// How likely it is that it helps, 0 to 1, comparable between queries and stores.
    pub evidence: f64,
}

/// One term that a memory has.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The term, as asked.
    pub term: Arc<str>,
    /// The most telling field that has it.
    pub field: Field,
    /// Its part of the score.
    pub weight: f64,
}

/// Every memory that has something of the query, best first; equals in the order given.
pub fn rank(query: &Query, memories: &Tally) -> Vec<Scored> {
    best(Scorer::new(query, memories).all(), usize::MAX)
}

/// So many of the best, best first.
pub fn best(mut scored: Vec<Scored>, most: usize) -> Vec<Scored> {
    if most < scored.len() {
        scored.select_nth_unstable_by(most, by_score);
        scored.truncate(most);
    }
    scored.sort_unstable_by(by_score);
    scored
}

/// Best first; equals in the order given.
pub(super) fn by_score(a: &Scored, b: &Scored) -> Ordering {
    b.score.total_cmp(&a.score).then(a.memory.cmp(&b.memory))
}

impl Scored {
    /// A memory that has no word of the query.
    pub(super) fn without_words(memory: usize) -> Self {
        Self { memory, score: 0.0, coverage: 0.0, nearness: None, evidence: 0.0 }
    }
}

/// What must be known of all memories to score one.
pub struct Scorer<'a> {
    query: &'a Query,
    memories: &'a Tally,
    /// The mean length of each field.
    usual: [f64; 4],
    /// How telling each term is.
    rarity: Vec<f64>,
    /// The same for coverage.
    surprise: Vec<f64>,
    /// The evidence, as a sum of surprises, that it takes.
    enough: f64,
}

impl<'a> Scorer<'a> {
    /// Looks at all memories.
    #[must_use]
    pub fn new(query: &'a Query, memories: &'a Tally) -> Self {
        let mut having = vec![0_u32; query.terms.len()];
        memories.all().for_each(|hit| having[usize::from(hit.term)] += 1);
        let mut usual = [0.0; 4];
        for memory in 0..memories.len() {
            usual.iter_mut().zip(memories.lengths(memory)).for_each(|(sum, length)| *sum += f64::from(length));
        }
        let all = memories.len().max(1) as f64;
        let rarity = having.iter().map(|&n| rarity(all, f64::from(n))).collect();
        let surprise: Vec<f64> = having.iter().map(|&n| surprise_of(all, f64::from(n))).collect();
        let asked = query.terms.iter().zip(&surprise).filter(|(term, _)| term.head.is_none());
        let wanted: f64 = asked.map(|(term, surprise)| term.weight * surprise).sum();
        let enough = scale(all, wanted);
        usual.iter_mut().zip(MODEL.usual_at_most).for_each(|(sum, most)| *sum = (*sum / all).clamp(1.0, most));
        Self { query, memories, usual, rarity, surprise, enough }
    }

    /// Every memory that has something of the query, in the order given.
    #[must_use]
    pub fn all(&self) -> Vec<Scored> {
        // One list for all of them: nothing is kept of a memory but its numbers.
        let (mut found, mut scored) = (Vec::new(), Vec::with_capacity(self.memories.len()));
        scored.extend((0..self.memories.len()).filter_map(|memory| self.scored(memory, &mut found)));
        scored
    }

    /// What a memory was found for, heaviest first.
    #[must_use]
    pub fn why(&self, memory: usize) -> Vec<Match> {
        let (labels, mut found) = (labels(self.query), Vec::new());
        self.find(memory, &mut found);
        let mut why: Vec<Match> = found.iter().map(|found| part(&labels, found)).collect();
        why.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        why
    }

    fn scored(&self, memory: usize, found: &mut Vec<Found<'a>>) -> Option<Scored> {
        self.find(memory, found);
        let score: f64 = found.iter().map(|found| found.weight).sum();
        (score > 0.0).then(|| {
            let coverage = self.coverage(found);
            Scored { memory, score, coverage, nearness: None, evidence: meaning::evidence(coverage, None, 0.0) }
        })
    }

    /// What a memory has of each thing asked: the term itself or another word for it, whichever
    /// tells more.
    fn find(&self, memory: usize, found: &mut Vec<Found<'a>>) {
        found.clear();
        let lengths = self.relative_lengths(memory);
        for hit in self.memories.hits(memory) {
            let term = &self.query.terms[usize::from(hit.term)];
            let head = term.head.unwrap_or(usize::from(hit.term));
            let share = term.weight * saturated(hit, lengths);
            let new = Found { head, hit, share, weight: share * self.rarity[usize::from(hit.term)] };
            match found.iter_mut().find(|known| known.head == head) {
                Some(known) if known.weight >= new.weight => {}
                Some(known) => *known = new,
                None => found.push(new),
            }
        }
    }

    /// What an occurrence in each field is divided by.
    fn relative_lengths(&self, memory: usize) -> [f64; 4] {
        let lengths = self.memories.lengths(memory);
        std::array::from_fn(|f| {
            let (b, length) = (MODEL.lengths[f], f64::from(lengths[f]) / self.usual[f]);
            1.0 - b + b * length + (1.0 - b) * (length - MODEL.long[f]).max(0.0)
        })
    }

    /// The part of what was asked that was found, in words that no memory has: a long prompt must be
    /// covered less than in proportion, a short one more.
    fn coverage(&self, found: &[Found<'_>]) -> f64 {
        let surprise = |found: &Found<'_>| self.surprise[found.head].min(self.surprise[usize::from(found.hit.term)]);
        let covered: f64 = found.iter().map(|found| found.share * surprise(found)).sum();
        (covered / self.enough).min(1.0)
    }
}

/// Occurrences over all fields, from 0 to 1.
fn saturated(hit: &Hit, lengths: [f64; 4]) -> f64 {
    let times: f64 = (0..4).map(|f| MODEL.weights[f] * f64::from(hit.times[f]) / lengths[f]).sum();
    times / (MODEL.saturation + times)
}

fn part(labels: &[Arc<str>], found: &Found<'_>) -> Match {
    let term = labels[usize::from(found.hit.term)].clone();
    let field = Field::ALL.into_iter().find(|&field| found.hit.times[field as usize] > 0);
    Match { term, field: field.unwrap_or(Field::Body), weight: found.weight }
}

/// What is said of each term: `deploy`, or `部署 ~ deploy` of one that stands for another.
pub(super) fn labels(query: &Query) -> Vec<Arc<str>> {
    let label = |term: &Term| match term.head {
        None => term.text.as_str().into(),
        Some(head) => format!("{} ~ {}", query.terms[head].text, term.text).into(),
    };
    query.terms.iter().map(label).collect()
}

/// The evidence that it takes, as a sum of surprises, where this sum was asked.
pub(super) fn scale(all: f64, wanted: f64) -> f64 {
    let unit = surprise_of(all, 0.0);
    unit * (libm::pow(wanted / unit, LONGER) + SHORTER)
}

/// How the words that it takes grow with the length of a prompt. Telling prompts with an answer
/// from small talk and from questions of other fields: 0.5 to 0.9 are alike, 1 loses long prompts.
const LONGER: f64 = 0.75;

/// How many words short prompts are taken to be longer: `thanks, looks good` and a word in common
/// must not be enough. (Without it the area under that curve falls from 0.95 to 0.77 for small talk.)
const SHORTER: f64 = 3.0;

/// One thing asked, as one memory has it.
struct Found<'c> {
    /// The term asked.
    head: usize,
    /// The term found: the same or another word for it.
    hit: &'c Hit,
    /// Its weight by how often it occurs.
    share: f64,
    /// Its part of the score.
    weight: f64,
}

/// How telling a term is that `having` of `all` memories have.
pub(super) fn rarity(all: f64, having: f64) -> f64 {
    libm::log(1.0 + (all - having + 0.5) / (having + 0.5))
}

/// The same as if among `PRIOR` more memories without it: in a store of one, a word found is still
/// a word found.
pub(super) fn surprise_of(all: f64, having: f64) -> f64 {
    rarity(all + PRIOR, having)
}

/// A small store; the words of larger ones are hardly changed by it.
const PRIOR: f64 = 50.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::Fields;

    fn tally(query: &Query, bodies: &[&str]) -> Tally {
        bodies.iter().map(|body| query.count(&Fields { body, ..Fields::default() })).collect()
    }

    fn ranked(prompt: &str, bodies: &[&str]) -> Vec<Scored> {
        let query = Query::new(prompt);
        rank(&query, &tally(&query, bodies))
    }

    #[test]
    fn rare_words_decide_and_ties_keep_their_order() {
        let store = ["deploy the api", "deploy the quokka", "deploy the api", "nothing here"];
        let order: Vec<_> = ranked("deploy quokka", &store).iter().map(|scored| scored.memory).collect();
        assert_eq!(order, [1, 0, 2]);
    }

    #[test]
    fn the_reason_names_the_other_word() {
        let query = Query::new("部署");
        let tally = tally(&query, &["how we deploy"]);
        let why = Scorer::new(&query, &tally).why(0);
        assert_eq!(&*why[0].term, "部署 ~ deploy");
        assert_eq!(why[0].field, Field::Body);
    }

    #[test]
    fn another_word_counts_less_than_the_word() {
        let scored = ranked("database schema", &["the db schema", "the database schema"]);
        assert_eq!(scored[0].memory, 1);
    }

    #[test]
    fn coverage_does_not_depend_on_the_size_of_the_store() {
        let note = "merge freeze before the release";
        let mut store = vec![note];
        let alone = ranked("is there a merge freeze?", &store)[0].coverage;
        store.resize(2_000, "other words of no matter");
        let among = ranked("is there a merge freeze?", &store)[0].coverage;
        assert!((alone - among).abs() < 0.1, "{alone} {among}");
    }

    #[test]
    fn a_word_among_thousands_says_little_also_where_all_bodies_are_long() {
        let coverage = |words: usize| {
            let body = format!("{} freeze {}", "other ".repeat(words / 2), "words ".repeat(words / 2));
            ranked("when is the freeze", &[&body, &body, "short"])[0].coverage
        };
        let (usual, long) = (coverage(400), coverage(8_000));
        assert!(long > 0.0 && long < 0.6 * usual, "{usual} {long}");
    }
}
