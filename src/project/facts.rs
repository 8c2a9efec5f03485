//! What the rules of `lint` want to know of the project, and what it answers.
//!
//! All memories' questions are gathered first and answered in one pass over the project
//! ([`Questions`] → [`Facts`]). Both are plain values, so that whoever judges sees no disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What to look for in the project. Everything is looked for as it is written here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// Whole lines, trimmed.
    pub lines: BTreeSet<String>,
    /// Identifiers, as words of their own.
    pub names: BTreeSet<String>,
    /// Beginnings of commit names, at least seven hexadecimal digits.
    pub commits: BTreeSet<String>,
}

/// A line of a file of the project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Below the project's top, `/` between parts.
    pub file: String,
    /// From 1.
    pub line: usize,
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its full name.
    pub id: String,
    /// The first line of its message.
    pub subject: String,
}

/// What the project answered.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its files, sorted, below its top, `/` between parts; also those that are no text.
    pub files: Vec<String>,
    /// Where each line of the question stands, the first few places of it.
    pub lines: HashMap<String, Vec<Spot>>,
    /// Where each name of the question stands, the first few places of it.
    pub names: HashMap<String, Vec<Spot>>,
    /// Texts that tell people and agents how the project works (`CLAUDE.md`, `AGENTS.md`, `README`,
    /// `docs/`), and manifests (`Cargo.toml`, `package.json`, …), by file.
    pub texts: BTreeMap<String, String>,
    /// The commits of the question that there are, by what was asked.
    pub commits: HashMap<String, Commit>,
    /// Files that are gone and where git last saw them go.
    pub renamed: HashMap<String, String>,
}

/// Places that are remembered of one thing.
const SPOTS: usize = 8;

impl Facts {
    /// The answers of a project that has these files and no git.
    #[must_use]
    pub fn of_texts(project: &[(&str, &str)], questions: &Questions) -> Self {
        let mut facts = Self::default();
        for (file, text) in project {
            facts.files.push((*file).to_owned());
            facts.texts.insert((*file).to_owned(), (*text).to_owned());
            for (at, line) in text.lines().enumerate() {
                facts.note(file, at + 1, line, questions);
            }
        }
        facts.files.sort();
        facts
    }

    fn note(&mut self, file: &str, line: usize, text: &str, questions: &Questions) {
        let spot = || Spot { file: file.to_owned(), line };
        let trimmed = text.trim();
        if questions.lines.contains(trimmed) {
            remember(self.lines.entry(trimmed.to_owned()).or_default(), spot());
        }
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| questions.names.contains(*w)) {
            remember(self.names.entry(word.to_owned()).or_default(), spot());
        }
    }

    /// The same with what git says: commits, and renamed files (from, to).
    #[must_use]
    pub fn with_git(mut self, commits: Vec<Commit>, renamed: HashMap<String, String>) -> Self {
        self.commits = commits.into_iter().map(|commit| (commit.id.clone(), commit)).collect();
        self.renamed = renamed;
        self
    }

    /// Whether the project has this file or folder.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let at = self.files.partition_point(|file| file.as_str() < path);
        let inside =
            |file: &String| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        // What sorts between a folder and its files begins with the folder's name too.
        self.files[at..].iter().take_while(|file| file.starts_with(path)).any(inside)
    }
}

fn remember(spots: &mut Vec<Spot>, spot: Spot) {
    if spots.len() < SPOTS && spots.last() != Some(&spot) {
        spots.push(spot);
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, Questions};

    #[test]
    fn a_project_of_texts_answers() {
        let mut asked = Questions::default();
        asked.lines.insert("fn main() {".into());
        asked.names.insert("run_all".into());
        let project = [("src/main.rs", "  fn main() {\n    run_all();\n}\n"), ("src-old/x.rs", "run_all2()\n")];
        let facts = Facts::of_texts(&project, &asked);
        assert_eq!((facts.lines["fn main() {"][0].line, facts.names["run_all"].len()), (1, 1));
        assert!(facts.has("src") && facts.has("./src/main.rs") && facts.has("src-old/"));
        assert!(!facts.has("sr") && !facts.has("src/main"));
    }
}
