//! An answer for one session of an agent: what is really printed is remembered, and left out from
//! then on.

use super::{Form, OpError, Reason, Recall, Recalled, Request, room};
use crate::{
    store::{
        Store, StoreError,
        session::{Held, Once, PATIENCE, Session, State},
    },
    world::World,
};

/// An answer that was printed.
#[derive(Debug)]
pub struct Delivered {
    /// What was printed.
    pub recall: Recall,
    /// Why the session will not remember it: no reason to fail.
    pub warning: Option<String>,
}

/// Recalls, prints by `print`, and remembers what was printed. The caller's own cap is the
/// request's budget.
///
/// # Errors
/// Those of [`super::run`] and of `print`; what failed to be printed was not shown.
pub fn answer<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    request: Request,
    print: impl FnOnce(&Recall) -> Result<(), E>,
) -> Result<Delivered, E> {
    answer_unless(store, world, session, request, None, print)
}

/// As [`answer`], but a session that was given the answer a moment ago, by the hook of another host,
/// gets nothing.
///
/// # Errors
/// As [`answer`].
pub fn answer_once<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    request: Request,
    once: &Once,
    print: impl FnOnce(&Recall) -> Result<(), E>,
) -> Result<Delivered, E> {
    answer_unless(store, world, session, request, Some(once), print)
}

fn answer_unless<E: From<OpError>>(
    store: &Store,
    world: &World,
    session: Option<&Session>,
    mut request: Request,
    once: Option<&Once>,
    print: impl FnOnce(&Recall) -> Result<(), E>,
) -> Result<Delivered, E> {
    let session = session.filter(|_| !request.rank);
    request.session = session.map(Session::peek);
    let was_said = |state: &State| once.is_some_and(|once| once.was_said(state));
    let recall = match &request.session {
        Some(state) if was_said(state) => Recall::new(store, &request.query).because(Reason::AllSurfaced),
        _ => super::run(store, world, &request)?,
    };
    // A hook has nothing to remember of an empty answer, and its session was counted when it began.
    match session.filter(|_| once.is_none() || !recall.memories.is_empty()).map(|session| session.hold(world, PATIENCE))
    {
        None => {
            print(&recall)?;
            Ok(Delivered { recall, warning: None })
        }
        Some(held) => deliver(held, recall, request.form, once, print),
    }
}

/// Forgets what a session has been shown, and what it has asked for ahead: its context is gone.
///
/// # Errors
/// [`StoreError`] when its state cannot be written.
pub fn reset(world: &World, session: &Session) -> Result<(), StoreError> {
    if !session.exists() {
        return Ok(());
    }
    let mut held = session.hold(world, PATIENCE)?;
    held.forget();
    held.save()
}

/// The document of a reset without a prompt.
#[must_use]
pub fn was_reset(store: &Store) -> Recall {
    Recall::new(store, "").because(Reason::Reset)
}

/// Prints within the session, or without it where it cannot be had.
fn deliver<E>(
    held: Result<Held, StoreError>,
    mut recall: Recall,
    form: Form,
    once: Option<&Once>,
    print: impl FnOnce(&Recall) -> Result<(), E>,
) -> Result<Delivered, E> {
    let warning = match held {
        Ok(mut held) => {
            recall.drop_shown(&held.state, form);
            if once.is_some_and(|once| once.was_said(&held.state)) {
                recall.drop_all();
            }
            print(&recall)?;
            if let Some(once) = once {
                once.say(&mut held.state);
            }
            remember(held, &recall, form)
        }
        Err(err) => {
            print(&recall)?;
            Some(unremembered(&err))
        }
    };
    Ok(Delivered { recall, warning })
}

/// Notes down what was printed.
pub(super) fn remember(mut held: Held, recall: &Recall, form: Form) -> Option<String> {
    let printed: Vec<_> = recall.memories.iter().filter_map(|memory| Some((memory, memory.printed(form)?))).collect();
    if printed.is_empty() {
        return None;
    }
    for (memory, digest) in printed {
        held.state.record(&memory.row.file, digest, room::cost(form, memory.content.as_deref()));
    }
    held.save().err().map(|err| unremembered(&err))
}

/// What is said when the state cannot be kept.
pub(super) fn unremembered(err: &StoreError) -> String {
    format!("{err}; the session does not remember what it is shown")
}

impl Recall {
    /// Takes out what another command has shown the session since it was looked at, and what the
    /// session has no more room for since.
    pub(super) fn drop_shown(&mut self, session: &State, form: Form) {
        let (before, mut left) = (self.memories.len(), session.left());
        let mut full = false;
        self.memories.retain(|memory| {
            let cost = room::cost(form, memory.content.as_deref());
            let shown = memory.digest.as_deref().is_some_and(|d| session.has_digest(&memory.row.file, d));
            full |= !shown && cost > left;
            let stays = !shown && cost <= left;
            left -= if stays { cost } else { 0 };
            stays
        });
        if self.memories.len() < before {
            self.count_bytes();
            self.steps.push(format!("session: {} taken out, shown meanwhile", before - self.memories.len()));
            if self.memories.is_empty() {
                self.reason_is(if full { Reason::SessionBudget } else { Reason::AllSurfaced });
            }
        }
    }
}

impl Recall {
    /// Takes everything out: another hook has just answered.
    fn drop_all(&mut self) {
        self.memories.clear();
        self.count_bytes();
        self.reason_is(Reason::AllSurfaced);
    }
}

impl Recalled {
    /// The digest of what was printed of it, if that was more than a mention: a memory that is only
    /// mentioned may come again, and whole.
    fn printed(&self, form: Form) -> Option<&str> {
        let given = form == Form::Names || self.content.is_some();
        self.digest.as_deref().filter(|_| given)
    }
}
