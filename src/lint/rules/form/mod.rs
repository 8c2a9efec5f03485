//! F: whether a file can be read as its writer meant it.

mod missing_header;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'F',
    folder: "form",
    title: "the form of the file",
    rules: &[
        // One line a rule, by code.
        &missing_header::RULE,
    ],
};
