//! The best places of each question, from however many files.

/// Places that are kept of one question.
const PLACES: usize = 4;

/// One place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// How well it answers.
    pub(super) rank: u8,
    /// The file's number in the order of paths.
    pub(super) file: u32,
    /// From 1.
    pub(super) line: u32,
}

/// The places of one question, the best first, one a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) places: Vec<Place>,
    /// Whether there are more than are kept.
    pub(super) more: bool,
}

/// The places of all questions.
#[derive(Debug, Default)]
pub(super) struct Best(pub(super) Vec<Places>);

impl Best {
    pub(super) fn new(questions: usize) -> Self {
        Self(vec![Places::default(); questions])
    }

    /// One more place of a question.
    pub(super) fn note(&mut self, question: u32, rank: u8, file: u32, line: u32) {
        if let Some(places) = self.0.get_mut(question as usize) {
            places.note(Place { rank, file, line });
        }
    }

    /// With what another has found in other files.
    pub(super) fn merge(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            own.merge(other);
        }
    }
}

impl Places {
    pub(super) fn merge(&mut self, other: Self) {
        other.places.into_iter().for_each(|place| self.note(place));
        self.more |= other.more;
    }

    fn note(&mut self, place: Place) {
        let order = |place: &Place| (u8::MAX - place.rank, place.file, place.line);
        if let Some(same) = self.places.iter().position(|other| other.file == place.file) {
            if order(&self.places[same]) <= order(&place) {
                return;
            }
            self.places.remove(same);
        } else if self.more || self.places.len() == PLACES {
            self.more = true;
            // Worse than the last that is kept are also those that are not.
            if self.places.last().is_some_and(|last| order(last) <= order(&place)) {
                return;
            }
            self.places.truncate(PLACES - 1);
        }
        let at = self.places.partition_point(|other| order(other) < order(&place));
        self.places.insert(at, place);
    }
}

#[cfg(test)]
mod tests {
    use super::{Best, Place};

    #[test]
    fn the_best_stay_in_whatever_order_they_come() {
        let all = [(5, 9, 1), (7, 3, 4), (7, 3, 2), (7, 2, 8), (1, 0, 1), (9, 8, 8)];
        let mut orders = vec![all.to_vec(), all.into_iter().rev().collect()];
        orders.push(all.iter().copied().skip(3).chain(all.iter().copied().take(3)).collect());
        for order in orders {
            let (mut one, mut two) = (Best::new(1), Best::new(1));
            for (rank, file, line) in order {
                // A file is one thread's.
                if file % 2 == 0 { &mut one } else { &mut two }.note(0, rank, file, line);
            }
            one.merge(two);
            let place = |rank, file, line| Place { rank, file, line };
            assert_eq!(one.0[0].places, [place(9, 8, 8), place(7, 2, 8), place(7, 3, 2), place(5, 9, 1)]);
            assert!(one.0[0].more);
        }
    }
}
