//! L: how long and how large things may be.

use crate::lint::Group;

pub(super) static GROUP: Group = Group { letter: 'L', folder: "limits", title: "lengths and sizes", rules: &[] };
