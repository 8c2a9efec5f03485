//! Projects of real files.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use jiff::Timestamp;
use tempfile::TempDir;

use super::{Survey, survey};
use crate::{
    project::{
        self, Project,
        facts::{Facts, Questions, Spot},
    },
    world::{Terminal, World},
};

struct Tree {
    dir: TempDir,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self { dir: tempfile::tempdir().unwrap() };
        fs::create_dir_all(tree.path("home")).unwrap();
        files.iter().for_each(|(file, text)| tree.write(file, text));
        tree
    }

    fn path(&self, below: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(below)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path("project").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        // Old enough to be trusted, were it not for the time of the change itself.
        fs::File::options().write(true).open(&path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    }

    fn world(&self) -> World {
        let vars = [("HOME", self.path("home").into_os_string()), ("PATH", "/usr/local/bin:/usr/bin:/bin".into())];
        let vars = vars.map(|(key, value)| (key.into(), value)).into();
        World::new(Ok(self.path("project")), vars, Timestamp::UNIX_EPOCH, Terminal::default()).unwrap()
    }

    fn project(&self) -> Project {
        project::find(&self.world()).unwrap()
    }

    fn survey(&self) -> Survey {
        survey(&self.world(), &self.project(), &self.path("project/.memory")).unwrap()
    }

    fn files(&self) -> Vec<String> {
        self.survey().files.into_iter().map(|file| file.path).collect()
    }

    fn ask(&self, questions: &Questions<'_>) -> Facts {
        self.survey().answer(&self.world(), questions)
    }

    fn git(&self, args: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(self.path("project")).env("HOME", self.path("home")).env("GIT_CONFIG_NOSYSTEM", "1");
        git.args(["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "init.defaultBranch=main"]);
        assert!(git.args(args).output().unwrap().status.success(), "{args:?}");
    }

    fn commit(&self, subject: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", subject]);
    }
}

fn names<'q>(names: &[&'q str]) -> Questions<'q> {
    Questions { names: names.iter().copied().collect(), ..Questions::default() }
}

fn spot(file: &str, line: usize) -> Spot {
    Spot { file: file.into(), line }
}

#[test]
fn only_the_projects_own_files_count() {
    let tree = Tree::new(&[
        (".gitignore", "out/\n*.log\n"),
        ("out/made.rs", ""),
        ("deep/.gitignore", "mine.rs\n"),
        ("deep/mine.rs", ""),
        ("deep/ours.rs", ""),
        ("a.log", ""),
        ("node_modules/x/index.js", ""),
        ("cache/CACHEDIR.TAG", ""),
        ("cache/x.rs", ""),
        (".memory/feedback_a.md", ""),
        ("old/memory/MEMORY.md", ""),
        ("old/memory/sub/user_b.md", ""),
        ("old/memory/tool.py", ""),
        (".github/ci.yml", ""),
        ("MEMORY.md", ""),
        ("with ü.rs", ""),
    ]);
    let expected = [
        ".github/ci.yml",
        ".gitignore",
        "MEMORY.md",
        "deep/.gitignore",
        "deep/ours.rs",
        "old/memory/tool.py",
        "with ü.rs",
    ];
    assert_eq!(tree.files(), expected, "without git, ignore files count too");
    tree.git(&["init", "-q"]);
    assert_eq!(tree.files(), expected);
}

#[test]
fn a_worktree_inside_is_left_out_and_a_submodule_is_not() {
    let tree = Tree::new(&[("a.rs", "")]);
    tree.git(&["init", "-q"]);
    tree.commit("first");
    tree.git(&["worktree", "add", "-q", "trees/other"]);
    assert_eq!(tree.files(), ["a.rs"]);
    let source = tree.path("project");
    tree.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", &source.to_string_lossy(), "part"]);
    assert!(tree.files().contains(&"part/a.rs".to_owned()));
    // Seen from the worktree, its own files count and the main one is not there.
    let mut world = tree.world();
    world.enter(Path::new("trees/other")).unwrap();
    let project = project::find(&world).unwrap();
    let files = survey(&world, &project, Path::new("/none")).unwrap().files;
    assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.rs"]);
}

#[test]
fn a_home_and_what_is_gone_are_no_project() {
    let tree = Tree::new(&[("a.rs", "")]);
    let project = tree.project();
    fs::remove_dir_all(tree.path("project")).unwrap();
    assert!(survey(&tree.world(), &project, Path::new("/none")).is_none());
    let mut world = tree.world();
    world.enter(&tree.path("home")).unwrap();
    assert!(survey(&world, &project::find(&world).unwrap(), Path::new("/none")).is_none());
}

#[test]
fn a_project_that_goes_away_after_the_walk_answers_nothing() {
    let tree = Tree::new(&[("a.rs", "fn run_all() {}\n")]);
    let survey = tree.survey();
    fs::remove_dir_all(tree.path("project")).unwrap();
    assert!(survey.answer(&tree.world(), &names(&["run_all"])).names.is_empty());
}

#[cfg(unix)]
#[test]
fn pipes_links_and_other_odd_files_are_passed_over() {
    let tree = Tree::new(&[("a.rs", "run_all();\n"), ("big.rs", ""), ("made.rs", "")]);
    let made = ["// @gener", "ated by a tool\nfn run_all() {}\n"].concat();
    tree.write("made.rs", &made);
    tree.write("binary.rs", "fn run_all() {}\0");
    tree.write("big.rs", &"fn run_all() {}\n".repeat(100_000));
    std::os::unix::fs::symlink("/etc", tree.path("project/link")).unwrap();
    std::os::unix::fs::symlink("link", tree.path("project/loop")).unwrap();
    assert!(Command::new("mkfifo").arg(tree.path("project/pipe.rs")).status().unwrap().success());
    let facts = tree.ask(&names(&["run_all"]));
    assert_eq!(facts.names["run_all"], [spot("a.rs", 1)]);
    assert_eq!(facts.files, ["a.rs", "big.rs", "binary.rs", "made.rs"]);
}

#[test]
fn code_comes_before_prose_and_a_definition_first() {
    let tree = Tree::new(&[
        ("README.md", "Call run_all.\n"),
        ("a.rs", "run_all();\n"),
        ("b.rs", "\npub fn run_all() {}\n"),
        ("c.rs", "run_all_of();\n"),
    ]);
    let facts = tree.ask(&names(&["run_all", "nowhere_at_all"]));
    assert_eq!(facts.names["run_all"], [spot("b.rs", 2), spot("a.rs", 1), spot("README.md", 1)]);
    assert_eq!(facts.in_code("run_all"), Some(&spot("b.rs", 2)));
    assert!(!facts.names.contains_key("nowhere_at_all"));
}

#[test]
fn answers_follow_the_files() {
    let files: Vec<(String, String)> =
        (0..60).map(|n| (format!("f{n:02}.rs"), format!("fn name_{n}() {{ common(); }}\n"))).collect();
    let tree = Tree::new(&files.iter().map(|(f, t)| (f.as_str(), t.as_str())).collect::<Vec<_>>());
    let asked = names(&["common", "name_7", "name_8", "later"]);
    let first = tree.ask(&asked);
    assert_eq!(first.names["name_7"], [spot("f07.rs", 1)]);
    assert_eq!(first.names["common"].len(), 4);
    // What was kept is asked again after each change.
    tree.write("f07.rs", "\nfn later() {}\n");
    fs::remove_file(tree.path("project/f08.rs")).unwrap();
    (0..4).for_each(|n| fs::remove_file(tree.path(&format!("project/f0{n}.rs"))).unwrap());
    tree.write("a.rs", "fn name_8() {}\n");
    let second = tree.ask(&asked);
    assert!(!second.names.contains_key("name_7"));
    assert_eq!(second.names["later"], [spot("f07.rs", 2)]);
    assert_eq!(second.names["name_8"], [spot("a.rs", 1)]);
    assert_eq!(second.names["common"][0], spot("f04.rs", 1));
    let new = tree.ask(&names(&["name_9", "common"]));
    assert_eq!(new.names["name_9"], [spot("f09.rs", 1)]);
    assert_eq!(new.names["common"], second.names["common"]);
    // A cache that is damaged is no cache.
    for entry in fs::read_dir(tree.path("home/.cache/mem")).unwrap() {
        fs::write(entry.unwrap().path(), "mem project 0001 nonsense").unwrap();
    }
    assert_eq!(tree.ask(&asked).names, second.names);
}

#[test]
fn who_asks_for_names_alone_does_not_depend_on_what_is_in_the_files() {
    let tree = Tree::new(&[("a.rs", "fn one() {}\n"), ("b.rs", "fn two() {}\n")]);
    let survey = tree.survey();
    assert_eq!(survey.answer(&tree.world(), &Questions::default()).files, ["a.rs", "b.rs"]);
    assert!(!survey.is_read());
    let first = survey.names();
    tree.write("a.rs", "fn three() {}\n");
    assert_eq!(tree.survey().names(), first);
    tree.write("c.rs", "");
    assert_ne!(tree.survey().names(), first);
    let mut cites = Questions::default();
    cites.cited.insert("a.rs", ["one"].into());
    for asked in [names(&["one"]), cites] {
        let survey = tree.survey();
        let _ = survey.answer(&tree.world(), &asked);
        assert!(survey.is_read());
        assert!(survey.state().is_none(), "they are too young to be sure of");
    }
}

#[test]
fn a_cited_file_tells_its_lines_and_names() {
    let tree = Tree::new(&[("src/a.rs", "fn one() {}\nfn two() {}\n")]);
    let mut asked = Questions::default();
    asked.cited.insert("src/a.rs", ["one", "three"].into());
    asked.cited.insert("src/b.rs", [].into());
    let facts = tree.ask(&asked);
    assert_eq!((facts.cited["src/a.rs"].lines, facts.cited.len()), (2, 1));
    assert_eq!(facts.cited["src/a.rs"].names, ["one".to_owned()].into());
}

#[test]
fn git_knows_commits_and_where_files_went() {
    let tree = Tree::new(&[("src/old.rs", "fn one() {}\nfn two() {}\n"), ("src/dead.rs", "fn dead() {}\n")]);
    tree.git(&["init", "-q"]);
    tree.commit("Add two files (#12)");
    fs::create_dir(tree.path("project/lib")).unwrap();
    fs::rename(tree.path("project/src/old.rs"), tree.path("project/lib/mid.rs")).unwrap();
    tree.commit("Move");
    fs::rename(tree.path("project/lib/mid.rs"), tree.path("project/lib/new.rs")).unwrap();
    fs::remove_file(tree.path("project/src/dead.rs")).unwrap();
    tree.commit("Move on");
    let mut asked = Questions::default();
    asked.cited.extend(["src/old.rs", "src/dead.rs", "src/never.rs"].map(|path| (path, [].into())));
    asked.commits.extend(["#12".to_owned(), "#1".to_owned(), "0123456".to_owned()]);
    let mut facts = tree.ask(&asked);
    project::history::ask(&tree.world(), &tree.project(), &asked, &mut facts);
    assert_eq!(facts.renamed["src/old.rs"], "lib/new.rs");
    assert_eq!(facts.deleted["src/dead.rs"].subject, "Move on");
    assert!(!facts.deleted.contains_key("src/never.rs") && !facts.renamed.contains_key("src/dead.rs"));
    assert_eq!(facts.commits["#12"].subject, "Add two files (#12)");
    assert_eq!(facts.commits.len(), 1);
    let id = facts.commits["#12"].id.clone();
    asked.commits.insert(id[..9].to_owned());
    project::history::ask(&tree.world(), &tree.project(), &asked, &mut facts);
    assert_eq!(facts.commits[&id[..9]].id, id);
}
