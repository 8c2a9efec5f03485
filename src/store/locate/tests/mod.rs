//! The rules, one by one, in a home of their own.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::*;
use crate::world::Terminal;

mod claude;

/// A home and a project `home/w/p`, empty.
struct Fixture {
    _temp: tempfile::TempDir,
    base: PathBuf,
    vars: Vec<(OsString, OsString)>,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let base = temp.path().canonicalize().unwrap();
        let fixture = Self { vars: vec![("HOME".into(), base.join("home").into())], base, _temp: temp };
        fixture.dir("home/w/p");
        fixture
    }

    fn dir(&self, path: &str) -> PathBuf {
        let dir = self.base.join(path);
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    fn file(&self, path: impl AsRef<Path>, text: &str) {
        let file = self.base.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.vars.retain(|(key, _)| key != name);
        self.vars.push((name.into(), value.into()));
    }

    fn world(&self) -> World {
        World::new(Ok(self.base.join("home/w/p")), self.vars.clone(), jiff::Timestamp::UNIX_EPOCH, Terminal::default())
            .unwrap()
    }

    /// The project at that path below the base.
    fn ask(&self, root: &str) -> Ask<'static> {
        Ask { roots: Some(roots(&self.base.join(root))), ..Ask::default() }
    }

    fn locate(&self, root: &str) -> Place {
        locate(&self.world(), &self.ask(root)).unwrap()
    }

    /// Claude Code's folder for that path.
    fn claude(&self, path: &str) -> PathBuf {
        self.base.join("home/.claude/projects").join(claude_slug(&self.base.join(path)))
    }

    fn transcript(&self, folder: &str, cwd: &str) {
        let cwd = serde_json::to_string(self.base.join(cwd).to_str().unwrap()).unwrap();
        let name = claude_slug(Path::new(cwd.as_str()));
        self.file(
            self.claude(folder).join(format!("{name}.jsonl")),
            &format!("{{\"type\":\"summary\"}}\n{{\"type\":\"user\",\"cwd\":{cwd}}}\n"),
        );
    }

    fn records(&self) -> PathBuf {
        self.base.join("home/.local/share/mem/projects")
    }
}

fn roots(root: &Path) -> Roots {
    Roots { root: root.into(), tree: root.into(), top: root.into(), cwd: root.into() }
}

fn rule(place: &Place) -> (&'static str, &'static str) {
    (place.rule.name(), place.layout.name())
}

#[test]
fn nothing_anywhere_is_our_own_and_creates_nothing() {
    let fixture = Fixture::new();
    let place = fixture.locate("home/w/p");
    assert_eq!(rule(&place), ("own", "mem"));
    assert!(!place.exists && place.notes.is_empty() && place.dir.starts_with(fixture.records()));
    assert!(!fixture.base.join("home/.local").exists());
    assert_eq!(others(&fixture.world(), &place), []);
    assert_eq!(moved(&fixture.world(), &place), None);
}

#[test]
fn a_directory_named_by_hand_needs_no_home_and_no_project() {
    let mut fixture = Fixture::new();
    fixture.vars.clear();
    let world = fixture.world();
    let at = |dir| locate(&world, &Ask { dir: Some(Path::new(dir)), ..Ask::default() });
    let place = at("./a//b/.").unwrap();
    assert_eq!((place.dir.as_path(), rule(&place)), (&*fixture.base.join("home/w/p/a/b"), ("flag", "dir")));
    assert_eq!(at("/nowhere/at/all").unwrap().dir, Path::new("/nowhere/at/all"));
    assert!(matches!(at(""), Err(LocateError::Empty)));
    record(&place).unwrap();

    fixture.set("MEM_DIR", "/m");
    let place = locate(&fixture.world(), &Ask::default()).unwrap();
    assert_eq!((place.dir.as_path(), rule(&place)), (Path::new("/m"), ("environment", "dir")));
    let flag = Ask { dir: Some(Path::new("/f")), ..Ask::default() };
    assert_eq!(locate(&fixture.world(), &flag).unwrap().dir, Path::new("/f"));
}

#[test]
fn without_a_home_or_a_project_it_says_what_to_do() {
    let mut fixture = Fixture::new();
    assert!(matches!(locate(&fixture.world(), &Ask::default()), Err(LocateError::NoProject)));
    for home in ["", "relative"] {
        fixture.set("HOME", home);
        let error = locate(&fixture.world(), &fixture.ask("home/w/p")).unwrap_err();
        assert!(matches!(error, LocateError::World(_)) && error.hint().contains("--dir"), "{error}");
    }
    fixture.set("MEM_HOME", "relative");
    assert!(locate(&fixture.world(), &fixture.ask("home/w/p")).is_err());
    fixture.set("MEM_HOME", fixture.base.join("mh"));
    assert!(fixture.locate("home/w/p").dir.starts_with(fixture.base.join("mh/projects")));
    let inside = Ask { store_dir: Some(Path::new("memory")), ..fixture.ask("home/w/p") };
    assert_eq!(locate(&fixture.world(), &inside).unwrap().dir, fixture.base.join("home/w/p/memory"));
}

#[test]
fn a_file_in_its_place_is_an_error() {
    let fixture = Fixture::new();
    fixture.file("f", "");
    for dir in ["f", "f/sub"] {
        let dir = fixture.base.join(dir);
        let error = locate(&fixture.world(), &Ask { dir: Some(&dir), ..Ask::default() }).unwrap_err();
        assert!(matches!(error, LocateError::NotADirectory(_)), "{error}");
        assert_eq!(error.path(), Some(dir.as_path()));
    }
}

#[cfg(unix)]
#[test]
fn a_link_may_be_the_store_but_not_a_link_to_nothing() {
    use std::os::unix::fs::symlink;
    let fixture = Fixture::new();
    symlink(fixture.dir("real"), fixture.base.join("link")).unwrap();
    symlink("gone", fixture.base.join("dangling")).unwrap();
    let at = |dir: &str| locate(&fixture.world(), &Ask { dir: Some(&fixture.base.join(dir)), ..Ask::default() });
    assert!(at("link").unwrap().exists);
    assert!(matches!(at("dangling"), Err(LocateError::Dangling(_))));
}

#[test]
fn the_projects_file_comes_before_the_users_choice() {
    let fixture = Fixture::new();
    let ask = Ask { store_dir: Some(Path::new("docs/memory")), layout: Some("claude"), ..fixture.ask("home/w/p") };
    let place = locate(&fixture.world(), &ask).unwrap();
    assert_eq!(rule(&place), ("project_file", "project"));
    assert_eq!(place.dir, fixture.base.join("home/w/p/docs/memory"));
    record(&place).unwrap();
    assert!(!fixture.records().exists(), "what a project says is not remembered");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_passed_over_with_a_word() {
    let fixture = Fixture::new();
    fixture.dir("home/w/p/.claude");
    for link in ["home/w/p/memory", "home/w/p/.claude/memory"] {
        std::os::unix::fs::symlink(fixture.dir("home/.ssh"), fixture.base.join(link)).unwrap();
    }
    let ask = Ask { store_dir: Some(Path::new("memory")), ..fixture.ask("home/w/p") };
    let place = locate(&fixture.world(), &ask).unwrap();
    assert_eq!(rule(&place), ("own", "mem"));
    assert!(matches!(&place.notes[..], [Note::Escapes { .. }, Note::Escapes { .. }]), "{:?}", place.notes);
}

#[test]
fn the_users_layout_need_not_exist() {
    let fixture = Fixture::new();
    fixture.dir("home/w/p/.claude/memory");
    for (layout, below) in [("mem", ".local/share/mem"), ("claude", ".claude"), ("mini-claude", ".mini-claude")] {
        let ask = Ask { layout: Some(layout), ..fixture.ask("home/w/p") };
        let place = locate(&fixture.world(), &ask).unwrap();
        assert_eq!(rule(&place), ("user_config", layout));
        assert!(!place.exists && place.dir.starts_with(fixture.base.join("home").join(below)), "{place:?}");
    }
}

#[test]
fn the_first_that_exists_and_the_others_named() {
    let fixture = Fixture::new();
    let root = fixture.base.join("home/w/p");
    let hash = crate::model::digest::project_hash(root.to_str().unwrap().as_bytes());
    let mini = fixture.base.join("home/.mini-claude/projects").join(&hash).join("memory");
    let own = fixture.records().join(&hash).join("memory");
    let claude = fixture.claude("home/w/p").join("memory");
    let team = root.join(".claude/memory");
    for (dir, want) in [(own, "mem"), (mini, "mini-claude"), (claude, "claude"), (team, "project")] {
        fixture.file(dir.join("user_a.md"), "a");
        fixture.file(dir.join("MEMORY.md"), "a");
        let place = fixture.locate("home/w/p");
        assert_eq!((place.dir.as_path(), place.layout.name(), place.exists), (dir.as_path(), want, true));
        assert_eq!(place.announcement().is_some(), want != "mem");
    }
    let others = others(&fixture.world(), &fixture.locate("home/w/p"));
    let found: Vec<_> = others.iter().map(|other| (other.layout.name(), other.memories)).collect();
    assert_eq!(found, [("claude", 1), ("mini-claude", 1), ("mem", 1)]);
}

#[test]
fn a_choice_is_remembered_and_stays() {
    let fixture = Fixture::new();
    record(&fixture.locate("home/w/p")).unwrap();
    fixture.dir("home/w/p/.claude/memory");
    let place = fixture.locate("home/w/p");
    assert_eq!(rule(&place), ("recorded", "mem"));
    record(&place).unwrap();
    let files: Vec<_> = place.dir.parent().unwrap().read_dir().unwrap().flatten().map(|e| e.file_name()).collect();
    assert_eq!(files, ["project.json"]);
    let text = fs::read_to_string(place.dir.with_file_name("project.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["path", "layout", "dir", "device", "inode"]);
}

#[test]
fn a_damaged_record_is_told_and_passed_over() {
    let fixture = Fixture::new();
    record(&fixture.locate("home/w/p")).unwrap();
    let file = fixture.locate("home/w/p").dir.with_file_name("project.json");
    for text in ["", "{", "{\"path\":\"/x\",\"layout\":\"odd\",\"dir\":\"/y\"}"] {
        fs::write(&file, text).unwrap();
        let place = fixture.locate("home/w/p");
        assert_eq!(place.rule, Rule::Own);
        assert!(matches!(&place.notes[..], [Note::BadRecord { .. }]));
        record(&place).unwrap();
        assert_eq!(fixture.locate("home/w/p").rule, Rule::Recorded);
    }
}

#[test]
fn a_folder_of_another_living_project_is_not_taken() {
    let fixture = Fixture::new();
    let other = fixture.dir("home/w/other");
    record(&fixture.locate("home/w/p")).unwrap();
    let file = fixture.locate("home/w/p").dir.with_file_name("project.json");
    let text = fs::read_to_string(&file).unwrap();
    let root = fixture.base.join("home/w/p");
    fs::write(&file, text.replacen(root.to_str().unwrap(), other.to_str().unwrap(), 1)).unwrap();
    let error = locate(&fixture.world(), &fixture.ask("home/w/p")).unwrap_err();
    assert!(matches!(error, LocateError::Collision { .. }), "{error}");
    fs::remove_dir(other).unwrap();
    assert_eq!(fixture.locate("home/w/p").rule, Rule::Recorded);
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf_8_is_remembered_exactly() {
    use std::os::unix::ffi::OsStringExt as _;
    let fixture = Fixture::new();
    let root = fixture.base.join(OsString::from_vec(b"home/w/\xff\xfe".to_vec()));
    fs::create_dir(&root).unwrap();
    let at = || locate(&fixture.world(), &Ask { roots: Some(roots(&root)), ..Ask::default() }).unwrap();
    record(&at()).unwrap();
    assert_eq!(at().rule, Rule::Recorded);
    assert!(at().notes.is_empty());
}

#[test]
fn a_renamed_project_is_met_with_its_old_store() {
    let fixture = Fixture::new();
    let old = fixture.locate("home/w/p");
    fixture.file(old.dir.join("user_a.md"), "a");
    record(&old).unwrap();
    fs::rename(fixture.base.join("home/w/p"), fixture.base.join("home/w/p two")).unwrap();
    let new = fixture.locate("home/w/p two");
    let note = moved(&fixture.world(), &new).unwrap();
    assert!(matches!(&note, Note::Moved { dir, .. } if *dir == old.dir));
    assert!(note.hint().contains(&format!("mem --dir {} ls", old.dir.display())), "{}", note.hint());
    // What the hint says works.
    fs::create_dir_all(new.dir.parent().unwrap()).unwrap();
    fs::rename(&old.dir, &new.dir).unwrap();
    assert!(fixture.locate("home/w/p two").exists);
    assert_eq!(moved(&fixture.world(), &fixture.locate("home/w/p two")), None);
}

#[test]
fn a_namesake_of_a_project_that_is_gone_gets_a_hint_and_a_living_one_does_not() {
    let fixture = Fixture::new();
    let old = fixture.locate("home/w/p");
    fixture.file(old.dir.join("user_a.md"), "a");
    record(&old).unwrap();
    fixture.dir("home/elsewhere/p");
    assert_eq!(moved(&fixture.world(), &fixture.locate("home/elsewhere/p")), None);
    fs::remove_dir(fixture.base.join("home/w/p")).unwrap();
    assert!(moved(&fixture.world(), &fixture.locate("home/elsewhere/p")).is_some());
}
