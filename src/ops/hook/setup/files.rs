//! Files that are `mem`'s as a whole: scripts and plug-ins.

use std::path::Path;

use super::{
    change::{Change, Undo},
    refused,
};
use crate::{agents::install::File, ops::OpError, store::write};

/// What each of them says in its first lines.
fn mark(agent: &str) -> String {
    format!("Written by `mem hook install {agent}`")
}

/// Whether a file is one of ours.
pub(super) fn is_ours(text: &str, agent: &str) -> bool {
    text.lines().take(2).any(|line| line.contains(&mark(agent)))
}

/// The files in their folder.
pub(super) fn with(agent: &str, folder: &Path, files: Vec<File>) -> Result<Vec<Change>, OpError> {
    let change = |file: File| {
        let path = folder.join(file.name);
        let seen = write::see(&path)?;
        if seen.stamp.is_some() && !is_ours(&seen.text, agent) {
            return Err(refused(
                format!("{} is there already and is not mem's; nothing was changed", path.display()),
                &format!("let it run `mem hook run {agent}` as well, or move it out of the way"),
            ));
        }
        Ok(Change { path, seen, after: Some(file.text), executable: file.executable, undo: Undo::Nothing, note: None })
    };
    files.into_iter().map(change).collect()
}

/// The folder without them. What others have put there under these names stays.
pub(super) fn without(agent: &str, folder: &Path, files: Vec<File>) -> Result<Vec<Change>, OpError> {
    let change = |file: File| {
        let path = folder.join(file.name);
        let seen = write::see(&path)?;
        let ours = is_ours(&seen.text, agent);
        let after = (seen.stamp.is_some() && !ours).then(|| seen.text.clone());
        let edited = ours && shape(&seen.text) != shape(&file.text);
        let note = edited.then(|| format!("{} had been edited; the backup holds that", path.display()));
        Ok(Change { path, seen, after, executable: false, undo: Undo::Nothing, note })
    };
    files.into_iter().map(change).collect()
}

/// The text without the lines that name the program, which may be another one by now.
fn shape(text: &str) -> String {
    text.lines().filter(|line| !line.contains("/mem")).collect()
}
