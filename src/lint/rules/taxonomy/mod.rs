//! T: the type of a memory, and what that type promises.

use crate::lint::Group;

pub(super) static GROUP: Group =
    Group { letter: 'T', folder: "taxonomy", title: "the type and what it promises", rules: &[] };
