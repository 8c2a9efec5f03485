//! Work on all cores.

use std::{
    num::NonZero,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// What `work` makes of runs of the items, in their order: one run for each core, or fewer, so that
/// none has less than `least` items. A panic in one of them goes on in the caller.
pub fn in_runs<I: Sync, T: Send>(items: &[I], least: usize, work: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    let length = items.len().div_ceil(cores(items.len(), least)).max(least).max(1);
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

/// What `work` makes of each of the items, in their order. Every core takes up so many at a time, since some
/// cost more than others. A panic in one of them goes on in the caller.
pub fn each<I: Sync, T: Send>(items: &[I], many: usize, work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let pieces = std::iter::from_fn(|| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            Some((at, items.chunks(many).nth(at)?.iter().map(&work).collect::<Vec<_>>()))
        });
        pieces.collect::<Vec<_>>()
    };
    let others = cores(items.len(), many).min(items.len().div_ceil(many)).saturating_sub(1);
    let mut pieces: Vec<(usize, Vec<T>)> = thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(run)).collect();
        let mut pieces = run();
        pieces.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        pieces
    });
    pieces.sort_unstable_by_key(|(at, _)| *at);
    pieces.into_iter().flat_map(|(_, piece)| piece).collect()
}

/// The cores for so many items, where one core takes so many by itself. Counting them takes a dozen files of the
/// system: not before they are needed.
fn cores(items: usize, least: usize) -> usize {
    if items <= least { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) }
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
    use super::{each, in_runs};

    #[test]
    fn runs_come_back_in_order_and_none_is_small() {
        let items: Vec<usize> = (0..1_000).collect();
        let runs = in_runs(&items, 100, <[usize]>::to_vec);
        assert!(runs.iter().all(|run| run.len() >= 100) && runs.concat() == items);
        assert_eq!(in_runs(&items, 1_000, <[usize]>::len), [1_000]);
        assert!(in_runs(&[0_u8; 0], 1, <[u8]>::len).is_empty());
    }

    #[test]
    fn each_comes_back_in_its_place() {
        let items: Vec<usize> = (0..1_001).collect();
        for many in [1, 32, 5_000] {
            assert_eq!(each(&items, many, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
        assert!(each(&[0_u8; 0], 8, |item| *item).is_empty());
    }
}
