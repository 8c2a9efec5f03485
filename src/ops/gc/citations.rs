//! Memories about files of the project that are gone, all of them: a person may want to let go of
//! them. A file that git saw move is not gone.

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    lint::{Around, Subject, judge_one, questions, rules},
    model::Document,
    ops::lint::against::Against,
    project::Project,
    store::Store,
    world::World,
};

/// The rule that knows which cited files are gone.
const RULE: &str = "S104";

pub(super) fn find(world: &World, store: &Store, project: Option<&Project>, documents: &[Document]) -> Found {
    let Some(rule) = rules::find(RULE) else { return Found::default() };
    let subjects: Vec<Subject<'_>> = documents.iter().map(Subject::new).collect();
    let cited = |subject: &Subject<'_>| questions(&[subject], &[rule]).cited.len();
    let citing: Vec<&Subject<'_>> = subjects.iter().filter(|subject| cited(subject) > 0).collect();
    let asked = questions(&citing, &[rule]);
    // The project is not looked at for nothing.
    let against = (!citing.is_empty()).then(|| Against::new(world, project, store.dir())).flatten();
    let Some(facts) = against.map(|against| against.answer(&asked)) else { return Found::default() };
    let around = Around { now: world.now(), facts: &facts };
    let suggestions = citing.iter().filter_map(|subject| {
        let gone = judge_one(subject, &around, &[rule]).into_iter().filter(|finding| finding.fix.is_none());
        let file = &subject.memory.file;
        let line = |place: crate::lint::Place| Evidence::new(file, Some(place.line), &place.source);
        let evidence: Vec<Evidence> = gone.filter_map(|finding| finding.place.map(line)).collect();
        let reason = match evidence.len() {
            1 => "the file that it cites is gone".to_owned(),
            files => format!("all {files} files that it cites are gone"),
        };
        let all = evidence.len() == cited(subject);
        all.then(|| Item::drop(Kind::CitationsGone, file, reason, evidence).shown())
    });
    Found { items: Vec::new(), suggestions: suggestions.collect() }
}
