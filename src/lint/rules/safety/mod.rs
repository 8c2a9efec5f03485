//! X: what does harm to whoever reads or publishes it.

use crate::lint::Group;

pub(super) static GROUP: Group = Group { letter: 'X', folder: "safety", title: "what does harm", rules: &[] };
