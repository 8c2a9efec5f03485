//! The rules: a folder a group, a file a rule, a line in the group's list.

mod derivable;
mod duplicate;
mod form;
mod index;
mod limits;
mod safety;
mod stale;
mod taxonomy;
#[cfg(test)]
mod tests;

use super::{Group, Rule};

pub use stale::{RelativeDate, Replaced, relative_dates, replaced};

/// The groups, in the order of the pages.
pub static GROUPS: [&Group; 8] = [
    &form::GROUP,
    &taxonomy::GROUP,
    &limits::GROUP,
    &index::GROUP,
    &derivable::GROUP,
    &stale::GROUP,
    &duplicate::GROUP,
    &safety::GROUP,
];

/// Every rule.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.rules.iter().copied())
}

/// The rule of this code, in any case.
#[must_use]
pub fn find(code: &str) -> Option<&'static Rule> {
    let group = GROUPS.iter().find(|group| code.starts_with([group.letter, group.letter.to_ascii_lowercase()]));
    let by_code = group.and_then(|group| group.rules.iter().find(|rule| rule.code.eq_ignore_ascii_case(code)));
    by_code.copied().or_else(|| all().find(|rule| rule.name == code))
}
