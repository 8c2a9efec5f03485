//! Findings as bytes.

use std::{cell::OnceCell, collections::HashMap, io};

use crate::{
    lint::{Evidence, Finding, Fix, Level, Place, Safety, Snapshot, rules},
    model::{
        Document, Stamp,
        bytes::{self, Bytes, put_number, put_stamp, put_text},
    },
    store::{Kept, Store, scan::Scan},
};

/// The name under which it is kept.
const NAME: &str = "lint";
/// Changes with the format.
const VERSION: &[u8; 16] = b"mem lint    0001";
/// Bytes of the shortest finding, and of the shortest list.
const LEAST: usize = 40;
const LEAST_LIST: usize = 16;

/// What is kept, as far as it is looked at.
#[derive(Default)]
pub(super) struct Known {
    kept: Option<Kept>,
    /// The state of each file, made when the first is asked for.
    stamps: OnceCell<HashMap<String, Stamp>>,
    index: (String, Option<Stamp>),
    /// Files that are looked at and turn out to be no memories.
    pub(super) others: Vec<String>,
    memories: HashMap<String, Vec<Finding>>,
    store: Vec<Finding>,
}

/// What is to be kept.
pub(super) struct Found<'a> {
    /// The files of the scan.
    pub(super) looked: &'a [(String, Stamp)],
    /// The index's name and the state that it was read in.
    pub(super) index: (String, Option<Stamp>),
    pub(super) snapshot: &'a Snapshot,
    /// What was found in each memory of the snapshot.
    pub(super) memories: &'a [Vec<Finding>],
    /// What was found in the store as a whole.
    pub(super) store: &'a [Finding],
}

impl Known {
    /// Whether nothing of the store has changed since.
    pub(super) fn is_whole(&self, scan: &Scan, index: (String, Option<Stamp>)) -> bool {
        let Some(kept) = &self.kept else { return false };
        let now = scan.files.iter().map(|facts| (facts.file.as_str(), facts.stamp));
        self.index == index && kept.files().eq(now)
    }

    /// What was found in a memory that is as it was.
    pub(super) fn of(&self, document: &Document) -> Option<&[Finding]> {
        let kept = self.kept.as_ref()?;
        let stamps = self.stamps.get_or_init(|| kept.files().map(|(file, stamp)| (file.to_owned(), stamp)).collect());
        let memory = &document.memory;
        let same = stamps.get(&memory.file) == Some(&memory.stamp);
        same.then(|| self.memories.get(&memory.file).map_or(&[][..], Vec::as_slice))
    }

    /// Everything that was found.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.memories.into_values().flatten().chain(self.store).collect();
        crate::lint::sort(&mut findings);
        findings
    }
}

/// What is kept under this key.
pub(super) fn load(store: &Store, key: &str) -> Option<Known> {
    let kept = store.kept(NAME)?;
    let size: [u8; 8] = kept.read(0..8)?.try_into().ok()?;
    let body = kept.read(8..u64::from_le_bytes(size).checked_add(8)?)?;
    let mut rest = bytes::opened(VERSION, &body)?;
    if rest.text()? != key {
        return None;
    }
    let index = (rest.text()?.to_owned(), if rest.flag()? { Some(rest.stamp()?) } else { None });
    let others = (0..rest.count(8)?).map(|_| rest.text().map(str::to_owned)).collect::<Option<_>>()?;
    let mut memories = HashMap::new();
    for _ in 0..rest.count(LEAST_LIST)? {
        memories.insert(rest.text()?.to_owned(), findings(&mut rest)?);
    }
    let of_store = findings(&mut rest)?;
    Some(Known { kept: Some(kept), stamps: OnceCell::new(), index, others, memories, store: of_store })
}

/// Keeps what was found. A file that may still change under its stamp matches none.
pub(super) fn save(store: &Store, key: &str, found: &Found<'_>) -> io::Result<()> {
    let sound = |stamp: &Stamp| if store.is_racy(stamp) { Stamp::default() } else { *stamp };
    let mut files = Vec::with_capacity(found.looked.len());
    let mut others = Vec::new();
    for (file, stamp) in found.looked {
        // As it was when it was read, which may be later than the scan.
        let read = found.snapshot.memory(file).map(|document| document.memory.stamp);
        others.extend(read.is_none().then_some(file));
        files.push((file.clone(), sound(&read.unwrap_or(*stamp))));
    }
    let mut body = Vec::new();
    put_text(&mut body, key);
    put_text(&mut body, &found.index.0);
    body.push(u8::from(found.index.1.is_some()));
    if let Some(stamp) = &found.index.1 {
        put_stamp(&mut body, &sound(stamp));
    }
    put_number(&mut body, others.len() as u64);
    others.iter().for_each(|file| put_text(&mut body, file));
    let faulty: Vec<_> =
        found.snapshot.memories.iter().zip(found.memories).filter(|(_, all)| !all.is_empty()).collect();
    put_number(&mut body, faulty.len() as u64);
    for (document, all) in faulty {
        put_text(&mut body, &document.memory.file);
        put_findings(&mut body, all);
    }
    put_findings(&mut body, found.store);
    let body = bytes::sealed(VERSION, &body);
    let mut made = (body.len() as u64).to_le_bytes().to_vec();
    made.extend_from_slice(&body);
    store.keep(NAME, &files, &made)
}

fn put_findings(out: &mut Vec<u8>, findings: &[Finding]) {
    put_number(out, findings.len() as u64);
    for finding in findings {
        put_text(out, finding.code);
        put_text(out, &finding.file);
        out.push(u8::from(finding.place.is_some()));
        if let Some(place) = &finding.place {
            [place.line, place.column, place.width].into_iter().for_each(|n| put_number(out, n as u64));
            put_text(out, &place.source);
        }
        put_text(out, &finding.message);
        put_text(out, &finding.help);
        put_number(out, finding.evidence.len() as u64);
        finding.evidence.iter().for_each(|evidence| put_evidence(out, evidence));
        out.push(match &finding.fix {
            None => 0,
            Some(fix) if fix.safety == Safety::Safe => 1,
            Some(_) => 2,
        });
    }
}

fn put_evidence(out: &mut Vec<u8>, evidence: &Evidence) {
    let (tag, text, line) = match evidence {
        Evidence::File { file, line } => (0, file, *line),
        Evidence::Commit { id } => (1, id, None),
        Evidence::Memory { file, line } => (2, file, *line),
    };
    out.push(tag);
    put_text(out, text);
    put_number(out, line.unwrap_or_default() as u64);
}

fn findings(rest: &mut Bytes<'_>) -> Option<Vec<Finding>> {
    (0..rest.count(LEAST)?).map(|_| finding(rest)).collect()
}

fn finding(rest: &mut Bytes<'_>) -> Option<Finding> {
    let rule = rules::find(rest.text()?)?;
    let file = rest.text()?.to_owned();
    let number = |rest: &mut Bytes<'_>| usize::try_from(rest.number()?).ok();
    let place = if rest.flag()? {
        let (line, column, width) = (number(rest)?, number(rest)?, number(rest)?);
        Some(Place { line, column, width, source: rest.text()?.to_owned() })
    } else {
        None
    };
    let (message, help) = (rest.text()?.to_owned(), rest.text()?.to_owned());
    let evidence = (0..rest.count(17)?).map(|_| evidence(rest)).collect::<Option<_>>()?;
    // Which bytes a fix changes is found anew when it is made.
    let fix = |safety| Some(Fix { safety, edits: Vec::new() });
    let fix = match rest.array::<1>()? {
        [0] => None,
        [1] => fix(Safety::Safe),
        _ => fix(Safety::Look),
    };
    let level: Level = rule.level;
    Some(Finding { code: rule.code, name: rule.name, level, file, place, message, help, evidence, fix, judged: false })
}

fn evidence(rest: &mut Bytes<'_>) -> Option<Evidence> {
    let [tag] = rest.array::<1>()?;
    let text = rest.text()?.to_owned();
    let line = usize::try_from(rest.number()?).ok().filter(|line| *line > 0);
    Some(match tag {
        0 => Evidence::File { file: text, line },
        1 => Evidence::Commit { id: text },
        _ => Evidence::Memory { file: text, line },
    })
}
