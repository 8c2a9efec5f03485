//! The plan as a person edits it: one line an item, as git's rebase shows commits.

use std::fmt::Write as _;

use super::{Action, Gc, Item};
use crate::{
    model::text,
    ops::{OpError, edit},
    store::{Store, read},
};

/// What a person decided about an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The item, its action as decided.
    pub item: Item,
    /// The new text of the file that stays, where one was written.
    pub text: Option<String>,
    /// What that file held before.
    pub before: Option<String>,
}

const HELP: &str = "
# One line a file. Commands:
# keep N   leave it as it is
# drop N   remove it, recoverably
# merge N  write both into one text; the other file of the line gets it, this one goes
# edit N   edit it
# Only the command and the number count. A line that is taken out leaves its file alone;
# with no line left nothing is done.
";

/// The list for the editor.
#[must_use]
pub fn compose(plan: &Gc) -> String {
    let mut list = String::new();
    for (at, item) in numbered(plan) {
        let (file, reason) = (text::one_line(&item.file), text::one_line(&item.reason));
        // Writing to a string cannot fail.
        let _ = writeln!(list, "{} {at} {file}  # {}: {reason}", word(item.action), item.kind.as_str());
    }
    list.push_str(HELP);
    list
}

fn numbered(plan: &Gc) -> impl Iterator<Item = (usize, &Item)> {
    (1..).zip(plan.items.iter().chain(&plan.suggestions))
}

const fn word(action: Action) -> &'static str {
    match action {
        Action::Drop => "drop",
        Action::Keep => "keep",
        Action::Merge => "merge",
        Action::Edit => "edit",
    }
}

/// The decisions of an edited list, in its order.
///
/// # Errors
/// [`OpError::Usage`] for the first line that is none, or decides twice about one item, or asks for
/// what cannot be done with it.
pub fn parse(plan: &Gc, list: &str) -> Result<Vec<Decision>, OpError> {
    let mut decided: Vec<(usize, Decision)> = Vec::new();
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (number, item) = decision(plan, line)?;
        if decided.iter().any(|(other, _)| *other == number) {
            return Err(wrong(line, "its number stands twice"));
        }
        decided.push((number, Decision { item, text: None, before: None }));
    }
    Ok(decided.into_iter().map(|(_, decision)| decision).collect())
}

fn decision(plan: &Gc, line: &str) -> Result<(usize, Item), OpError> {
    let mut words = line.split_whitespace();
    let action = match words.next().unwrap_or_default() {
        "k" | "keep" => Action::Keep,
        "d" | "drop" => Action::Drop,
        "m" | "merge" => Action::Merge,
        "e" | "edit" => Action::Edit,
        _ => return Err(wrong(line, "it begins with none of keep, drop, merge, edit")),
    };
    let number = words.next().and_then(|word| word.parse::<usize>().ok());
    let found = number.and_then(|wanted| numbered(plan).find(|(at, _)| *at == wanted));
    let Some((number, item)) = found else { return Err(wrong(line, "no item has this number")) };
    let writes = matches!(action, Action::Merge | Action::Edit);
    if writes && !item.kind.is_memory() || action == Action::Merge && item.other.is_none() {
        return Err(wrong(line, "that cannot be done with it"));
    }
    Ok((number, Item { action, ..item.clone() }))
}

fn wrong(line: &str, why: &str) -> OpError {
    OpError::Usage {
        message: format!("the line `{}`: {why}", text::clip(&text::one_line(line), 80)),
        hint: "nothing was changed".into(),
    }
}

impl Decision {
    /// What the editor opens for it: the text of the file that stays and, for a merge, what the
    /// other one says below it. `None` where there is nothing to write.
    ///
    /// # Errors
    /// [`OpError::Store`] when a file cannot be read.
    pub fn draft(&mut self, store: &Store) -> Result<Option<String>, OpError> {
        let memories = store.memories()?.items;
        let document = |file: &str| memories.iter().find(|m| m.file == file).and_then(read::again);
        let lost = || OpError::NotFound { name: self.item.file.clone(), dir: store.dir().to_owned(), near: Vec::new() };
        match (self.item.action, &self.item.other) {
            (Action::Edit, _) => {
                let before = document(&self.item.file).ok_or_else(lost)?.text;
                self.before = Some(before.clone());
                Ok(Some(before))
            }
            (Action::Merge, Some(other)) => {
                let (stays, goes) = (document(other).ok_or_else(lost)?, document(&self.item.file).ok_or_else(lost)?);
                let description = goes.memory.description.as_deref().unwrap_or_default();
                let both = format!("{}\n\n{description}\n\n{}", stays.text.trim_end(), goes.body().trim());
                self.before = Some(stays.text);
                Ok(Some(format!("{}\n", both.trim_end())))
            }
            _ => Ok(None),
        }
    }

    /// Takes the text that the person saved.
    ///
    /// # Errors
    /// [`OpError::Refused`] when it is no memory.
    pub fn write(&mut self, text: String) -> Result<(), OpError> {
        if let Some(fault) = self.before.as_deref().and_then(|before| edit::fault(before, &text)) {
            let message = format!("{}: {fault}", self.item.file);
            return Err(OpError::Refused { message, hint: "nothing was changed".into() });
        }
        self.text = Some(text);
        Ok(())
    }

    /// Whether two texts become one.
    #[must_use]
    pub fn is_merge(&self) -> bool {
        self.item.action == Action::Merge
    }

    /// Whether something is to be written that was not.
    #[must_use]
    pub fn is_unwritten(&self) -> bool {
        matches!(self.item.action, Action::Merge | Action::Edit) && self.text.is_none()
    }
}

/// Whether there is nothing to decide on.
#[must_use]
pub fn is_empty(plan: &Gc) -> bool {
    plan.items.is_empty() && plan.suggestions.is_empty()
}
