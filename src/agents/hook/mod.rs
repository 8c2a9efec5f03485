//! What agents tell their hooks, and what they take for an answer.

pub mod gate;
mod input;
pub mod shape;

pub use input::Input;

/// Something that happens to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A session begins, or goes on with another context.
    SessionStart,
    /// A prompt is about to reach the model.
    Prompt,
    /// An agent is started by another one, with a context of its own.
    SubagentStart,
    /// The context is about to be compacted, or was.
    Compact,
    /// The agent has answered, or the session ends.
    Stop,
}

/// An event as one agent calls it.
#[derive(Debug)]
pub struct Wire {
    /// Its name there.
    pub name: &'static str,
    /// What it is.
    pub event: Event,
    /// How a text is handed over at this event; none where the agent takes none.
    pub shape: Option<shape::Shape>,
}

/// An event that has happened.
#[derive(Debug)]
pub struct Call {
    /// What the agent calls it.
    pub wire: &'static Wire,
    /// Its name as it was given, which an answer has to repeat.
    pub name: String,
}
