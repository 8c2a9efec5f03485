//! Taking memories out of the history, as the last step of a change.

use super::{OpError, desk::Desk};
use crate::store::history::{GitError, History};

impl Desk<'_> {
    /// Makes sure that the history can be written anew; without one there is nothing to forget.
    pub(super) fn can_forget(&mut self, force: bool) -> Result<(), OpError> {
        let settled = match &mut self.history {
            Some(history) => history.settle().and_then(|()| history.can_forget()),
            None if !self.store.has_history(self.world) => return Ok(()),
            None => Err(self.no_history.take().unwrap_or(GitError::Missing)),
        };
        match settled {
            Err(why) if force => {
                (self.history, self.unkept) = (None, true);
                self.notices.push(format!("{why}; what it holds stays in it"));
                Ok(())
            }
            settled => settled.map_err(OpError::Unforgotten),
        }
    }

    /// Takes memories out of the whole history, whatever files they were in before.
    pub(super) fn forget(&mut self, files: &[String]) -> Result<(), OpError> {
        let Some(history) = &mut self.history else { return Ok(()) };
        history.forget(files)?;
        for aside in history.set_aside() {
            self.notices.push(format!("a damaged history in {} may still hold it; remove it", aside.display()));
        }
        // The index went out of the past; as it is now it is a new beginning.
        self.touched.extend(self.index_name());
        Ok(())
    }

    /// The name of the last revision; `None` without a history.
    pub(super) fn revision(&self) -> Option<&str> {
        self.history.as_ref().and_then(History::tip)
    }
}
