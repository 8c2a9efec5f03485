//! The functions that every prompt runs, each alone: `cargo bench`.

use std::{fs, thread, time::Duration};

use divan::{Bencher, black_box, counter::ItemsCount};
use mem::{
    model::header::Header,
    select::{
        Fields, Query, Tally,
        postings::{Builder, Postings},
        rank,
    },
    store::Store,
    world::World,
};

fn main() {
    divan::main();
}

/// Memories of one run.
const MEMORIES: usize = 1_000;

/// What is asked.
const PROMPT: &str = "how do we roll back a deployment when the database migration has failed on staging?";

/// Words of which the texts are made.
const WORDS: &str = "deploy staging database migration cache queue token session release branch merge review \
                     flaky timeout retry worker invoice export 部署流程 預發環境 ロールバック 마이그레이션";

/// The text of a memory; the same each time.
fn text(number: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let word = |n: usize| words[(n * n + number * 7) % words.len()];
    let body: Vec<String> = (0..40).map(|n| format!("The {} waits for the {}.", word(n), word(n + number))).collect();
    let (name, about) = (word(1), word(2));
    format!(
        "---\nname: {name} {number}\ndescription: What to know of {about}\ntype: project\n---\n{}\n",
        body.join("\n")
    )
}

fn texts() -> Vec<String> {
    (0..MEMORIES).map(text).collect()
}

fn fields(text: &str) -> Fields<'_> {
    let header = Header::parse(text);
    Fields { name: "", description: "", kind: "project", body: header.body(text) }
}

#[divan::bench]
fn header_parse(bencher: Bencher) {
    let texts = texts();
    bencher.counter(ItemsCount::new(MEMORIES)).bench(|| {
        for text in &texts {
            black_box(Header::parse(black_box(text)));
        }
    });
}

#[divan::bench]
fn tokenise(bencher: Bencher) {
    let texts = texts();
    bencher.counter(ItemsCount::new(MEMORIES)).bench(|| {
        let mut builder = Builder::default();
        texts.iter().for_each(|text| builder.add(&fields(black_box(text))));
        builder
    });
}

#[divan::bench]
fn query() -> Query {
    Query::new(black_box(PROMPT))
}

#[divan::bench]
fn score(bencher: Bencher) {
    let (texts, query) = (texts(), Query::new(PROMPT));
    let counts: Tally = texts.iter().map(|text| query.count(&fields(text))).collect();
    bencher.counter(ItemsCount::new(MEMORIES)).bench(|| rank(black_box(&query), black_box(&counts)));
}

#[divan::bench]
fn postings_ask(bencher: Bencher) {
    let mut builder = Builder::default();
    texts().iter().for_each(|text| builder.add(&fields(text)));
    let (bytes, query) = (builder.bytes(), Query::new(PROMPT));
    bencher.bench(|| Postings::open(black_box(&bytes[..])).and_then(|postings| postings.count(&query)));
}

/// Looking at every file and taking its header from the cache.
#[divan::bench]
fn cache_load(bencher: Bencher) {
    let root = tempfile::tempdir().unwrap_or_else(|err| panic!("{err}"));
    let (store, home) = (root.path().join("memory"), root.path().join("home"));
    let made = fs::create_dir_all(&store)
        .and_then(|()| (0..MEMORIES).try_for_each(|n| fs::write(store.join(format!("project_{n:04}.md")), text(n))));
    made.unwrap_or_else(|err| panic!("{err}"));
    // Younger files are not kept.
    thread::sleep(Duration::from_millis(2_100));
    let home = vec![("HOME".into(), home.into_os_string())];
    let world = World::new(Err(String::new()), home, jiff::Timestamp::UNIX_EPOCH, mem::world::Terminal::default());
    let world = world.unwrap_or_default();
    let load = || Store::at(&store).remembered(&world).memories().map(|loaded| loaded.items.len()).ok();
    assert_eq!(load(), Some(MEMORIES));
    bencher.counter(ItemsCount::new(MEMORIES)).bench(load);
}
