//! What is kept of vectors, and what becomes of it.

use std::fs;

use super::*;
use crate::world::{Terminal, World};

const FORM: Form = Form { version: 7, size: 12 };

struct Fixture {
    _home: tempfile::TempDir,
    store: Store,
}

fn fixture() -> Fixture {
    let home = tempfile::tempdir().unwrap();
    let vars = vec![("HOME".into(), home.path().into())];
    let world = World::new(Ok(home.path().into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
    let store = Store::at(home.path().join("memory")).remembered(&world);
    Fixture { _home: home, store }
}

fn key(n: u8) -> Key {
    [n; 16]
}

/// So many vectors of a text.
fn vectors(n: u8, count: usize) -> Vectors {
    (0..count).flat_map(|at| [n.wrapping_add(at as u8); 12]).collect()
}

fn all(store: &Store, depth: Depth) -> Result<BTreeMap<Key, Vectors>, Damaged> {
    let mut found: BTreeMap<Key, Vectors> = BTreeMap::new();
    store.vectors(FORM).each(depth, |key, vector| found.entry(*key).or_default().extend(vector))?;
    Ok(found)
}

#[test]
fn what_is_kept_comes_back_with_what_was_kept_before() {
    let Fixture { _home, store } = fixture();
    assert!(store.vectors(FORM).is_empty());
    store.keep_vectors(FORM, [(key(1), vectors(1, 3)), (key(9), vectors(9, 1))], |_| true).unwrap();
    store.keep_vectors(FORM, [(key(4), vectors(4, 2))], |_| true).unwrap();
    let kept = all(&store, Depth::All).unwrap();
    assert_eq!(kept, [(key(1), vectors(1, 3)), (key(4), vectors(4, 2)), (key(9), vectors(9, 1))].into());
    let heads = all(&store, Depth::Heads).unwrap();
    assert_eq!(heads, [1, 4, 9].map(|n| (key(n), vectors(n, 1))).into());
    let shelf = store.vectors(FORM);
    assert_eq!((shelf.count(&key(1)), shelf.count(&key(4)), shelf.count(&key(5))), (Some(3), Some(2), None));
}

#[test]
fn many_new_ones_join_the_others_and_what_is_not_wanted_goes() {
    let Fixture { _home, store } = fixture();
    store.keep_vectors(FORM, [(key(200), vectors(1, 2))], |_| true).unwrap();
    for n in 0..100 {
        store.keep_vectors(FORM, [(key(n), vectors(n, 1))], |key| key[0] != 200).unwrap();
    }
    let kept = all(&store, Depth::All).unwrap();
    assert_eq!(kept.len(), 100);
    assert!(!kept.contains_key(&key(200)) && kept[&key(99)] == vectors(99, 1));
}

#[test]
fn another_version_or_size_is_nothing() {
    let Fixture { _home, store } = fixture();
    store.keep_vectors(FORM, [(key(1), vectors(1, 3))], |_| true).unwrap();
    assert!(store.vectors(Form { version: 8, ..FORM }).is_empty());
    assert!(store.vectors(Form { size: 11, ..FORM }).is_empty());
    store.forget_vectors();
    assert!(store.vectors(FORM).is_empty());
}

#[test]
fn damage_is_noticed() {
    let Fixture { _home, store } = fixture();
    store.keep_vectors(FORM, [(key(1), vectors(1, 3)), (key(2), vectors(2, 1))], |_| true).unwrap();
    let path = store.beside("vectors").unwrap();
    let (whole, right) = (fs::read(&path).unwrap(), all(&store, Depth::All).unwrap());
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let found = all(&store, Depth::All);
        assert!(found.is_err() || found == Ok(BTreeMap::new()), "byte {at}");
        fs::write(&path, &whole[..at]).unwrap();
        assert_eq!(all(&store, Depth::All), Ok(BTreeMap::new()), "cut at {at}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(all(&store, Depth::All).unwrap(), right);
}

#[test]
fn a_fold_sees_what_each_shows() {
    let Fixture { _home, store } = fixture();
    assert_eq!(store.vectors(FORM).fold(Depth::All, |_: &mut Vectors, _| {}), Ok(Vec::new()));
    let text = |n: u16| {
        let mut key = key(n.to_le_bytes()[0]);
        key[1..3].copy_from_slice(&n.to_le_bytes());
        (key, vectors(n.to_le_bytes()[0], usize::from(1 + n % 13)))
    };
    // Enough for several cores, and some that are made anew.
    store.keep_vectors(FORM, (0..1_000).map(text), |_| true).unwrap();
    store.keep_vectors(FORM, (990..1_010).map(text), |_| true).unwrap();
    let shelf = store.vectors(FORM);
    assert_eq!((shelf.len(), shelf.parts.len()), (1_020, 2));
    for depth in [Depth::Heads, Depth::All] {
        let found = shelf.fold(depth, |all: &mut Vectors, vector| all.extend(vector)).unwrap();
        assert_eq!(found.len(), shelf.len());
        for (key, vectors) in (0..1_010).map(text) {
            let wanted = if depth == Depth::All { &vectors[..] } else { &vectors[..12] };
            assert_eq!(found[shelf.find(&key).unwrap()], wanted);
        }
    }
    assert_eq!(shelf.find(&key(255)), None);
    let path = store.beside("vectors").unwrap();
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let folded = |depth| store.vectors(FORM).fold(depth, |_: &mut (), _| {}).is_ok();
    assert!(folded(Depth::Heads) && !folded(Depth::All));
}

#[test]
fn one_makes_them_at_a_time() {
    let Fixture { _home, store } = fixture();
    let held = store.making_vectors(true);
    assert!(held.is_some() && store.making_vectors(false).is_none());
    drop(held);
    assert!(store.making_vectors(false).is_some());
}

#[cfg(unix)]
#[test]
fn a_turn_is_one_process_s_and_ends_with_the_cache() {
    let Fixture { _home, store } = fixture();
    let turn = store.turn_to_make_vectors().unwrap();
    assert!(turn.counts() && store.turn_to_make_vectors().is_none());
    fs::remove_file(store.beside("vectors-turn").unwrap()).unwrap();
    let next = store.turn_to_make_vectors().unwrap();
    assert!(next.counts() && !turn.counts());
}

#[test]
fn without_a_home_nothing_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path());
    store.keep_vectors(FORM, [(key(1), vectors(1, 3))], |_| true).unwrap();
    assert!(store.vectors(FORM).is_empty());
}
