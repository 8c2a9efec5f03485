//! Notes that another memory takes the place of, by their own word or by that of the other, and
//! notes that say nothing but that they were deleted.

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    lint::rules::{Replaced, replaced},
    model::{Document, index_line::folded},
};

/// Header keys by which a note names its successor …
const BY: [&str; 6] = ["superseded_by", "superseded-by", "supersededBy", "replaced_by", "replaced-by", "replacedBy"];
/// … and the one by which the successor names the notes that it takes the place of.
const OF: &str = "supersedes";

/// How a body that begins with its own end says so. Lower case.
const WORDS: [&str; 8] = [
    "superseded by",
    "replaced by",
    "merged into",
    "deprecated in favour of",
    "deprecated in favor of",
    "已被",
    "已合并到",
    "統合先",
];

pub(super) fn find(documents: &[Document]) -> Found {
    let notes = Notes::of(documents);
    let mut found = Found::default();
    for document in documents {
        match notes.successor(document) {
            Some((by, evidence)) if !notes.leads_back(document, by) => {
                let reason = format!("{} takes its place", by.memory.file);
                let item = Item::drop(Kind::Superseded, &document.memory.file, reason, vec![evidence]);
                found.items.push(item.beside(&by.memory.file));
            }
            _ => found.items.extend(tombstone(document)),
        }
    }
    found
}

/// Of these memories those whose place another one of them takes, by their headers or by what they say of
/// one another: the file of each and of the other.
pub(in crate::ops) fn successors<'d>(documents: impl Iterator<Item = &'d Document>) -> Vec<(String, String)> {
    let documents: Vec<Document> = documents.cloned().collect();
    let notes = Notes::of(&documents);
    let said = replaced(&documents);
    let in_header = |document| notes.successor(document).map(|(by, _)| by).filter(|by| !notes.leads_back(document, by));
    // Two that both say so of the other say nothing.
    let back = |one: &Replaced<'_>| said.iter().any(|other| is_same(other.old, one.new) && is_same(other.new, one.old));
    let in_text = |document| said.iter().find(|one| is_same(one.old, document) && !back(one)).map(|one| one.new);
    let pair = |document| {
        let by: &Document = in_header(document).or_else(|| in_text(document))?;
        Some((document.memory.file.clone(), by.memory.file.clone()))
    };
    documents.iter().filter_map(pair).collect()
}

fn is_same(one: &Document, other: &Document) -> bool {
    one.memory.file == other.memory.file
}

/// The memories, and what each of those claims that names predecessors.
struct Notes<'d> {
    documents: &'d [Document],
    claims: Vec<(&'d Document, &'d str)>,
}

type Successor<'d> = (&'d Document, Evidence);

impl<'d> Notes<'d> {
    fn of(documents: &'d [Document]) -> Self {
        let claims = documents.iter().filter_map(|d| Some((d, d.header.get(OF)?))).collect();
        Self { documents, claims }
    }

    fn successor(&self, document: &Document) -> Option<Successor<'d>> {
        self.by_header(document).or_else(|| self.by_other(document)).or_else(|| by_body(document, self.documents))
    }

    fn by_header(&self, document: &Document) -> Option<Successor<'d>> {
        let (key, value) = BY.into_iter().find_map(|key| Some((key, document.header.get(key)?)))?;
        let by = named(value, document, self.documents)?;
        Some((by, evidence(document, |line| line.trim_start().starts_with(key))))
    }

    fn by_other(&self, document: &Document) -> Option<Successor<'d>> {
        let others = self.claims.iter().filter(|(other, _)| other.memory.file != document.memory.file);
        let mut claiming =
            others.filter(|(_, names)| names.split([',', '[', ']', '\n']).any(|name| is_named(name, document)));
        let (by, _) = claiming.next()?;
        Some((by, evidence(by, |line| line.trim_start().starts_with(OF))))
    }

    /// Whether the successor, or one of its own, names the note in turn: then neither goes.
    fn leads_back(&self, document: &Document, by: &'d Document) -> bool {
        let mut at = by;
        for _ in self.documents {
            match self.successor(at) {
                Some((next, _)) if next.memory.file == document.memory.file => return true,
                Some((next, _)) => at = next,
                None => return false,
            }
        }
        true
    }
}

/// The first line of the body says it, and names a memory that is there.
fn by_body<'d>(document: &Document, documents: &'d [Document]) -> Option<Successor<'d>> {
    let first = document.body().lines().map(str::trim).find(|line| !line.is_empty())?;
    let bare = first.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = WORDS.into_iter().find(|word| bare.starts_with(word))?;
    let by = mentioned(&first[first.to_lowercase().find(word)?.min(first.len())..], document, documents)?;
    Some((by, evidence(document, |line| line.trim() == first)))
}

/// The memory that a line links to or names by its file.
fn mentioned<'d>(line: &str, but: &Document, documents: &'d [Document]) -> Option<&'d Document> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | '"' | ',' | ';' | '，' | '。');
    let links = line.split("[[").skip(1).filter_map(|rest| rest.split("]]").next());
    let links = links.map(|link| link.split(['|', '#']).next().unwrap_or(link));
    let files = line.split(ends).map(|word| word.trim_end_matches(['.', ':'])).filter(|word| word.ends_with(".md"));
    links.chain(files).find_map(|name| named(name, but, documents))
}

fn named<'d>(name: &str, but: &Document, documents: &'d [Document]) -> Option<&'d Document> {
    documents.iter().find(|d| d.memory.file != but.memory.file && is_named(name, d))
}

/// Whether a name means the memory: its file, its stem, or its name.
fn is_named(name: &str, document: &Document) -> bool {
    let bare = name.trim().trim_start_matches("[[").trim_end_matches("]]").trim_matches(['"', '\'', '`', ' ']);
    let wanted = folded(bare);
    let memory = &document.memory;
    !bare.is_empty() && [memory.file.as_str(), memory.stem(), &memory.name].iter().any(|own| folded(own) == wanted)
}

/// `# DELETED`, `deleted: merged into the other note`, and no more than that one line.
fn tombstone(document: &Document) -> Option<Item> {
    let mut lines = document.body().lines().map(str::trim).filter(|line| !line.is_empty());
    let (line, None) = (lines.next()?, lines.next()) else { return None };
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let rest =
        ["deleted", "removed", "已删除", "削除済み", "삭제됨"].into_iter().find_map(|word| bare.strip_prefix(word))?;
    let rest = rest.trim_start();
    let only = rest.is_empty()
        || rest.starts_with([':', '(', '-', '–', '—'])
        || rest.starts_with(|c: char| c.is_ascii_digit());
    let reason = "says nothing but that it was deleted".to_owned();
    only.then(|| {
        Item::drop(Kind::Tombstone, &document.memory.file, reason, vec![evidence(document, |l| l.trim() == line)])
    })
}

/// The first line of the file that is the one.
pub(super) fn evidence(document: &Document, is_it: impl Fn(&str) -> bool) -> Evidence {
    let at = document.text.lines().position(is_it);
    let line = at.and_then(|at| document.text.lines().nth(at)).unwrap_or_default();
    Evidence::new(&document.memory.file, at.map(|at| at + 1), line)
}
