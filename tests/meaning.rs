//! Recall by what texts mean: who makes the vectors, and what happens without them.

use std::{
    fs::{self, File},
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::support::Mem;

/// A question that shares no word with the memory that answers it.
const HUNGRY: &str = "where can somebody buy food around here";

fn store() -> Mem {
    let mem = Mem::new().env("MEM_RECALL_MEANING", "on");
    mem.memory("reference", "canteen", "canteen", "The restaurant for employees opens at noon", "Soup comes first.");
    mem.memory("feedback", "tests", "real-tests", "Integration tests use a real database", "No mocks.");
    mem.memory("project", "freeze", "merge-freeze", "周四之后不再合并到主干", "移动端发布之前冻结。");
    mem
}

/// The files of the cache with this ending.
fn cached(mem: &Mem, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(mem.home().join(".cache/mem")).into_iter().flatten().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|known| known == ending)).collect()
}

/// Makes vectors as somebody who is at it does: no other starts meanwhile.
fn making(mem: &Mem) -> File {
    let lock = File::open(&cached(mem, "vectors-lock")[0]).unwrap();
    lock.lock().unwrap();
    lock
}

/// How many memories `reindex` says it made vectors for.
fn vectors_made(mem: &Mem) -> usize {
    let said = mem.run(["reindex"]).ok().err;
    let made = said.split_once("made the vectors of ").and_then(|(_, rest)| rest.split(' ').next());
    made.map_or(0, |number| number.parse().unwrap())
}

fn asked(mem: &Mem, prompt: &str) -> serde_json::Value {
    mem.json(["recall", "--rank", prompt])
}

#[test]
fn what_is_meant_is_found_and_the_answer_stays_the_same() {
    let mem = store();
    assert_eq!(vectors_made(&mem), 3);
    assert_eq!(vectors_made(&mem), 0, "nothing was missing");
    let answer = asked(&mem, HUNGRY);
    assert_eq!(answer["memories"][0]["file"], "reference_canteen.md", "{answer:#}");
    assert_eq!(answer["without_vectors"], 0);
    let explained = mem.run(["recall", "--rank", "--explain", HUNGRY]).ok();
    assert!(explained.err.contains("the words do not settle it; all 3 memories compared"), "{}", explained.err);
    for file in cached(&mem, "vectors") {
        fs::remove_file(file).unwrap();
    }
    assert_eq!(vectors_made(&mem), 3);
    assert_eq!(asked(&mem, HUNGRY), answer);
}

#[test]
fn a_worker_makes_what_a_recall_has_missed() {
    let mem = store();
    let first = asked(&mem, HUNGRY);
    assert_eq!((&first["without_vectors"], first["memories"].as_array().unwrap().len()), (&3.into(), 0));
    let start = Instant::now();
    while cached(&mem, "vectors").is_empty() {
        assert!(start.elapsed() < Duration::from_secs(240), "no worker has made them");
        std::thread::sleep(Duration::from_millis(50));
    }
    // It has ended, or is about to: nothing is left to make.
    drop(making(&mem));
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 0);
}

#[test]
fn damaged_vectors_are_made_again_and_nothing_is_wrong_meanwhile() {
    let mem = store();
    assert_eq!(vectors_made(&mem), 3);
    let path = &cached(&mem, "vectors")[0];
    let mut bytes = fs::read(path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(path, &bytes).unwrap();
    let somebody = making(&mem);
    let answer = asked(&mem, "which database do the integration tests use");
    assert_eq!(answer["memories"][0]["file"], "feedback_tests.md");
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 3);
    drop(somebody);
    assert_eq!(vectors_made(&mem), 3);
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 0);
}

#[test]
fn what_is_saved_has_its_vectors_at_once_and_a_new_text_gets_new_ones() {
    let mem = store();
    assert_eq!(vectors_made(&mem), 3);
    mem.run(["add", "-t", "user", "-n", "tea", "-d", "Drinks green tea in the morning", "-m", "Never coffee."]).ok();
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 0);
    mem.memory("user", "tea", "tea", "Drinks black tea in the morning", "Never coffee.");
    let somebody = making(&mem);
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 1);
    drop(somebody);
    assert_eq!(vectors_made(&mem), 1);
}

#[test]
fn odd_texts_have_their_vectors_too() {
    let mem = Mem::new().env("MEM_RECALL_MEANING", "on");
    mem.memory("project", "emoji", "\"🎉\"", "\"🎉🎉\"", "🎉 🎊 🥳");
    mem.file("project_nothing.md", "");
    mem.file("project_base64.md", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=".repeat(20));
    assert_eq!(vectors_made(&mem), 3);
    assert_eq!(vectors_made(&mem), 0);
    for prompt in ["?", "。。。", "🎉", "שלום עולם מה שלומך", "體驗体验怎么樣", &"x ".repeat(40_000)]
    {
        assert_eq!(asked(&mem, prompt)["without_vectors"], 0, "{prompt:.9}");
    }
}

#[test]
fn without_a_place_for_vectors_words_must_do() {
    let mem = store();
    fs::create_dir_all(mem.home().join(".cache")).unwrap();
    fs::write(mem.home().join(".cache/mem"), "in the way").unwrap();
    mem.run(["reindex"]).ok();
    let answer = asked(&mem, "which database do the integration tests use");
    assert_eq!(answer["memories"][0]["file"], "feedback_tests.md");
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 3);
}

#[test]
fn who_wants_none_gets_none() {
    let mem = store().env("MEM_RECALL_MEANING", "off");
    assert_eq!(vectors_made(&mem), 0);
    assert_eq!(asked(&mem, HUNGRY)["without_vectors"], 0);
    assert!(cached(&mem, "vectors").is_empty() && cached(&mem, "vectors-lock").is_empty());
}

/// Memories that say how work is done, among others that are about things.
fn workshop() -> Mem {
    let mem = Mem::new().env("MEM_RECALL_MEANING", "on");
    for (slug, name, description) in [
        ("database", "Tests use a real database", "Integration tests run against a real Postgres, not a mock"),
        ("commits", "Small commits", "One change per commit, message in the present tense with the reason"),
        ("emoji", "No emoji in the interface", "Buttons and labels use plain words, no exclamation marks"),
        ("migration", "Ask before a schema change", "Show the SQL of a schema change before it is run"),
        ("pr", "评审先看测试", "提交评审前先把测试跑通，并附上运行结果"),
        ("logs", "日志里不写手机号", "打印日志时去掉手机号和身份证号"),
    ] {
        mem.memory("feedback", slug, name, description, "");
    }
    for (slug, name, description) in [
        ("billing", "Billing is being rewritten", "The billing service moves from Ruby to Go until winter"),
        ("search", "Search relevance work", "Search results are judged by hand every Friday"),
        ("payment", "支付渠道改造", "新的支付渠道在十月接入"),
        ("api", "接口文档位置", "接口文档放在 apidoc 站点"),
    ] {
        mem.memory("project", slug, name, description, "");
    }
    assert_eq!(vectors_made(&mem), 10);
    mem
}

#[test]
fn how_work_is_done_is_found_from_a_prompt_that_only_describes_work() {
    let mem = workshop();
    for (prompt, wanted) in [
        ("write tests for the order repository", "database"),
        ("everything works now, put it into git", "commits"),
        ("split the name column into first and last name", "migration"),
        ("add a save button to the settings dialog", "emoji"),
        ("log every incoming request with the user's details", "logs"),
        ("给订单仓储写几个测试", "database"),
        ("把改动提交一下然后推上去", "commits"),
        ("在设置页加一个保存按钮", "emoji"),
        ("用户表加一个昵称字段", "migration"),
        ("提一个合并请求", "pr"),
    ] {
        let answer = mem.run(["recall", "--rank", "--limit", "3", "--format", "names", prompt]).ok().out;
        assert!(answer.lines().any(|file| file == format!("feedback_{wanted}.md")), "{prompt}: {answer}");
    }
}

#[test]
fn each_of_two_requests_in_one_prompt_finds_its_own() {
    let mem = workshop();
    let prompt = "put everything into git, and split the name column into first and last name";
    let answer = mem.run(["recall", "--rank", "--limit", "2", "--format", "names", prompt]).ok().out;
    let mut found: Vec<&str> = answer.lines().collect();
    found.sort_unstable();
    assert_eq!(found, ["feedback_commits.md", "feedback_migration.md"]);
}
