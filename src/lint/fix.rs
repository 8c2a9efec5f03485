//! Changes that put findings right.

use std::ops::Range;

/// Whether a change can be made unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// The meaning stays for every reader: `--fix` makes it.
    Safe,
    /// Somebody must look at it first: it is shown and not made.
    Look,
}

impl Safety {
    /// The words for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Look => "needs a look",
        }
    }

    /// The word for it in documents.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Look => "look",
        }
    }
}

/// A change of the file that the finding is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it can be made unseen.
    pub safety: Safety,
    /// In order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Bytes of a file and what to put in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Of the whole text.
    pub range: Range<usize>,
    /// May be empty.
    pub text: String,
}

impl Fix {
    /// A safe change of one place.
    #[must_use]
    pub fn safe(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { safety: Safety::Safe, edits: vec![Edit { range, text: text.into() }] }
    }

    /// A change of one place that somebody must look at.
    #[must_use]
    pub fn look(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { safety: Safety::Look, ..Self::safe(range, text) }
    }
}

/// The text with the fixes in it, as many as do not touch each other, and how many these are.
#[must_use]
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut done = 0;
    for fix in fixes {
        let fits = |edit: &Edit| {
            let whole = text.get(edit.range.clone()).is_some();
            whole && !taken.iter().any(|t| touches(&t.range, &edit.range))
        };
        if !fix.edits.is_empty() && fix.edits.iter().all(fits) {
            taken.extend(&fix.edits);
            done += 1;
        }
    }
    taken.sort_by_key(|edit| edit.range.start);
    let mut fixed = String::with_capacity(text.len());
    let mut at = 0;
    for edit in taken {
        fixed.push_str(text.get(at..edit.range.start).unwrap_or_default());
        fixed.push_str(&edit.text);
        at = edit.range.end;
    }
    fixed.push_str(text.get(at..).unwrap_or_default());
    (fixed, done)
}

/// Two insertions at one place touch too: which comes first is not known.
fn touches(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start <= b.end && b.start <= a.end
}

#[cfg(test)]
mod tests {
    use super::{Edit, Fix, Safety, apply};

    #[test]
    fn fixes_that_touch_wait_for_the_next_time() {
        let fixes = [Fix::safe(0..1, "A"), Fix::safe(1..2, "no"), Fix::safe(3..3, "+"), Fix::safe(90..91, "no")];
        assert_eq!(apply("abcdü", &fixes), ("Abc+dü".into(), 2));
        let torn = Fix::safe(5..6, "no");
        assert_eq!(apply("abcdü", [&torn]), ("abcdü".into(), 0));
    }

    #[test]
    fn a_fix_is_made_whole_or_not_at_all() {
        let edit = |at: usize, text: &str| Edit { range: at..at + 1, text: text.into() };
        let both = Fix { safety: Safety::Safe, edits: vec![edit(4, "E"), edit(0, "A")] };
        assert_eq!(apply("abcde", [&both, &Fix::safe(0..1, "X")]), ("AbcdE".into(), 1));
        assert_eq!(apply("abcde", [&Fix::safe(0..1, "X"), &both]), ("Xbcde".into(), 1));
    }
}
