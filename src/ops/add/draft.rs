//! A memory before it is saved: checked, and as the text of its file.

use jiff::Timestamp;

use crate::{
    model::{Document, Kind, Memory, header, limits, text},
    ops::OpError,
};

/// A memory to save; valid by construction.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its type.
    pub kind: Kind,
    /// One line, not empty.
    pub name: String,
    /// One line, not empty.
    pub description: String,
    /// Not blank; its line ends are `\n`, the last line has one.
    pub body: String,
}

impl Draft {
    /// Checks the parts and folds name and description to one line.
    ///
    /// # Errors
    /// [`OpError::Usage`] when a part is empty or too long.
    pub fn new(kind: Kind, name: &str, description: &str, body: &str) -> Result<Self, OpError> {
        let (name, description) = (text::unwrapped(name), text::unwrapped(description));
        if [&name, &description, body].iter().any(|part| part.contains('\0')) {
            return Err(usage("there is a NUL character in it, and a memory is text", "convert it to UTF-8 first"));
        }
        if name.is_empty() {
            return Err(usage("the name is empty", "say in a few words what the memory is about: -n NAME"));
        }
        if name.len() > limits::NAME_BYTES {
            let message = format!("the name has {} bytes; {} is the limit", name.len(), limits::NAME_BYTES);
            return Err(usage(&message, "a long text belongs into the description or the body"));
        }
        if description.is_empty() {
            return Err(usage("the description is empty", "one line that tells when the memory matters: -d TEXT"));
        }
        if body.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
            return Err(usage(
                "the body is empty",
                "give the memory's text with -m TEXT, -F FILE or on standard input",
            ));
        }
        if body.len() > limits::ADD_BYTES {
            let message = format!("the body has {} bytes; {} is the limit", body.len(), limits::ADD_BYTES);
            return Err(usage(&message, "keep the fact and say where the rest can be read"));
        }
        let body = body.strip_prefix('\u{feff}').unwrap_or(body).replace("\r\n", "\n");
        let body = format!("{}\n", body.trim_end_matches(['\n', '\r']));
        Ok(Self { kind, name, description, body })
    }

    /// The text of a new file.
    #[must_use]
    pub fn compose(&self, now: Timestamp) -> String {
        let modified = stamp(now);
        let fields = [
            ("name", self.name.as_str()),
            ("description", &self.description),
            ("type", self.kind.as_str()),
            ("modified", &modified),
        ];
        header::compose(&fields, &self.body)
    }

    /// Whether the file says the same already; its date does not count.
    #[must_use]
    pub fn is_said_by(&self, document: &Document) -> bool {
        let Memory { name, description, kind, .. } = &document.memory;
        *kind == Some(self.kind)
            && *name == self.name
            && description.as_deref() == Some(&self.description)
            && self.has_body(document.body())
    }

    /// Whether the body is the same but for line ends and the blank lines around it.
    #[must_use]
    pub fn has_body(&self, body: &str) -> bool {
        body.replace("\r\n", "\n").trim_start_matches('\n').trim_end() == self.body.trim_start_matches('\n').trim_end()
    }
}

/// A time as headers carry it.
pub(in crate::ops) fn stamp(now: Timestamp) -> String {
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn usage(message: &str, hint: &str) -> OpError {
    OpError::Usage { message: message.into(), hint: hint.into() }
}

#[cfg(test)]
mod tests {
    use super::{Draft, Kind};

    #[test]
    fn parts_are_folded_and_checked() {
        let draft = Draft::new(Kind::User, "a\nb", " d ", "text\n\n").unwrap();
        assert_eq!((draft.name.as_str(), draft.description.as_str(), draft.body.as_str()), ("a b", "d", "text\n"));
        for (name, description, body) in [("", "d", "b"), (" \n", "d", "b"), ("n", "", "b"), ("n", "d", " \n")] {
            assert!(Draft::new(Kind::User, name, description, body).is_err());
        }
        assert!(Draft::new(Kind::User, &"n".repeat(2_000), "d", "b").is_err());
        assert!(Draft::new(Kind::User, "n", "d", &"b".repeat(2_000_000)).is_err());
    }
}
