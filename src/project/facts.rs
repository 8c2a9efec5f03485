//! What the rules of `lint` want to know of the project, and what it answers.
//!
//! All memories' questions are gathered first and answered in one pass over the project
//! ([`Questions`] → [`Facts`]). Both are plain values, so that whoever judges sees no disk.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::OnceLock,
};

use super::text;
pub use super::text::{pins::SCRIPT, role::Role, snippets};

/// What to look for in the project. Everything is looked for as it is written here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions<'q> {
    /// Identifiers, as words of their own.
    pub names: BTreeSet<&'q str>,
    /// Two telling lines of code that follow each other, as [`snippets`] makes them.
    pub snippets: BTreeSet<String>,
    /// A package and its version, or a script: `react 18`, `build script`, in lower case.
    pub pins: BTreeSet<String>,
    /// Sentences that prose of the project may repeat in other words; one may be here twice.
    pub sentences: Vec<&'q str>,
    /// Files that are cited, with the names that are said to stand in them.
    pub cited: BTreeMap<&'q str, BTreeSet<&'q str>>,
    /// Beginnings of commit names, at least seven hexadecimal digits, and `#12` for a commit whose
    /// message names that number.
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

/// A place of prose that says what a sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Echo {
    /// Where: the line with most of its words.
    pub spot: Spot,
    /// Percent of the sentence's words that stand there within a few sentences, at least 50.
    pub share: u8,
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its full name.
    pub id: String,
    /// The first line of its message.
    pub subject: String,
}

/// A file that is cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cited {
    /// How many lines it has.
    pub lines: usize,
    /// Which of the names asked for stand in it.
    pub names: BTreeSet<String>,
}

/// What the project answered. Places come best first: code before prose, definitions before uses; a
/// few of each, one a file.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its files, sorted, below its top, `/` between parts; also those that are no text.
    pub files: Vec<String>,
    /// Where each name of the question stands.
    pub names: HashMap<String, Vec<Spot>>,
    /// Those of the names that code gives to something of its own.
    pub defined: HashSet<String>,
    /// Where each two lines of the question stand: the first of them.
    pub snippets: HashMap<String, Vec<Spot>>,
    /// Where each version or script stands in a manifest.
    pub pins: HashMap<String, Vec<Spot>>,
    /// Where prose says what a sentence says.
    pub echoes: HashMap<String, Vec<Echo>>,
    /// The files that are cited and are there, by how they are cited.
    pub cited: HashMap<String, Cited>,
    /// The commits of the question that there are, by what was asked.
    pub commits: HashMap<String, Commit>,
    /// Those that are there but do not count as the project's: ignored, or made by a program.
    pub unread: HashSet<String>,
    /// Whether git was asked, and has a history.
    pub history: bool,
    /// Files that were cited, are gone, and where git last saw them go.
    pub renamed: HashMap<String, String>,
    /// Files that were cited and are gone, with the commit that took them away.
    pub deleted: HashMap<String, Commit>,
    /// The files by their last part.
    by_name: OnceLock<HashMap<String, Vec<usize>>>,
}

impl Questions<'_> {
    /// With those of others.
    pub fn extend(&mut self, mut others: Self) {
        self.names.append(&mut others.names);
        self.snippets.append(&mut others.snippets);
        self.pins.append(&mut others.pins);
        self.sentences.append(&mut others.sentences);
        for (path, mut names) in others.cited {
            self.cited.entry(path).or_default().append(&mut names);
        }
        self.commits.append(&mut others.commits);
    }
}

impl Facts {
    /// The answers of a project that has these files and no git.
    #[must_use]
    pub fn of_texts(project: &[(&str, &str)], questions: &Questions<'_>) -> Self {
        text::answer_texts(project, questions)
    }

    /// The same with what git says: commits, and renamed files (from, to).
    #[must_use]
    pub fn with_git(mut self, commits: Vec<Commit>, renamed: HashMap<String, String>) -> Self {
        for commit in commits {
            // As git answers: by any beginning of the name, by each number in the subject.
            for number in numbers(&commit.subject) {
                self.commits.insert(number, commit.clone());
            }
            for end in 7..=commit.id.len() {
                self.commits.insert(commit.id[..end].to_owned(), commit.clone());
            }
        }
        self.history = !self.commits.is_empty() || !renamed.is_empty();
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
        !path.is_empty() && self.files[at..].iter().take_while(|file| file.starts_with(path)).any(inside)
    }

    /// The file that a path means: the one at it, or the only one whose path ends so.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&str> {
        let path = path.trim_start_matches("./");
        if let Ok(at) = self.files.binary_search_by(|file| file.as_str().cmp(path)) {
            return Some(&self.files[at]);
        }
        let name = path.rsplit('/').next()?;
        let ends = |file: &&String| file.strip_suffix(path).is_some_and(|head| head.is_empty() || head.ends_with('/'));
        let mut found = self.by_name().get(name)?.iter().map(|at| &self.files[*at]).filter(ends);
        found.next().filter(|_| found.next().is_none()).map(String::as_str)
    }

    /// Whether a path may mean anything that is there: a file or a folder, cut at the front or whole.
    #[must_use]
    pub fn may_have(&self, path: &str) -> bool {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends =
            |at: &usize| self.files[*at].strip_suffix(path).is_some_and(|head| head.is_empty() || head.ends_with('/'));
        let below = format!("/{path}/");
        self.unread.contains(path)
            || self.has(path)
            || self.by_name().get(name).is_some_and(|files| files.iter().any(ends))
            || self.files.iter().any(|file| file.contains(&below))
    }

    /// Whether some file has this last part.
    #[must_use]
    pub fn has_name(&self, name: &str) -> bool {
        self.by_name().contains_key(name)
    }

    /// The best place of a name in code.
    #[must_use]
    pub fn in_code(&self, name: &str) -> Option<&Spot> {
        // Code ranks before all else.
        self.names.get(name)?.first().filter(|spot| Role::of(&spot.file) == Role::Code)
    }

    fn by_name(&self) -> &HashMap<String, Vec<usize>> {
        self.by_name.get_or_init(|| {
            let mut names: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, file) in self.files.iter().enumerate() {
                let name = file.rsplit('/').next().unwrap_or(file);
                names.entry(name.to_owned()).or_default().push(at);
            }
            names
        })
    }

    /// Notes what a cited file holds of the names asked for.
    pub(super) fn cite(&mut self, path: &str, text: &str, names: &BTreeSet<&str>) {
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let names = names.iter().filter(|name| words.contains(*name)).map(|name| (*name).to_owned()).collect();
        self.cited.insert(path.to_owned(), Cited { lines: text.lines().count(), names });
    }
}

/// The numbers in a message as they are asked for: `#12`.
pub(super) fn numbers(subject: &str) -> impl Iterator<Item = String> {
    subject.split('#').skip(1).filter_map(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| format!("#{}", &rest[..digits]))
    })
}

#[cfg(test)]
mod tests {
    use super::{Facts, Questions, Spot};

    #[test]
    fn a_project_of_texts_answers() {
        let mut asked = Questions::default();
        asked.names.insert("run_all");
        let project = [("src-old/x.rs", "run_all2()\n"), ("src/main.rs", "fn main() {\n    run_all();\n}\n")];
        let facts = Facts::of_texts(&project, &asked);
        assert_eq!(facts.names["run_all"], [Spot { file: "src/main.rs".into(), line: 2 }]);
        assert!(facts.has("src") && facts.has("./src/main.rs") && facts.has("src-old/"));
        assert!(!facts.has("sr") && !facts.has("src/main") && !facts.has(""));
    }

    #[test]
    fn a_path_may_be_cut_at_the_front() {
        let project = [("a/src/lib.rs", ""), ("a/src/main.rs", ""), ("b/src/lib.rs", "")];
        let facts = Facts::of_texts(&project, &Questions::default());
        assert_eq!(facts.find("src/main.rs"), Some("a/src/main.rs"));
        assert_eq!(facts.find("src/lib.rs"), None, "two of them");
        assert_eq!(facts.find("b/src/lib.rs"), Some("b/src/lib.rs"));
        assert_eq!(facts.find("c/src/main.rs"), None);
        assert!(facts.has_name("lib.rs"));
    }
}
