//! The answers of the last time, so that only what is new is read: new questions, and files that have
//! changed.
//!
//! One file a project in `$XDG_CACHE_HOME/mem`. It is never needed; one that is damaged or of another
//! version is none.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    asked::{Asked, Table},
    best::{Best, Place, Places},
    survey::Survey,
};
use crate::{
    model::{
        Stamp,
        bytes::{self, Bytes, put_number, put_stamp, put_text},
        digest,
    },
    world::World,
};

/// Changes with the format, and with what counts as an answer.
const VERSION: &[u8; 16] = b"mem project 0001";

/// Bytes of the shortest file and of the shortest question in it.
const LEAST_FILE: usize = 48;
const LEAST_QUESTION: usize = 10;

/// Questions that nobody has asked this time are kept up to this many.
const UNASKED: usize = 200_000;

/// What was known.
#[derive(Default)]
pub(super) struct Known {
    /// The files, sorted, each in the state in which it was read.
    files: Vec<(String, Stamp)>,
    answers: Table<Places>,
}

/// Where it is kept.
pub(super) fn path(world: &World, top: &Path) -> Option<PathBuf> {
    let folder = world.xdg("XDG_CACHE_HOME", ".cache").ok()?;
    let name = digest::project_hash(top.as_os_str().as_encoded_bytes());
    Some(folder.join("mem").join(format!("{name}.project")))
}

impl Known {
    pub(super) fn load(path: &Path) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let mut rest = bytes::opened(VERSION, &bytes)?;
        let count = rest.count(LEAST_FILE)?;
        let files = (0..count).map(|_| Some((rest.text()?.to_owned(), rest.stamp()?))).collect::<Option<Vec<_>>>()?;
        let count = rest.count(LEAST_QUESTION)?;
        let mut answers = Table::default();
        for _ in 0..count {
            let key = rest.number()?;
            answers.insert(key, places(&mut rest)?);
        }
        files.is_sorted_by(|a, b| a.0 < b.0).then_some(Self { files, answers })
    }

    /// What still holds of it for the project as it is now: the answers with the files' present numbers,
    /// and the numbers of the files that must be read again.
    pub(super) fn now(self, survey: &Survey) -> (Table<Places>, Vec<u32>) {
        let mut numbers = vec![None; self.files.len()];
        let mut changed = Vec::new();
        let mut at = 0;
        for ((file, stamp), number) in survey.files.iter().zip(survey.stamps()).zip(0_u32..) {
            while self.files.get(at).is_some_and(|(path, _)| *path < file.path) {
                at += 1;
            }
            let same = self.files.get(at).is_some_and(|(path, then)| *path == file.path && then == stamp);
            // One that is gone by now is in the state that none is kept in.
            if same && *stamp != Stamp::default() {
                numbers[at] = Some(number);
            } else {
                changed.push(number);
            }
        }
        let renumbered = self.answers.into_iter().filter_map(|(key, places)| Some((key, places.renumbered(&numbers)?)));
        (renumbered.collect(), changed)
    }
}

impl Places {
    /// The same places among the files of today. `None` when none is left of those that were kept and
    /// there were more: then it must be asked anew.
    fn renumbered(mut self, numbers: &[Option<u32>]) -> Option<Self> {
        self.places.retain_mut(|place| {
            let number = numbers.get(place.file as usize).copied().flatten();
            place.file = number.unwrap_or(place.file);
            number.is_some()
        });
        (!self.places.is_empty() || !self.more).then_some(self)
    }
}

/// Keeps the answers, with those of questions that were not asked this time.
pub(super) fn save(path: &Path, survey: &Survey, asked: &Asked<'_>, best: &Best, rest: &Table<Places>) {
    let mut body = Vec::new();
    put_number(&mut body, survey.files.len() as u64);
    for (file, stamp) in survey.files.iter().zip(survey.stamps()) {
        put_text(&mut body, &file.path);
        // One that may change under the same stamp is read again.
        put_stamp(&mut body, &if stamp.is_racy(survey.at) { Stamp::default() } else { *stamp });
    }
    let rest: Vec<_> = rest.iter().take(UNASKED).collect();
    put_number(&mut body, (asked.questions.len() + rest.len()) as u64);
    let answered = asked.questions.iter().map(|question| question.key).zip(&best.0);
    for (key, places) in answered.chain(rest.into_iter().map(|(key, places)| (*key, places))) {
        put_number(&mut body, key);
        put_places(&mut body, places);
    }
    let bytes = bytes::sealed(VERSION, &body);
    let temp = path.with_extension(format!("project.{}", std::process::id()));
    // A cache that cannot be written costs a walk through all files next time.
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&temp, bytes));
    let _ = made.and_then(|()| fs::rename(&temp, path));
}

fn put_places(body: &mut Vec<u8>, places: &Places) {
    body.push(u8::try_from(places.places.len()).unwrap_or_default());
    body.push(u8::from(places.more));
    for place in &places.places {
        body.push(place.rank);
        body.extend_from_slice(&place.file.to_le_bytes());
        body.extend_from_slice(&place.line.to_le_bytes());
    }
}

fn places(rest: &mut Bytes<'_>) -> Option<Places> {
    let [count, more] = rest.array()?;
    let place = |rest: &mut Bytes<'_>| {
        let [rank] = rest.array()?;
        Some(Place { rank, file: u32::from_le_bytes(rest.array()?), line: u32::from_le_bytes(rest.array()?) })
    };
    let places = (0..count).map(|_| place(rest)).collect::<Option<_>>()?;
    Some(Places { places, more: more == 1 })
}
