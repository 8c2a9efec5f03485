//! Why a model gave no answer.

/// A model that gave none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub reason: Reason,
    /// The same in a clause for people.
    pub detail: String,
}

/// Why, in one of a few stable words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nobody could be asked: none is named, or what is named lacks something.
    NoProvider,
    /// As many were asked today as the settings allow.
    DailyCalls,
    /// It took too long.
    Timeout,
    /// The server could not be reached, or said that it will not.
    Http,
    /// The model refused.
    Refused,
    /// The answer stops in its middle.
    CutOff,
    /// The model said nothing.
    Empty,
    /// There is no JSON in the answer.
    NotJson,
    /// There is, and it is not what was asked for.
    WrongShape,
    /// The program could not be run, or failed.
    CommandFailed,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::NoProvider,
        Self::DailyCalls,
        Self::Timeout,
        Self::Http,
        Self::Refused,
        Self::CutOff,
        Self::Empty,
        Self::NotJson,
        Self::WrongShape,
        Self::CommandFailed,
    ];

    /// The word used in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoProvider => "no_provider",
            Self::DailyCalls => "daily_calls",
            Self::Timeout => "timeout",
            Self::Http => "http",
            Self::Refused => "refused",
            Self::CutOff => "cut_off",
            Self::Empty => "empty",
            Self::NotJson => "not_json",
            Self::WrongShape => "wrong_shape",
            Self::CommandFailed => "command_failed",
        }
    }

    /// A failure for this reason.
    #[must_use]
    pub fn because(self, detail: impl Into<String>) -> Failure {
        Failure { reason: self, detail: detail.into() }
    }
}

impl Failure {
    /// The usual failures to read what a server sent.
    pub(super) fn not_json() -> Self {
        Reason::NotJson.because("the server sent something that is not JSON")
    }

    pub(super) fn wrong_shape() -> Self {
        Reason::WrongShape.because("the server's document is not one that its interface describes")
    }

    pub(super) fn empty() -> Self {
        Reason::Empty.because("the model said nothing")
    }

    pub(super) fn refused() -> Self {
        Reason::Refused.because("the model refused to answer")
    }

    pub(super) fn cut_off() -> Self {
        Reason::CutOff.because("the model's answer was cut off")
    }

    /// An error that came in the place of an answer, although the status said that all is well.
    pub(super) fn error_inside() -> Self {
        Reason::Http.because("the server sent an error")
    }
}
