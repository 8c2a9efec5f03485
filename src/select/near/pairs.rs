//! All pairs of notes that say the same, without comparing each with each.

use std::cmp::Ordering;

use super::{ADDED, ALIKE, EXCHANGED, Note, Reader, marks};
use crate::select::{Fields, hash::Hashed};

/// Two notes that say the same, by position, the earlier one first, and how alike they are (0 to 1).
pub fn pairs<'a>(notes: impl IntoIterator<Item = Fields<'a>>) -> Vec<(usize, usize, f64)> {
    let mut reader = Reader::default();
    let notes: Vec<Note> = notes.into_iter().map(|fields| note(&mut reader, &fields)).collect();
    let found_in = positions(&notes);
    let mut found = Vec::new();
    let mut held = vec![0.0; notes.len()];
    for (at, note) in notes.iter().enumerate() {
        for other in candidates(note, &found_in, &mut held).into_iter().filter(|&other| other != at) {
            let (first, second) = (at.min(other), at.max(other));
            let alike = notes[first].words.alike(&notes[second].words);
            if alike >= ALIKE && notes[first].is_one_fact_with(&notes[second]) {
                found.push((first, second, alike));
            }
        }
    }
    found.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.partial_cmp(&a.2).unwrap_or(Ordering::Equal)));
    found.dedup_by_key(|pair| (pair.0, pair.1));
    found
}

fn note(reader: &mut Reader, fields: &Fields<'_>) -> Note {
    reader.words = super::Words::default();
    reader.read(fields, |_| true);
    Note { words: std::mem::take(&mut reader.words), marks: marks(fields) }
}

/// The notes that hold each topic word.
fn positions(notes: &[Note]) -> Hashed<Vec<usize>> {
    let mut found: Hashed<Vec<usize>> = Hashed::default();
    for (at, note) in notes.iter().enumerate() {
        for word in note.words.topics.keys() {
            found.entry(*word).or_default().push(at);
        }
    }
    found
}

/// The share of a note's words that is looked for, the rarest first, before two notes are compared.
const PROBED: f64 = 0.3;

/// The notes that hold so many of a note's rarest words as a note alike and no shorter must hold.
/// `held` has a place a note, all zero before and after.
fn candidates(note: &Note, found_in: &Hashed<Vec<usize>>, held: &mut [f64]) -> Vec<usize> {
    let holders = |word: &u64| found_in.get(word).map_or(&[][..], Vec::as_slice);
    let words = note.words.topics.iter();
    let mut words: Vec<(usize, u64, f64)> = words.map(|(word, &weight)| (holders(word).len(), *word, weight)).collect();
    words.sort_unstable_by_key(|(count, word, _)| (*count, *word));
    // The shorter of two notes alike lacks at most this share of what both have.
    let lacking = (1.0 / ALIKE - 1.0) / EXCHANGED.max(ADDED);
    let most = note.words.weight * lacking / (1.0 + lacking);
    let mut probed = 0.0;
    let mut touched = Vec::new();
    for (_, word, weight) in words {
        if probed > note.words.weight * PROBED {
            break;
        }
        probed += weight;
        for &other in holders(&word) {
            if held[other] == 0.0 {
                touched.push(other);
            }
            held[other] += weight;
        }
    }
    let enough = probed - most - f64::EPSILON * note.words.weight;
    touched.retain(|&other| std::mem::take(&mut held[other]) >= enough);
    touched
}

#[cfg(test)]
mod tests {
    use super::pairs;
    use crate::select::{Fields, near::nearest};

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
        let found: Vec<_> = pairs(BODIES.map(note)).into_iter().map(|(a, b, _)| (a, b)).collect();
        assert_eq!(found, [(0, 2), (1, 3), (4, 5)]);
    }

    #[test]
    fn the_same_as_asking_for_each() {
        let notes = BODIES.map(note);
        let all = pairs(notes);
        for (at, draft) in notes.iter().enumerate() {
            let others: Vec<_> = (0..notes.len()).filter(|other| *other != at).collect();
            let near = nearest(draft, others.iter().map(|other| notes[*other])).map(|(position, _)| others[position]);
            let partner = all.iter().find_map(|&(a, b, _)| [(a, b), (b, a)].into_iter().find(|(x, _)| *x == at));
            assert_eq!(near, partner.map(|(_, other)| other), "{}", BODIES[at]);
        }
    }
}
