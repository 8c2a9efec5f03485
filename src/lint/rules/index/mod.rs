//! I: the index and the files that it lists.

mod ambiguous_name;
mod dangling_entry;
mod dead_link;
mod duplicate_entry;
mod hook_contradicts;
mod index_conflict;
mod index_not_utf8;
mod inline_content;
mod no_index;
mod orphan;
mod retired_index;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'I',
    folder: "index",
    title: "the index",
    rules: &[
        // One line a rule, by code.
        &orphan::RULE,
        &dangling_entry::RULE,
        &dead_link::RULE,
        &duplicate_entry::RULE,
        &ambiguous_name::RULE,
        &inline_content::RULE,
        &hook_contradicts::RULE,
        &retired_index::RULE,
        &no_index::RULE,
        &index_conflict::RULE,
        &index_not_utf8::RULE,
    ],
};
