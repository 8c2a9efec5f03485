//! S: what time has overtaken.

mod future_date;
mod missing_file;
mod missing_line;
mod missing_symbol;
mod passed_deadline;
mod relative_date;
mod shared_relative;
mod shared_unspaced;
mod superseded;

use crate::lint::Group;

pub use relative_date::{RelativeDate, relative_dates};
pub use superseded::{Replaced, replaced};

pub(super) static GROUP: Group = Group {
    letter: 'S',
    folder: "stale",
    title: "what time has overtaken",
    rules: &[
        &relative_date::RULE,
        &passed_deadline::RULE,
        &future_date::RULE,
        &missing_file::RULE,
        &missing_line::RULE,
        &missing_symbol::RULE,
        &superseded::RULE,
    ],
};
