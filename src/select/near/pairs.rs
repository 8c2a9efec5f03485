//! All pairs of notes that say the same, without comparing each with each.
//!
//! A note becomes the list of its topic words, as numbers, the rarest first. Two notes alike share most
//! of the shorter one's words, so that enough of its rarest stand in the longer one too, and the longer
//! one cannot be much longer: only such notes are compared.

use std::{cmp::Ordering, collections::HashMap};

use super::{ADDED, ALIKE, EXCHANGED, FEWEST, alike, marks};
use crate::{
    model::cores::in_runs,
    select::{
        Fields,
        hash::{Hashed, hash},
        stem,
    },
};

/// Fewer notes than this are read before a thread has started.
const SHARE: usize = 128;

/// The share of a note's words that is looked for, the rarest first, before two notes are compared.
const PROBED: f64 = 0.3;

/// Two of these notes that say the same, by position, the earlier one first, and how alike they are
/// (0 to 1).
pub(super) fn pairs(notes: &[Fields<'_>], (lexicon, bags): &(Lexicon, Vec<Bag>)) -> Vec<(usize, usize, f64)> {
    let order: Vec<u32> = (0..).take(bags.len()).collect();
    let found_in = Holders::new(bags, lexicon.weights.len());
    let pairs = in_runs(&order, SHARE, |run| alike_with(run, bags, lexicon, &found_in));
    let mut marked = Marked { notes, lexicon, memo: HashMap::new() };
    let is_one = |&(a, b, _): &(u32, u32, f64)| marked.is_one_fact(&bags[a as usize], &bags[b as usize]);
    let pairs = pairs.into_iter().flatten().filter(is_one).map(|(a, b, alike)| {
        let (a, b) = (bags[a as usize].note, bags[b as usize].note);
        (a.min(b), a.max(b), alike)
    });
    let mut found: Vec<(usize, usize, f64)> = pairs.collect();
    found.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.partial_cmp(&a.2).unwrap_or(Ordering::Equal)));
    found
}

/// A note as its topic words.
pub(super) struct Bag {
    /// By rarity.
    words: Vec<u32>,
    weight: f64,
    negated: bool,
    /// The position of the note.
    note: usize,
}

/// The topic words of all notes.
pub(super) struct Lexicon {
    /// The number of a word by its hash. The rarer the word, the lower.
    numbers: Hashed<u32>,
    /// What each word weighs.
    weights: Vec<f64>,
}

/// The words of a run of notes.
#[derive(Default)]
pub(super) struct Said {
    /// Of each note its topic words, by their places in the others, and whether it negates.
    pub(super) notes: Vec<(Vec<u32>, bool)>,
    pub(super) topics: Vec<Topic>,
}

/// A topic word.
#[derive(Clone, Copy)]
pub(super) struct Topic {
    pub(super) hash: u64,
    pub(super) weight: f64,
    /// In how many notes it stands.
    pub(super) count: u32,
}

/// The notes by numbers, sorted by their weight, those that negate behind the others.
pub(super) fn number(said: &[Said]) -> (Lexicon, Vec<Bag>) {
    let mut numbers: Hashed<u32> = Hashed::default();
    let mut topics: Vec<Topic> = Vec::new();
    let mut place_of = |topic: &Topic| {
        let place = *numbers.entry(topic.hash).or_insert(topics.len() as u32);
        match topics.get_mut(place as usize) {
            Some(known) => known.count += topic.count,
            None => topics.push(*topic),
        }
        place
    };
    // Of each run where its words are among all words.
    let places: Vec<Vec<u32>> = said.iter().map(|run| run.topics.iter().map(&mut place_of).collect()).collect();
    // The rarest first; of two as rare the one that was met first.
    let mut order: Vec<u32> = (0..).take(topics.len()).collect();
    order.sort_by_key(|place| topics[*place as usize].count);
    let mut ranks = vec![0; topics.len()];
    order.iter().zip(0..).for_each(|(place, rank)| ranks[*place as usize] = rank);
    numbers.values_mut().for_each(|number| *number = ranks[*number as usize]);
    let weights = order.iter().map(|place| topics[*place as usize].weight).collect();
    let lexicon = Lexicon { numbers, weights };
    let ranked = said.iter().zip(&places).flat_map(|(run, places)| {
        let rank = |word: &u32| ranks[places[*word as usize] as usize];
        run.notes.iter().map(move |(words, negated)| (words.iter().map(rank).collect(), *negated))
    });
    let mut bags: Vec<Bag> =
        ranked.enumerate().map(|(note, (words, negated))| lexicon.bag(note, words, negated)).collect();
    bags.sort_by(|a, b| a.negated.cmp(&b.negated).then(a.weight.total_cmp(&b.weight)));
    (lexicon, bags)
}

impl Lexicon {
    fn bag(&self, note: usize, mut words: Vec<u32>, negated: bool) -> Bag {
        words.sort_unstable();
        Bag { weight: words.iter().map(|word| self.weight(*word)).sum(), words, negated, note }
    }

    fn weight(&self, word: u32) -> f64 {
        self.weights.get(word as usize).copied().unwrap_or_default()
    }

    /// What two notes have in common.
    fn shared(&self, a: &Bag, b: &Bag) -> f64 {
        let (mut a, mut b, mut shared) = (&a.words[..], &b.words[..], 0.0);
        while let ([one, rest_a @ ..], [two, rest_b @ ..]) = (a, b) {
            (a, b) = match one.cmp(two) {
                Ordering::Less => (rest_a, b),
                Ordering::Greater => (a, rest_b),
                Ordering::Equal => {
                    shared += self.weight(*one);
                    (rest_a, rest_b)
                }
            };
        }
        shared
    }
}

/// Which bags hold each word, in the order of the bags.
struct Holders {
    bags: Vec<u32>,
    /// Where those of each word begin in that, and where the last ones end.
    starts: Vec<usize>,
}

impl Holders {
    fn new(bags: &[Bag], words: usize) -> Self {
        let mut starts = vec![0; words + 1];
        for word in bags.iter().flat_map(|bag| &bag.words) {
            starts[*word as usize + 1] += 1;
        }
        let mut sum = 0;
        starts.iter_mut().for_each(|start| (sum, *start) = (sum + *start, sum + *start));
        let mut next = starts.clone();
        let mut held = vec![0; sum];
        for (bag, at) in bags.iter().zip(0..) {
            for word in &bag.words {
                let place = &mut next[*word as usize];
                held[*place] = at;
                *place += 1;
            }
        }
        Self { bags: held, starts }
    }

    /// Those of the bags from `least` on and before `end` that hold a word.
    fn of(&self, word: u32, least: u32, end: u32) -> &[u32] {
        let word = word as usize;
        let all = &self.bags[self.starts[word]..self.starts[word + 1]];
        let all = &all[all.partition_point(|bag| *bag < least)..];
        &all[..all.partition_point(|bag| *bag < end)]
    }
}

/// The bags of a run with those of their followers that are alike, and how much. Bags are sorted, so
/// that a follower that negates as they do is no shorter.
fn alike_with(run: &[u32], bags: &[Bag], lexicon: &Lexicon, found_in: &Holders) -> Vec<(u32, u32, f64)> {
    let mut held = vec![0.0_f32; bags.len()];
    let mut touched = Vec::new();
    let mut found = Vec::new();
    for &at in run {
        let bag = &bags[at as usize];
        candidates(at, bags, lexicon, found_in, &mut held, &mut touched);
        for &other in &touched {
            let longer = &bags[other as usize];
            let shared = lexicon.shared(bag, longer);
            let alike = if shared < FEWEST { 0.0 } else { alike(shared, bag.weight, longer.weight) };
            if alike >= ALIKE {
                found.push((at, other, alike));
            }
        }
    }
    found
}

/// Puts into `touched` the followers of a bag that hold so many of its rarest words as one alike must
/// hold. `held` has a place a bag, all zero before and after.
fn candidates(at: u32, bags: &[Bag], lexicon: &Lexicon, found_in: &Holders, held: &mut [f32], touched: &mut Vec<u32>) {
    let bag = &bags[at as usize];
    // The shorter of two notes alike lacks at most this share of what both have, the longer one this.
    let lacking = (1.0 / ALIKE - 1.0) / EXCHANGED.max(ADDED);
    let most = bag.weight * lacking / (1.0 + lacking);
    let longest = bag.weight * (1.0 + (1.0 / ALIKE - 1.0) / ADDED) + f64::EPSILON * bag.weight;
    let followers = &bags[at as usize + 1..];
    let length = followers.partition_point(|other| other.negated == bag.negated && other.weight <= longest);
    let end = at + 1 + u32::try_from(length).unwrap_or(0);
    touched.clear();
    let mut probed = 0.0;
    for &word in &bag.words {
        if probed > bag.weight * PROBED {
            break;
        }
        let weight = lexicon.weight(word);
        probed += weight;
        for &other in found_in.of(word, at + 1, end) {
            let sum = &mut held[other as usize];
            if *sum == 0.0 {
                touched.push(other);
            }
            // Weights are halves, so that nothing is rounded.
            *sum += weight as f32;
        }
    }
    let enough = probed - most - f64::EPSILON * bag.weight;
    touched.retain(|&other| f64::from(std::mem::take(&mut held[other as usize])) >= enough);
}

/// The names in those notes that are nearly the same: found out when they are asked for.
struct Marked<'n> {
    notes: &'n [Fields<'n>],
    lexicon: &'n Lexicon,
    /// By note: the marks, each with the number of its stem, where some note says it.
    memo: HashMap<usize, HashMap<String, Option<u32>>>,
}

impl Marked<'_> {
    /// Whether no name tells two notes apart.
    fn is_one_fact(&mut self, a: &Bag, b: &Bag) -> bool {
        for note in [a.note, b.note] {
            self.memo.entry(note).or_insert_with(|| {
                let number = |mark: &String| self.lexicon.numbers.get(&hash(stem::stem(mark).as_bytes())).copied();
                marks(&self.notes[note]).into_iter().map(|mark| (number(&mark), mark)).map(|(n, m)| (m, n)).collect()
            });
        }
        let (of_a, of_b) = (&self.memo[&a.note], &self.memo[&b.note]);
        let apart = |own: &HashMap<String, Option<u32>>, marks: &HashMap<String, Option<u32>>, other: &Bag| {
            let said = |number: &Option<u32>| number.is_some_and(|number| other.words.binary_search(&number).is_ok());
            own.iter().any(|(mark, number)| !marks.contains_key(mark) && !said(number))
        };
        !(apart(of_a, of_b, b) && apart(of_b, of_a, a))
    }
}

#[cfg(test)]
mod tests {
    use crate::select::{
        Fields,
        near::{Told, nearest},
    };

    fn note(body: &str) -> Fields<'_> {
        Fields { name: "n", description: "", kind: "project", body }
    }

    const BODIES: [&str; 6] = [
        "We deploy on Fridays only after the release manager approves.",
        "Staging runs behind the VPN and resets every night.",
        "Only after the release manager has approved do we deploy on Fridays.",
        "Staging runs behind the VPN and resets every night at home.",
        "部署流程要先走预发环境，再灰度放量",
        "先走预发环境，再灰度放量，部署流程要这样",
    ];

    #[test]
    fn every_pair_is_found_once() {
        let found: Vec<_> = Told::of(BODIES.map(note)).alike().into_iter().map(|(a, b, _)| (a, b)).collect();
        assert_eq!(found, [(0, 2), (1, 3), (4, 5)]);
    }

    #[test]
    fn the_same_as_asking_for_each() {
        let notes = BODIES.map(note);
        let all = Told::of(notes).alike();
        for (at, draft) in notes.iter().enumerate() {
            let others: Vec<_> = (0..notes.len()).filter(|other| *other != at).collect();
            let near = nearest(draft, others.iter().map(|other| notes[*other])).map(|(position, _)| others[position]);
            let partner = all.iter().find_map(|&(a, b, _)| [(a, b), (b, a)].into_iter().find(|(x, _)| *x == at));
            assert_eq!(near, partner.map(|(_, other)| other), "{}", BODIES[at]);
        }
    }
}
