//! U: what is said more than once, or in two ways.

use crate::lint::Group;

pub(super) static GROUP: Group =
    Group { letter: 'U', folder: "duplicate", title: "what is said more than once", rules: &[] };
