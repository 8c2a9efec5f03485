//! X: what does harm to whoever reads or publishes it.

mod secret;
mod secret_in_index;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'X',
    folder: "safety",
    title: "what does harm",
    rules: &[
        // One line a rule, by code.
        &secret::RULE,
        &secret_in_index::RULE,
    ],
};
