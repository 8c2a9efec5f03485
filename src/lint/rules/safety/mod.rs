//! X: what does harm to whoever reads or publishes it.

mod invisible_character;
mod link_out_of_the_store;
mod orders_to_the_agent;
mod recalled_text;
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
        &orders_to_the_agent::RULE,
        &invisible_character::RULE,
        &link_out_of_the_store::RULE,
        &recalled_text::RULE,
    ],
};
