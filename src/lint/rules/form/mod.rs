//! F: whether a file can be read as its writer meant it.

mod ignore_without_reason;
mod missing_header;
mod unknown_ignore;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'F',
    folder: "form",
    title: "the form of the file",
    rules: &[
        // One line a rule, by code.
        &missing_header::RULE,
        &ignore_without_reason::RULE,
        &unknown_ignore::RULE,
    ],
};
