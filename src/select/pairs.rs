//! Which memories of a store say nearly the same, and which say the opposite: for people to look at.

use std::collections::HashMap;

use super::{
    Fields,
    near::{ALIKE, Note, Reader},
};

/// How two memories are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both say nearly the same.
    Same,
    /// One says that the other is not so.
    Opposite,
}

/// Two related memories, by position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The first of them.
    pub first: usize,
    /// The other, which comes later.
    pub second: usize,
    /// How they are related.
    pub relation: Relation,
    /// How surely: 0 to 1.
    pub alike: f64,
}

/// A word that stands in more memories than this brings no pair together by itself: the pairs of a
/// store of thousands would be millions.
const COMMON: usize = 200;

/// Words that a pair has in common before it is compared.
const FEWEST: u16 = 2;

/// All related pairs, in the order of their positions.
#[must_use]
pub fn pairs(notes: &[Fields<'_>]) -> Vec<Pair> {
    let mut reader = Reader::default();
    let notes: Vec<Note> = notes.iter().map(|fields| reader.note(fields)).collect();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut shared = vec![0_u16; notes.len()];
    let mut found = Vec::new();
    for (second, note) in notes.iter().enumerate() {
        let mut touched = Vec::new();
        for word in note.words.topics.keys() {
            let before = seen.entry(*word).or_default();
            if before.len() <= COMMON {
                for &first in before.iter() {
                    if shared[first] == 0 {
                        touched.push(first);
                    }
                    shared[first] = shared[first].saturating_add(1);
                }
                before.push(second);
            }
        }
        touched.sort_unstable();
        for first in touched {
            if std::mem::take(&mut shared[first]) >= FEWEST {
                found.extend(relation(&notes[first], note).map(|(relation, alike)| Pair {
                    first,
                    second,
                    relation,
                    alike,
                }));
            }
        }
    }
    found.sort_by_key(|pair| (pair.first, pair.second));
    found
}

/// How two notes are related, if they are. Two that each name something of their own are about
/// different things.
fn relation(a: &Note, b: &Note) -> Option<(Relation, f64)> {
    let (same, opposite) = (a.words.alike(&b.words), a.words.opposed(&b.words));
    let found = match (same >= ALIKE, opposite >= ALIKE) {
        (true, _) => (Relation::Same, same),
        (_, true) => (Relation::Opposite, opposite),
        _ => return None,
    };
    (!(a.names_apart(b) && b.names_apart(a))).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bodies: &[&str]) -> Vec<(usize, usize, Relation)> {
        let notes: Vec<Fields<'_>> =
            bodies.iter().map(|body| Fields { name: "n", body, ..Fields::default() }).collect();
        pairs(&notes).into_iter().map(|pair| (pair.first, pair.second, pair.relation)).collect()
    }

    #[test]
    fn opposites_and_near_copies_are_found_and_nothing_else() {
        let bodies = [
            "Use tabs in Makefiles.",
            "Staging runs behind the VPN and resets every night.",
            "Do not use tabs in Makefiles.",
            "Use the async pool for workers.",
            "Do not forget to size the async pool for workers.",
            "Staging runs behind the VPN, and resets every night.",
            "提交前要跑完整测试",
            "提交前不要跑完整测试",
            "I like dark roast coffee in the morning",
            "I hate dark roast coffee in the morning",
        ];
        use Relation::{Opposite, Same};
        assert_eq!(found(&bodies), [(0, 2, Opposite), (1, 5, Same), (6, 7, Opposite), (8, 9, Opposite)]);
    }

    #[test]
    fn a_template_makes_no_pairs() {
        let board =
            |team: &str, owner: &str| format!("Dashboard for {team}: https://board.example/{team}. Owner: {owner}.");
        let teams = [("payments", "Alice"), ("search", "Bob"), ("maps", "Carol"), ("mail", "Dan"), ("ads", "Eve")];
        let boards: Vec<String> = teams.into_iter().map(|(team, owner)| board(team, owner)).collect();
        let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
        assert_eq!(found(&boards), []);
        assert_eq!(found(&[]), []);
    }
}
