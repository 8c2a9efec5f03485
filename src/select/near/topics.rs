//! Notes about one thing: they share the words that are rare among all notes, and need not say the
//! same.

use std::cmp::Ordering;

use super::{Note, Told, reader::Reader};
use crate::select::{Fields, hash::Hashed};

/// From here on two notes are about one thing: the share of the weight of both that they have in
/// common.
const ABOUT: f64 = 0.3;

/// Weight of words in common below which it may be chance.
const FEWEST: f64 = 2.0;

/// Notes that are thought to be there beside those that are: in a store of three no word is rare.
const IMAGINED: f64 = 30.0;

/// A word in more notes than this brings no two of them together.
const COMMON: usize = 50;

/// Groups of notes about one thing, by position, each of at least two and at most so `many`, those
/// of one type only. Who says the same or the opposite is in one group before others.
#[must_use]
pub fn topics(notes: &[Fields<'_>], many: usize) -> Vec<Vec<usize>> {
    let mut groups = Groups { of: (0..notes.len()).collect(), members: (0..notes.len()).map(|n| vec![n]).collect() };
    let told = Told::of(notes.iter().copied());
    let opposed = told.opposed().into_iter().map(|(a, b)| (a.note, b.note, 2.0));
    let same = told.alike().into_iter().map(|(a, b, alike)| (a, b, 1.0 + alike));
    let mut edges: Vec<(usize, usize, f64)> = opposed.chain(same).chain(related(notes)).collect();
    edges.sort_by(|a, b| b.2.partial_cmp(&a.2).unwrap_or(Ordering::Equal).then((a.0, a.1).cmp(&(b.0, b.1))));
    for (a, b, _) in edges {
        if a != b && notes[a].kind == notes[b].kind {
            groups.join(a, b, many);
        }
    }
    let mut found: Vec<Vec<usize>> = groups.members.into_iter().filter(|group| group.len() > 1).collect();
    found.iter_mut().for_each(|group| group.sort_unstable());
    found.sort();
    found
}

/// Who is in which group.
struct Groups {
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

impl Groups {
    /// Makes one group of two, unless it would be too large.
    fn join(&mut self, a: usize, b: usize, many: usize) {
        let (into, from) = (self.of[a], self.of[b]);
        if into == from || self.members[into].len() + self.members[from].len() > many {
            return;
        }
        let moved = std::mem::take(&mut self.members[from]);
        moved.iter().for_each(|note| self.of[*note] = into);
        self.members[into].extend(moved);
    }
}

/// Each two notes that share rare words, and how far (0 to 1).
fn related(notes: &[Fields<'_>]) -> Vec<(usize, usize, f64)> {
    let mut reader: Reader = Reader::default();
    let notes: Vec<Note> = notes.iter().map(|fields| reader.note(fields)).collect();
    let mut holders: Hashed<Vec<usize>> = Hashed::default();
    for (at, note) in notes.iter().enumerate() {
        note.words.topics.keys().for_each(|word| holders.entry(*word).or_default().push(at));
    }
    let all = notes.len() as f64 + IMAGINED;
    let rarity = |word: &u64| {
        let count = holders.get(word).map_or(0.0, |holders| holders.len() as f64);
        libm::log(1.0 + (all - count + 0.5) / (count + 0.5))
    };
    let weigh = |note: &Note| note.words.topics.iter().map(|(word, weight)| weight * rarity(word)).sum::<f64>();
    let weights: Vec<f64> = notes.iter().map(weigh).collect();
    let mut found = Vec::new();
    let mut shared = vec![(0.0, 0.0); notes.len()];
    for (at, note) in notes.iter().enumerate() {
        let mut touched = Vec::new();
        for (word, weight) in &note.words.topics {
            let others = holders.get(word).map_or(&[][..], Vec::as_slice);
            // Sets are in the order of positions: each pair is met once, from its later side.
            for other in others.iter().copied().take_while(|other| *other < at && others.len() <= COMMON) {
                if shared[other] == (0.0, 0.0) {
                    touched.push(other);
                }
                shared[other].0 += weight;
                shared[other].1 += weight * rarity(word);
            }
        }
        for other in touched {
            let (plain, weight) = std::mem::take(&mut shared[other]);
            let about = 2.0 * weight / (weights[at] + weights[other]);
            if plain >= FEWEST && about >= ABOUT {
                found.push((other, at, about));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::topics;
    use crate::select::Fields;

    fn note<'a>(kind: &'a str, body: &'a str) -> Fields<'a> {
        Fields { name: "n", description: "", kind, body }
    }

    #[test]
    fn what_is_about_one_thing_is_together() {
        let notes = [
            note("project", "The staging cluster resets every night at 02:00."),
            note("project", "Invoices are numbered by year; accounting asked for that."),
            note("project", "Nothing survives the night on the staging cluster; copy results out first."),
            note("project", "预发环境每天晚上会重置，结果要先导出"),
            note("project", "预发环境重置之前，先把结果导出来"),
            note("feedback", "The staging cluster resets every night."),
        ];
        assert_eq!(topics(&notes, 8), [vec![0, 2], vec![3, 4]]);
    }

    #[test]
    fn what_very_many_say_brings_none_together() {
        let boards: Vec<String> =
            (0..60).map(|n| format!("Board of team {n}: https://board.example/{n}. Ask there.")).collect();
        let notes: Vec<_> = boards.iter().map(|body| note("reference", body)).collect();
        assert!(topics(&notes, 8).is_empty());
    }

    #[test]
    fn opposites_come_first_where_a_group_is_full() {
        let notes = [
            note("feedback", "Use tabs in Makefiles."),
            note("feedback", "Tabs in Makefiles are two columns wide."),
            note("feedback", "Do not use tabs in Makefiles."),
        ];
        assert_eq!(topics(&notes, 2), [vec![0, 2]]);
        assert_eq!(topics(&notes, 8), [vec![0, 1, 2]]);
    }
}
