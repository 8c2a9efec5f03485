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

use crate::{
    lint::{Findings, Group, Snapshot},
    store::index::Size,
};

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

/// Says that an index has more than agents load, or soon will have: so many `units`, which `of` counts.
fn index_size(
    snapshot: &Snapshot,
    found: &mut Findings<'_>,
    units: &str,
    of: impl Fn(&Size) -> usize,
    (limit, near): (usize, usize),
) {
    let Some(index) = &snapshot.index else { return };
    let size = of(&index.lines().size());
    if size > limit {
        let lost = size - limit;
        let message = format!("the index has {size} {units}, and agents load {limit}: {lost} are never read");
        found.on_file(&index.file, message);
    } else if size > near {
        found.on_file(&index.file, format!("the index has {size} {units}, and agents load {limit} at most"));
    }
}
