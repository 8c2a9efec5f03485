//! I: the index and the files that it lists.

use crate::lint::Group;

pub(super) static GROUP: Group = Group { letter: 'I', folder: "index", title: "the index", rules: &[] };
