//! F: whether a file can be read as its writer meant it.

mod bad_date;
mod byte_order_mark;
mod conflict_copy;
mod conflict_marker;
mod control_character;
mod cut_at_hash;
mod duplicate_key;
mod header_not_first;
mod ignore_without_reason;
mod malformed_header;
mod missing_description;
mod missing_header;
mod missing_name;
mod not_text;
mod not_utf8;
mod null_value;
mod odd_file_name;
mod readme;
mod says_nothing;
mod shared_problems;
mod stacked_header;
mod unclosed_header;
mod unknown_ignore;
mod unopened_file;
mod yaml_mark;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'F',
    folder: "form",
    title: "the form of the file",
    rules: &[
        // One line a rule, by code.
        &missing_header::RULE,
        &unclosed_header::RULE,
        &malformed_header::RULE,
        &duplicate_key::RULE,
        &stacked_header::RULE,
        &byte_order_mark::RULE,
        &header_not_first::RULE,
        &missing_name::RULE,
        &missing_description::RULE,
        &cut_at_hash::RULE,
        &not_utf8::RULE,
        &control_character::RULE,
        &conflict_marker::RULE,
        &yaml_mark::RULE,
        &null_value::RULE,
        &not_text::RULE,
        &bad_date::RULE,
        &odd_file_name::RULE,
        &unopened_file::RULE,
        &conflict_copy::RULE,
        &readme::RULE,
        &says_nothing::RULE,
        &ignore_without_reason::RULE,
        &unknown_ignore::RULE,
    ],
};
