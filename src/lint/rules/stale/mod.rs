//! S: what time has overtaken.

use crate::lint::Group;

pub(super) static GROUP: Group = Group { letter: 'S', folder: "stale", title: "what time has overtaken", rules: &[] };
