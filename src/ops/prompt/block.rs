//! One marked block in a file of rules that somebody else keeps: written, brought up to date, taken
//! out again to the byte.

use std::{fs, path::Path};

use super::{Action, Kept};
use crate::{
    model::text,
    ops::{OpError, row::display},
    store::{StoreError, write},
};

/// The first and the last line of the block, and what they start with.
const BEGIN: &str = "<!-- mem:begin";
const BEGIN_LINE: &str = "<!-- mem:begin: kept by `mem prompt --write`, which replaces what stands here -->";
const END: &str = "<!-- mem:end -->";

/// Keeps `content` in the block of a file. A file that is not there is made.
///
/// # Errors
/// [`OpError::Refused`] when the markers are damaged, [`OpError::Store`] when the file cannot be
/// read or written.
pub fn write(path: &Path, content: &str) -> Result<Kept, OpError> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).map_err(StoreError::io(dir))?;
    }
    change(path, |old| with_block(path, old, content), Action::Written)
}

/// Takes the block out; a file that held nothing else goes with it.
///
/// # Errors
/// As [`write()`].
pub fn remove(path: &Path) -> Result<Kept, OpError> {
    change(path, |old| without_block(path, old), Action::Removed)
}

fn change(path: &Path, new: impl Fn(&str) -> Result<String, OpError>, done: Action) -> Result<Kept, OpError> {
    let seen = write::see(path)?;
    let text = new(&seen.text)?;
    if text == seen.text {
        return Ok(Kept { file: display(path), action: Action::Unchanged });
    }
    if text.is_empty() {
        drop(write::remove(path, &(&seen).into())?);
    } else {
        drop(write::put(path, &text, &seen)?);
    }
    Ok(Kept { file: display(path), action: done })
}

fn with_block(path: &Path, old: &str, content: &str) -> Result<String, OpError> {
    let eol = text::eol(old);
    // A comment of the content must not end the block.
    let content = content.replace("<!--", "&lt;!--");
    let block = format!("{BEGIN_LINE}\n{content}{END}").replace('\n', eol);
    Ok(match place(path, old)? {
        Some(at) => format!("{}{block}{}", &old[..at.start], &old[at.end..]),
        None if old.is_empty() => format!("{block}{eol}"),
        None if old.ends_with('\n') => format!("{old}{eol}{block}{eol}"),
        // No line end behind it says that there was none before.
        None => format!("{old}{eol}{eol}{block}"),
    })
}

fn without_block(path: &Path, old: &str) -> Result<String, OpError> {
    let Some(at) = place(path, old)? else { return Ok(old.to_owned()) };
    let eol = text::eol(old);
    let (before, after) = (&old[..at.start], &old[at.end..]);
    let lines = if after.is_empty() { 2 } else { 1 };
    let before = (0..lines).fold(before, |text, _| text.strip_suffix(eol).unwrap_or(text));
    let after = after.strip_prefix(eol).unwrap_or(after);
    // What somebody has put behind the block keeps a line end before it.
    let joint = if before.is_empty() || before.ends_with('\n') || after.is_empty() { "" } else { eol };
    Ok(format!("{before}{joint}{after}"))
}

/// Where the block is, without the line end behind it.
fn place(path: &Path, text: &str) -> Result<Option<std::ops::Range<usize>>, OpError> {
    let (begins, ends) = (text.matches(BEGIN).count(), text.matches(END).count());
    match (text.find(BEGIN), text.find(END)) {
        (None, None) => Ok(None),
        (Some(start), Some(end)) if begins == 1 && ends == 1 && start < end => Ok(Some(start..end + END.len())),
        _ => Err(OpError::Refused {
            message: format!("{}: the lines that mark mem's block are damaged", path.display()),
            hint: format!("take out the lines that start with `{BEGIN}` and `{END}` by hand"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, place, with_block, without_block};

    fn there_and_back(old: &str) -> String {
        let path = Path::new("AGENTS.md");
        let with = with_block(path, old, "a\n<!-- mem:end -->\n").unwrap();
        assert!(place(path, &with).unwrap().is_some() && with.starts_with(old.trim_end()), "{with}");
        let again = with_block(path, &with, "b\n").unwrap();
        assert_eq!(with_block(path, &again, "b\n").unwrap(), again);
        assert_eq!(without_block(path, &with).unwrap(), old);
        assert_eq!(without_block(path, &again).unwrap(), old);
        with
    }

    #[test]
    fn what_was_there_comes_back_to_the_byte() {
        for old in ["", "# Rules", "# Rules\n", "# Rules\n\n", "\n", "a\r\nb\r\n", "a\r\nb", "部署\n\n\n"] {
            there_and_back(old);
        }
        assert!(!there_and_back("a\r\n").replace("\r\n", "").contains('\n'));
    }

    #[test]
    fn what_others_write_around_it_stays() {
        let path = Path::new("AGENTS.md");
        let with = with_block(path, "top\n", "x\n").unwrap() + "\nbottom\n";
        assert_eq!(without_block(path, &with).unwrap(), "top\n\nbottom\n");
        let with = with_block(path, "", "x\n").unwrap() + "bottom\n";
        assert_eq!(without_block(path, &with).unwrap(), "bottom\n");
        let with = format!("first\n{}", with_block(path, "top\n", "x\n").unwrap());
        assert_eq!(without_block(path, &with).unwrap(), "first\ntop\n");
    }

    #[test]
    fn damaged_marks_are_refused() {
        let path = Path::new("AGENTS.md");
        let whole = with_block(path, "", "x\n").unwrap();
        for bad in [
            "<!-- mem:begin -->\n".to_owned(),
            "<!-- mem:end -->\n<!-- mem:begin -->\n".to_owned(),
            "x\n<!-- mem:end -->".to_owned(),
            format!("{whole}{whole}"),
        ] {
            assert!(with_block(path, &bad, "y\n").is_err() && without_block(path, &bad).is_err(), "{bad}");
        }
    }
}
