//! How much text somebody takes.

/// The most that a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// Bytes of UTF-8.
    Bytes(usize),
    /// Characters, as agents count what a hook gives them.
    Chars(usize),
}

impl Cap {
    /// The number alone.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::Bytes(most) | Self::Chars(most) => most,
        }
    }

    /// What the number counts.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Bytes(_) => "bytes",
            Self::Chars(_) => "characters",
        }
    }

    /// What a text takes of it.
    #[must_use]
    pub fn measure(self, text: &str) -> usize {
        match self {
            Self::Bytes(_) => text.len(),
            Self::Chars(_) => text.chars().count(),
        }
    }

    /// What is left of it beside a text.
    #[must_use]
    pub fn beside(self, text: &str) -> Self {
        let left = self.most().saturating_sub(self.measure(text));
        match self {
            Self::Bytes(_) => Self::Bytes(left),
            Self::Chars(_) => Self::Chars(left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cap;

    #[test]
    fn characters_are_no_bytes() {
        assert_eq!((Cap::Bytes(9).measure("部署"), Cap::Chars(9).measure("部署")), (6, 2));
        assert_eq!(Cap::Bytes(9).beside("部署"), Cap::Bytes(3));
        assert_eq!(Cap::Chars(1).beside("部署"), Cap::Chars(0));
    }
}
