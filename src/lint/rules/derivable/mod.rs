//! D: what the project says already, with the place where it does.

mod copied_code;
mod debugging_recipe;
mod described_code;
mod file_list;
mod git_history;
mod manifest_facts;
mod repeated_in_docs;
mod shared_known;
mod task_state;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'D',
    folder: "derivable",
    title: "what the project says already",
    rules: &[
        &file_list::RULE,
        &copied_code::RULE,
        &git_history::RULE,
        &repeated_in_docs::RULE,
        &debugging_recipe::RULE,
        &task_state::RULE,
        &manifest_facts::RULE,
        &described_code::RULE,
    ],
};
