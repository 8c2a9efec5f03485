//! D: what the project says already, with the place where it does.

use crate::lint::Group;

pub(super) static GROUP: Group =
    Group { letter: 'D', folder: "derivable", title: "what the project says already", rules: &[] };
