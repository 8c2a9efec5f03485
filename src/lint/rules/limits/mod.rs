//! L: how long and how large things may be.

mod body_length;
mod description_length;
mod index_bytes;
mod index_line_length;
mod index_lines;
mod name_length;
mod names_collide;
mod path_length;
mod reserved_name;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'L',
    folder: "limits",
    title: "lengths and sizes",
    rules: &[
        // One line a rule, by code.
        &index_lines::RULE,
        &index_bytes::RULE,
        &index_line_length::RULE,
        &description_length::RULE,
        &body_length::RULE,
        &name_length::RULE,
        &path_length::RULE,
        &names_collide::RULE,
        &reserved_name::RULE,
    ],
};
