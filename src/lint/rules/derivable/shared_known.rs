//! What several rules show: the names and files of a memory that the project has.

use crate::{
    lint::{
        Evidence, Finding,
        said::{self, Name},
    },
    model::Document,
    project::facts::{Facts, Spot},
};

/// Places that are shown.
pub(super) const SHOWN: usize = 5;

/// A name of a memory and where the code has it.
pub(super) type Known<'f> = (Name, &'f Spot);

/// The names of a memory that stand in the code, in the order of the text.
pub(super) fn known<'f>(memory: &Document, facts: &'f Facts) -> Vec<Known<'f>> {
    let names = said::names(memory).into_iter();
    names.filter_map(|name| facts.in_code(&name.text).map(|spot| (name, spot))).collect()
}

/// Shows where names stand, those first that the code gives to something of its own.
pub(super) fn show(finding: &mut Finding, known: &[Known<'_>], facts: &Facts) {
    let is_own = |known: &&Known<'_>| facts.defined.contains(&known.0.text);
    let others = known.iter().filter(|name| !is_own(name));
    for (_, spot) in known.iter().filter(is_own).chain(others).take(SHOWN) {
        finding.evidence(place(spot));
    }
}

/// A place as evidence.
pub(super) fn place(spot: &Spot) -> Evidence {
    Evidence::File { file: spot.file.clone(), line: Some(spot.line) }
}

/// A sentence of the docs that says what one of the memory's says, as evidence.
pub(super) fn in_docs(memory: &Document, facts: &Facts) -> Option<Evidence> {
    let sentences = said::description(memory).into_iter().chain(said::sentences(memory));
    let echoes = sentences.filter_map(|sentence| facts.echoes.get(&sentence.text)?.first());
    echoes.filter(|echo| echo.share >= 60).max_by_key(|echo| echo.share).map(|echo| place(&echo.spot))
}
