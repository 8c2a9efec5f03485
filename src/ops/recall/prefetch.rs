//! Recall without waiting: a worker of its own looks while the agent goes on, and a later command
//! collects what it found.
//!
//! The worker writes down which memories were chosen, not their texts: those are read when they are
//! collected, cut to what is left then, and left out when the session has been shown them meanwhile.

use std::process::Command;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    Fallback, OpError, Reason, Recall, Request, Room, gate, passed,
    session::{Delivered, remember, unremembered},
};
use crate::{
    llm,
    store::{
        Store, StoreError,
        session::{Ahead, Held, LONG_PATIENCE, PATIENCE, Session},
    },
    world::World,
};

/// What a worker leaves.
#[derive(Serialize, Deserialize)]
struct Answer {
    query: String,
    selector: String,
    fallback: Option<Why>,
    reason: Option<Reason>,
    offered: usize,
    total: usize,
    without_vectors: usize,
    picks: Vec<Choice>,
    steps: Vec<String>,
    notice: Option<String>,
}

/// [`Fallback`], as it is read back.
#[derive(Serialize, Deserialize)]
struct Why {
    reason: String,
    status: Option<u16>,
    attempts: u32,
}

/// A memory that was chosen.
#[derive(Serialize, Deserialize)]
struct Choice {
    file: String,
    score: f64,
    why: String,
}

/// The word of ours that a file holds; one that is not ours stands for the local selector.
fn word(said: &str) -> &'static str {
    const SELECTORS: [&str; 2] = ["local", "llm"];
    let known = SELECTORS.into_iter().chain(llm::Reason::ALL.map(llm::Reason::as_str));
    known.into_iter().find(|word| *word == said).unwrap_or(SELECTORS[0])
}

/// Starts `worker` with the prompt on its standard input, in the place of one that is at work. A
/// prompt that no gate lets through starts nothing and replaces nothing.
#[must_use]
pub fn start(store: &Store, world: &World, session: &Session, mut request: Request, worker: &mut Command) -> Delivered {
    let mut recall = Recall::new(store, &request.query);
    request.session = Some(session.peek());
    match gate(&request) {
        Ok(enough) => recall.steps.push(passed(&request, enough).into()),
        Err(reason) => return Delivered { recall: recall.because(reason), warning: None },
    }
    match session.hold(world, PATIENCE).and_then(|held| held.start(&request.query, worker)) {
        Ok(()) => Delivered { recall: recall.because(Reason::NotReady), warning: None },
        Err(err) => {
            let warning = Some(format!("{err}; nothing was started"));
            Delivered { recall: recall.because(Reason::NoneStarted), warning }
        }
    }
}

/// What the worker does: finds the answer and leaves it, unless a newer prompt has come. Whether
/// memories were found whose vectors are not made yet.
///
/// # Errors
/// Those of [`super::run`], and [`OpError::Store`] when the answer cannot be left; then nothing is.
pub fn work(store: &Store, world: &World, session: &Session, mut request: Request) -> Result<bool, OpError> {
    request.session = Some(session.peek());
    let found = super::run(store, world, &request);
    let held = session.hold(world, LONG_PATIENCE)?;
    let (answer, done) = match found {
        Ok(recall) => {
            let lacks = recall.without_vectors > 0;
            (Some(Answer::of(recall).written()), Ok(lacks))
        }
        Err(err) => (None, Err(err)),
    };
    held.finish(answer.as_deref())?;
    done
}

/// The answer where nothing was started.
#[must_use]
pub fn nothing(store: &Store) -> Recall {
    Recall::new(store, "").because(Reason::NoneStarted)
}

/// Prints by `print` what the worker has found, if it has: once, and without waiting.
///
/// # Errors
/// [`OpError::Store`] when the store cannot be read, and those of `print`; the answer then stays.
pub fn collect<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: &Session,
    request: Request,
    print: impl FnOnce(&Recall) -> Result<(), E>,
) -> Result<Delivered, E> {
    let form = request.form;
    let (recall, held, warning) = match look(world, session) {
        Ok(Look::Nothing) => (nothing(store), None, None),
        Ok(Look::Working) => (Recall::new(store, "").because(Reason::NotReady), None, None),
        Ok(Look::Ready(held, answer)) => (found(store, world.now(), &held, *answer, request)?, Some(held), None),
        Err(err) => (nothing(store), None, Some(unremembered(&err))),
    };
    print(&recall)?;
    let kept = held.and_then(|held| {
        held.drop_ahead();
        remember(held, &recall, form)
    });
    Ok(Delivered { recall, warning: kept.or(warning) })
}

/// What is there to collect.
enum Look {
    Nothing,
    Working,
    Ready(Held, Box<Answer>),
}

fn look(world: &World, session: &Session) -> Result<Look, StoreError> {
    // Most polls end here, having asked for two files.
    if !session.is_ahead() {
        return Ok(Look::Nothing);
    }
    // Who is printing now is about to answer this very session.
    let Some(held) = session.try_hold(world)? else { return Ok(Look::Working) };
    Ok(match held.ahead() {
        Ahead::Nothing => Look::Nothing,
        Ahead::Working => Look::Working,
        Ahead::Ready(bytes) => match serde_json::from_slice(&bytes) {
            Ok(answer) => Look::Ready(held, Box::new(answer)),
            Err(_) => {
                held.drop_ahead();
                Look::Nothing
            }
        },
    })
}

/// The answer with the texts as they are now.
fn found(store: &Store, now: Timestamp, held: &Held, answer: Answer, mut request: Request) -> Result<Recall, OpError> {
    let files = store.scan()?.files;
    request.session = Some(held.state.clone());
    let mut room = Room::new(&request);
    let (mut recalled, mut shown) = (Vec::new(), 0);
    for choice in answer.picks.iter().take(request.limit) {
        let Some(facts) = files.iter().find(|facts| facts.file == choice.file) else { continue };
        let Some(document) = store.document(facts.clone()) else { continue };
        if held.state.has(&choice.file, &document.text) {
            shown += 1;
        } else {
            recalled.extend(room.take(&document, now, choice.score, choice.why.clone()));
        }
    }
    let mut recall = answer.recall(store);
    if recall.reason.is_some() {
        return Ok(recall);
    }
    if recalled.is_empty() && shown > 0 {
        return Ok(recall.because(Reason::AllSurfaced));
    }
    recall.hand_out(recalled, room, &request);
    Ok(recall)
}

impl Answer {
    fn of(recall: Recall) -> Self {
        let fallback = recall.fallback.map(|Fallback { reason, status, attempts }| Why {
            reason: reason.into(),
            status,
            attempts,
        });
        let choice = |memory: super::Recalled| Choice { file: memory.row.file, score: memory.score, why: memory.why };
        Self {
            query: recall.query,
            selector: recall.selector.into(),
            fallback,
            reason: recall.reason,
            offered: recall.offered,
            total: recall.total,
            without_vectors: recall.without_vectors,
            picks: recall.memories.into_iter().map(choice).collect(),
            steps: recall.steps,
            notice: recall.notice,
        }
    }

    fn written(&self) -> Vec<u8> {
        // Text and finite numbers: nothing of it can fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The document, without its memories.
    fn recall(self, store: &Store) -> Recall {
        let fallback =
            self.fallback.map(|why| Fallback { reason: word(&why.reason), status: why.status, attempts: why.attempts });
        let mut recall = Recall::new(store, &self.query);
        (recall.selector, recall.fallback, recall.reason) = (word(&self.selector), fallback, self.reason);
        (recall.offered, recall.total, recall.steps) = (self.offered, self.total, self.steps);
        (recall.notice, recall.without_vectors) = (self.notice, self.without_vectors);
        recall
    }
}
