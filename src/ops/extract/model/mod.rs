//! A model that looks at what was said: first it finds what is worth remembering, then it decides, find
//! by find, beside the memories that are nearest. It gets no tools; its answers are data, and are checked.

mod propose;
mod shown;
mod weigh;

use std::time::Duration;

pub(super) use propose::{Ideas, letters, propose};
pub(super) use shown::{New, batches};
pub(super) use weigh::{Weighed, weigh};

use crate::{
    llm::{self, Deadline, Failure, Limits, Prompt, Reason, Target},
    world::World,
};

/// The model that is asked.
#[derive(Clone, Debug)]
pub struct Model {
    /// Which, and where it is.
    pub target: Target,
    /// For one answer.
    pub timeout: Duration,
    /// Bytes of what was said that it is shown at once.
    pub bytes: usize,
    /// Requests on one day.
    pub daily_calls: u64,
}

/// A question that got no answer of use.
pub(super) struct Failed {
    pub(super) failure: Failure,
    pub(super) status: Option<u16>,
    pub(super) attempts: u32,
}

impl Failed {
    /// Whether another question would fail in the same way: nobody is there to answer it.
    pub(super) fn is_for_all(&self) -> bool {
        matches!(
            self.failure.reason,
            Reason::NoProvider | Reason::DailyCalls | Reason::Timeout | Reason::Http | Reason::CommandFailed
        )
    }
}

/// Asks, and reads the answer.
fn ask<T>(
    world: &World,
    model: &Model,
    prompt: &Prompt,
    read: impl FnOnce(&str) -> Result<T, Failure>,
) -> Result<T, Failed> {
    let limits = Limits { deadline: Deadline::after(model.timeout), daily_calls: model.daily_calls };
    let asked = llm::ask(world, &model.target, prompt, limits);
    let (status, attempts) = (asked.status, asked.attempts);
    asked.reply.and_then(|reply| read(&reply.text)).map_err(|failure| Failed { failure, status, attempts })
}

/// The failure of an answer that holds no JSON of the right shape.
fn no_answer(text: &str) -> Failure {
    match text.trim().is_empty() {
        true => Reason::Empty.because("the model said nothing"),
        false if llm::answer::is_json(text) => {
            Reason::WrongShape.because("the model's answer is not what was asked for")
        }
        false => Reason::NotJson.because("the model's answer holds no JSON"),
    }
}
