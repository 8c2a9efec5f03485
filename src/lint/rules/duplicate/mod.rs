//! U: what is said more than once, or in two ways.

mod contradiction;
mod near_same_text;
mod same_fact;
mod same_text;
mod shared_text;

use crate::lint::Group;

pub(super) static GROUP: Group = Group {
    letter: 'U',
    folder: "duplicate",
    title: "what is said more than once",
    rules: &[
        // One line a rule, by code.
        &same_text::RULE,
        &near_same_text::RULE,
        &same_fact::RULE,
        &contradiction::RULE,
    ],
};
