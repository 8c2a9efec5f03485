//! What several rules show: the names and files of a memory that the project has.

use crate::{
    lint::{Evidence, Finding, Subject, said::Name},
    project::facts::{Facts, Spot},
};

/// Places that are shown.
pub(super) const SHOWN: usize = 5;

/// A name of a memory and where the code has it.
pub(super) type Known<'f> = (&'f Name<'f>, &'f Spot);

/// The names of a memory that stand in the code, in the order of the text.
pub(super) fn known<'m>(memory: &'m Subject<'_>, facts: &'m Facts) -> Vec<Known<'m>> {
    let names = memory.names().iter();
    names.filter_map(|name| facts.in_code(name.text).map(|spot| (name, spot))).collect()
}

/// Whether the code gives the name to something of its own.
pub(super) fn is_own((name, _): &Known<'_>, facts: &Facts) -> bool {
    facts.defined.contains(name.text)
}

/// Shows where names stand, those first that the code gives to something of its own.
pub(super) fn show(finding: &mut Finding, known: &[Known<'_>], facts: &Facts) {
    let (own, others): (Vec<_>, Vec<_>) = known.iter().partition(|name| is_own(name, facts));
    for (_, spot) in own.into_iter().chain(others).take(SHOWN) {
        finding.evidence(place(spot));
    }
}

/// A place as evidence.
pub(super) fn place(spot: &Spot) -> Evidence {
    Evidence::File { file: spot.file.clone(), line: Some(spot.line) }
}

/// A sentence of the docs that says what one of the memory's says, as evidence.
pub(super) fn in_docs(memory: &Subject<'_>, facts: &Facts) -> Option<Evidence> {
    let echoes = memory.all_sentences().filter_map(|sentence| facts.echoes.get(&*sentence.text)?.first());
    echoes.filter(|echo| echo.share >= 60).max_by_key(|echo| echo.share).map(|echo| place(&echo.spot))
}
