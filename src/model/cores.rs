//! Work on all cores.

use std::{num::NonZero, panic::resume_unwind, thread};

/// What `work` makes of runs of the items, in their order: one run for each core, or fewer, so that
/// none has less than `least` items. A panic in one of them goes on in the caller.
pub fn in_runs<I: Sync, T: Send>(items: &[I], least: usize, work: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    // Counting the cores takes a dozen files of the system: not before they are needed.
    let cores = if items.len() <= least { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
    let length = items.len().div_ceil(cores).max(least).max(1);
    let mut runs = items.chunks(length);
    let Some(first) = runs.next() else { return Vec::new() };
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = runs.map(|run| scope.spawn(move || work(run))).collect();
        // This thread is one of the cores' too.
        let mut all = vec![work(first)];
        all.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        all
    })
}

/// What two pieces of work make, beside each other. A panic in one of them goes on in the caller.
pub fn beside<A, B: Send>(one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let other = scope.spawn(other);
        (one(), other.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::in_runs;

    #[test]
    fn runs_come_back_in_order_and_none_is_small() {
        let items: Vec<usize> = (0..1_000).collect();
        let runs = in_runs(&items, 100, <[usize]>::to_vec);
        assert!(runs.iter().all(|run| run.len() >= 100) && runs.concat() == items);
        assert_eq!(in_runs(&items, 1_000, <[usize]>::len), [1_000]);
        assert!(in_runs(&[0_u8; 0], 1, <[u8]>::len).is_empty());
    }
}
