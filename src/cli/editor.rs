//! The person's editor, as git starts it.

use std::{fs, io::Write as _, path::PathBuf, process::Command};

use super::{Error, Exit, context::Context};

/// What came back from the editor.
pub(super) struct Edited {
    /// The text as it was saved.
    pub(super) text: String,
    /// The file it stands in; it stays until [`Edited::discard`].
    pub(super) draft: PathBuf,
}

impl Edited {
    /// Takes the draft away when its text is safe elsewhere.
    pub(super) fn discard(self) {
        // A draft left behind in the temporary directory harms nobody.
        let _ = fs::remove_file(self.draft);
    }
}

/// The command that the person edits with.
pub(super) fn command(context: &Context) -> Option<String> {
    ["VISUAL", "EDITOR"].into_iter().find_map(|name| context.world.text(name))
}

/// Opens `text` in the editor; `None` when the person saved nothing, or left unchanged what was not
/// `complete` yet.
pub(super) fn edit(context: &Context, text: &str, complete: bool) -> Result<Option<Edited>, Error> {
    let editor = command(context).ok_or_else(|| {
        Error::usage(
            "no editor is set",
            "set VISUAL or EDITOR; `mem add` takes a text with -m, -F or on standard input too",
        )
    })?;
    let draft = draft(text).map_err(|e| Error::new(Exit::Failed, "io", format!("the draft cannot be written: {e}")))?;
    // Through a shell, since people write `code --wait`; the file is an argument, never shell text.
    // What it prints is not the answer, unless it needs the terminal there.
    let out = if context.screen.terminal.stdout { "" } else { "exec >&2; " };
    let status = Command::new("sh").arg("-c").arg(format!("{out}{editor} \"$@\"")).arg(&editor).arg(&draft).status();
    let failed = |why: String| {
        Error::new(Exit::Failed, "editor", why)
            .about(&draft)
            .hinting(format!("the draft is kept in {}", draft.display()))
    };
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(failed(format!("the editor `{editor}` ended with {status}"))),
        Err(err) => return Err(failed(format!("the editor `{editor}` cannot be started: {err}"))),
    }
    let saved = fs::read_to_string(&draft).map_err(|e| failed(format!("the edited draft cannot be read: {e}")))?;
    let edited = Edited { text: saved, draft };
    if edited.text == text && !complete || edited.text.trim().is_empty() {
        edited.discard();
        return Ok(None);
    }
    Ok(Some(edited))
}

fn draft(text: &str) -> std::io::Result<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("mem-draft-").suffix(".md").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.into_temp_path().keep()?)
}
