//! T: the type of a memory, and what that type promises.

mod address_of_another_type;
mod deadline_in_feedback;
mod feedback_without_how;
mod feedback_without_why;
mod long_project_note_without_why;
mod missing_type;
mod prefix_contradicts_type;
mod unknown_type;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'T',
    folder: "taxonomy",
    title: "the type and what it promises",
    rules: &[
        // One line a rule, by code.
        &unknown_type::RULE,
        &missing_type::RULE,
        &prefix_contradicts_type::RULE,
        &feedback_without_why::RULE,
        &feedback_without_how::RULE,
        &long_project_note_without_why::RULE,
        &address_of_another_type::RULE,
        &deadline_in_feedback::RULE,
    ],
};
