//! D: what the project says already, with the place where it does.

mod described_code;
mod repeated_in_docs;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'D',
    folder: "derivable",
    title: "what the project says already",
    rules: &[
        // One line a rule, by code.
        &repeated_in_docs::RULE,
        &described_code::RULE,
    ],
};
