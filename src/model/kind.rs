//! The four types of memory: a closed set.

/// What a memory is about. The set is closed: a fifth type would be a place to dump things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Who the user is.
    User,
    /// How to work: corrections and confirmations.
    Feedback,
    /// What is going on that git does not say.
    Project,
    /// Where things are, outside the project.
    Reference,
}

impl Kind {
    /// All four, in the order in which people and pages name them.
    pub const ALL: [Self; 4] = [Self::User, Self::Feedback, Self::Project, Self::Reference];

    /// The word used in headers and file names.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Feedback => "feedback",
            Self::Project => "project",
            Self::Reference => "reference",
        }
    }

    /// The question that a memory of this type answers.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::User => "who is the user: role, knowledge, preferences",
            Self::Feedback => "how to work: a correction or a confirmed way, with its why",
            Self::Project => "what is going on that neither the code nor git says",
            Self::Reference => "where to look outside: dashboards, trackers, documents",
        }
    }

    /// Reads the word as people write it: case and surrounding blanks do not count.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let word = text.trim();
        Self::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(word))
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn words_round_trip_and_other_words_do_not() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::parse(" Feedback "), Some(Kind::Feedback));
        for other in ["", "memory", "users", "../user", "feed back"] {
            assert_eq!(Kind::parse(other), None, "{other:?}");
        }
    }
}
