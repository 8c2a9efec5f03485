//! The house: floors, who may use which crate, sizes, and that a list holds what its folder holds.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Modules by floor, the lowest first. A module uses floors below its own; modules of one floor do
/// not know each other.
const FLOORS: [&[&str]; 6] = [
    &["model", "world"],
    &["config", "project", "store"],
    &["agents", "lint", "llm", "select", "transcript"],
    &["ops"],
    &["output"],
    &["cli"],
];

/// Where a crate may be used; `src` is everywhere. A dependency without a line here has no home.
const HOMES: &[(&str, &[&str])] = &[
    ("aho_corasick", &["lint/said"]),
    ("anstyle", &["output"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("comfy_table", &["output/human"]),
    ("similar", &["output/human"]),
    ("dialoguer", &["output"]),
    ("ignore", &["project"]),
    ("jiff", &["lint", "llm/retry", "model", "ops", "store", "world"]),
    ("libm", &["select"]),
    ("reqwest", &["llm/http"]),
    ("rustix", &["llm/process", "store"]),
    ("rustls", &["llm/http"]),
    ("rust_stemmers", &["select/stem"]),
    ("saphyr_parser", &["model/header"]),
    ("schemars", &["ops"]),
    ("serde", &["src"]),
    ("serde_json", &["agents", "llm", "ops", "output/json", "output/sarif", "store", "transcript"]),
    ("sha2", &["model/digest"]),
    ("tempfile", &["store"]),
    ("thiserror", &["src"]),
    ("tokio", &["llm/http"]),
    ("toml", &["config"]),
    ("unicode_normalization", &["model", "ops", "select"]),
    ("unicode_segmentation", &["model/text", "select"]),
    ("unicode_width", &["output/human"]),
    ("walkdir", &["store"]),
];

/// Uses outside the crate's home, each with its reason.
const GUESTS: &[(&str, &str, &str)] =
    &[("tempfile", "cli/editor", "a draft for the editor lies in the temporary directory, not in a store")];

/// Lines of a file and of a function.
const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;

/// A file below `src/`.
struct Source {
    /// Its path below `src/`, without the suffix and without `/mod`.
    module: String,
    path: PathBuf,
    text: String,
    /// The same bytes with comments, literals and test code blanked out.
    code: String,
}

impl Source {
    /// The module of the top that it belongs to.
    fn top(&self) -> &str {
        self.module.split('/').next().unwrap()
    }

    /// Whether it is test code as a whole.
    fn is_test(&self) -> bool {
        self.module.split('/').any(|part| part == "tests")
    }

    fn is_in(&self, homes: &[&str]) -> bool {
        let inside = |home: &str| {
            home == "src" || self.module.strip_prefix(home).is_some_and(|r| r.is_empty() || r.starts_with('/'))
        };
        homes.iter().any(|home| inside(home))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `src/`.
fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(&src).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|e| e == "rs") {
            let below = path.strip_prefix(&src).unwrap().with_extension("");
            let module = below.to_str().unwrap().replace('\\', "/");
            let module = module.strip_suffix("/mod").unwrap_or(&module).to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let code = without_tests(&mask(&text));
            sources.push(Source { module, path, text, code });
        }
    }
    sources
}

/// Blanks comments, strings and characters; offsets and lines stay.
fn mask(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = literal(text, at);
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = if end > at { end } else { at + 1 };
    }
    String::from_utf8(out).unwrap()
}

/// The end of the comment or literal that starts at `at`, or `at` itself.
fn literal(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let before = at.checked_sub(1).map_or(b' ', |i| text.as_bytes()[i]);
    let in_word = before.is_ascii_alphanumeric() || before == b'_';
    let until = |mark: &[u8], from: usize| {
        rest[from..].windows(mark.len()).position(|w| w == mark).map_or(text.len(), |i| at + from + i + mark.len())
    };
    match rest {
        [b'/', b'/', ..] => until(b"\n", 0).saturating_sub(1).max(at),
        [b'/', b'*', ..] => until(b"*/", 2),
        [b'r', b'"' | b'#', ..] if !in_word => {
            let hashes = rest[1..].iter().take_while(|b| **b == b'#').count();
            if rest.get(1 + hashes) != Some(&b'"') {
                return at;
            }
            until(format!("\"{}", "#".repeat(hashes)).as_bytes(), hashes + 2)
        }
        [b'"', ..] => at + quoted(rest, b'"'),
        // A character, not a lifetime: it closes within one character or one escape.
        [b'\'', b'\\', ..] => at + quoted(rest, b'\''),
        [b'\'', ..] => {
            let width = text.get(at + 1..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
            if rest.get(1 + width) == Some(&b'\'') { at + width + 2 } else { at }
        }
        _ => at,
    }
}

/// Bytes of a quoted literal with its quotes.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// Blanks each item under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(start) = code.find("#[cfg(test)]") {
        let open = code[start..].find(['{', ';']).map_or(code.len(), |i| start + i);
        let end = if code[open..].starts_with('{') { close(&code, open) } else { open };
        let end = (end + 1).min(code.len());
        let blank: String = code[start..end].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        code.replace_range(start..end, &blank);
    }
    code
}

/// Where the brace at `open` closes.
fn close(code: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    code.len()
}

/// Where `word` stands as a word of its own.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| !code[..at].ends_with(part) && !code[at + word.len()..].starts_with(part))
}

fn line(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// The first name of each path in `{a, b::{c, d}}` or `a::b`.
fn heads(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if !path.starts_with('{') {
        return vec![name(path)];
    }
    let mut depth = 0;
    let inner = &path[1..close(path, 0)];
    let parts = inner.split(|c| {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    parts.map(name).filter(|head: &String| !head.is_empty()).collect()
}

/// The modules of the top that a file uses: by `crate::`, or by `super::` where that leads to the top.
fn uses(source: &Source) -> Vec<(usize, String)> {
    let depth = source.module.split('/').count();
    let climb = "super::".repeat(depth);
    let mut found = Vec::new();
    for start in ["crate::", climb.as_str()] {
        for (at, _) in source.code.match_indices(start) {
            if !source.code[..at].ends_with("super::") {
                let heads = heads(&source.code[at + start.len()..]);
                found.extend(heads.into_iter().map(|head| (line(&source.code, at), head)));
            }
        }
    }
    found
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

#[track_caller]
fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn modules_look_down_only() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| !s.is_test() && !["lib", "main"].contains(&s.top())) {
        let own = floor(source.top()).unwrap_or_else(|| panic!("`{}` has no floor", source.top()));
        for (line, used) in uses(source) {
            // A macro or a function of the crate itself has no floor.
            let below = floor(&used).is_none_or(|floor| floor < own);
            if !below && used != source.top() {
                wrong.push(format!("{}:{line} uses `{used}`", source.path.display()));
            }
        }
    }
    none("only floors below one's own may be used", &wrong);
}

#[test]
fn the_map_in_lib_shows_the_floors() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let rows = lib.lines().filter_map(|l| {
        let mut cells = l.strip_prefix("//! | ")?.split('|').map(str::trim);
        let floor: usize = cells.next()?.parse().ok()?;
        Some((cells.next()?.trim_matches(['[', ']', '`']).to_owned(), floor))
    });
    let map: BTreeMap<String, usize> = rows.collect();
    let declared: BTreeMap<String, usize> = mask(&lib)
        .lines()
        .filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';').map(str::to_owned))
        .map(|module| (module.clone(), floor(&module).unwrap_or_else(|| panic!("`{module}` has no floor"))))
        .collect();
    assert_eq!(map, declared, "the table in src/lib.rs against the modules and their floors");
}

#[test]
fn every_dependency_has_a_home() {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let mut declared: Vec<_> =
        manifest["dependencies"].as_table().unwrap().keys().map(|name| name.replace('-', "_")).collect();
    declared.sort();
    let mut known: Vec<_> = HOMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    known.sort();
    assert_eq!(declared, known, "Cargo.toml against the table of homes");
}

#[test]
fn crates_stay_at_home() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        for &(name, homes) in HOMES {
            let guest = GUESTS.iter().any(|&(krate, module, _)| krate == name && module == source.module);
            if guest || source.is_in(homes) {
                continue;
            }
            let used = words(&source.code, name).find(|&at| {
                let before = source.code[..at].trim_end();
                let path = source.code[at + name.len()..].starts_with("::") && !before.ends_with("::");
                path || before.ends_with("use")
            });
            wrong.extend(used.map(|at| format!("{}:{} uses `{name}`", source.path.display(), line(&source.code, at))));
        }
    }
    none("a crate is used outside its home", &wrong);
}

#[test]
fn guests_are_still_there() {
    for &(name, module, why) in GUESTS {
        let source = sources().into_iter().find(|s| s.module == module);
        let used = source.is_some_and(|s| words(&s.code, name).next().is_some());
        assert!(used, "{module} no longer uses {name} ({why}): take the line out");
    }
}

#[test]
fn only_output_prints() {
    let mut wrong = Vec::new();
    // `world` asks the streams whether they are terminals.
    for source in sources().iter().filter(|s| !s.is_test() && !["output", "world"].contains(&s.top())) {
        for word in ["print!", "println!", "eprint!", "eprintln!", "dbg!", "io::stdout", "io::stderr", "Term::stderr"] {
            let found = source.code.match_indices(word);
            wrong.extend(found.map(|(at, _)| format!("{}:{} {word}", source.path.display(), line(&source.code, at))));
        }
    }
    none("only `output` prints", &wrong);
}

#[test]
fn every_file_says_what_lives_there() {
    let silent: Vec<_> =
        sources().iter().filter(|s| !s.text.starts_with("//! ")).map(|s| s.path.display().to_string()).collect();
    none("a file opens with `//!`", &silent);
}

#[test]
fn files_and_functions_are_small() {
    let mut long = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            long.push(format!("{}: {lines} lines", source.path.display()));
        }
        // A table of cases may be long.
        let code = if source.is_test() { "" } else { &source.code };
        for at in words(code, "fn") {
            let Some(open) = code[at..].find(['{', ';']).map(|i| at + i) else { continue };
            if code[open..].starts_with('{') {
                let lines = line(code, close(code, open)) + 1 - line(code, at);
                if lines > FUNCTION_LINES {
                    long.push(format!("{}:{}: a function of {lines} lines", source.path.display(), line(code, at)));
                }
            }
        }
    }
    none(&format!("over {FILE_LINES} lines a file or {FUNCTION_LINES} a function"), &long);
}

#[test]
fn every_file_is_declared() {
    let sources = sources();
    let code: BTreeMap<&str, String> = sources.iter().map(|s| (s.module.as_str(), mask(&s.text))).collect();
    let mut lost = Vec::new();
    for source in sources.iter().filter(|s| !["lib", "main"].contains(&s.module.as_str())) {
        let (parent, name) = source.module.rsplit_once('/').unwrap_or(("lib", &source.module));
        let declared = code.get(parent).is_some_and(|c| c.contains(&format!("mod {name};")));
        if !declared {
            lost.push(format!("{} has no `mod {name};` in {parent}", source.path.display()));
        }
    }
    none("a file that nothing declares", &lost);
}
