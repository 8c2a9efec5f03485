//! Links from one memory to another: `[[name]]`, `[[stem]]`, `[[file.md]]`, each with `|label` or
//! `#part`, and `[text](file.md)`. Code, in fences or in backticks, quotes and does not link.

use crate::model::{
    header::{self, Header},
    index_line,
    memory::stem,
};

/// What a memory was called, and what it is called now. Its folder stays.
pub(super) struct Renaming<'r> {
    pub(super) old_name: &'r str,
    pub(super) new_name: &'r str,
    pub(super) old_file: &'r str,
    pub(super) new_file: &'r str,
}

/// The text of the memory in `file` with every link to the renamed one following it.
pub(super) fn changed(text: &str, file: &str, renaming: &Renaming<'_>) -> String {
    let header = Header::parse(text);
    let body = header.body(text);
    let head = &text[..text.len() - body.len()];
    let text = [head, &in_body(body, file, renaming)].concat();
    // A value of the header follows by the rules of the header, or stays as it is.
    let description = header.get("description").unwrap_or_default();
    let new = in_line(description, file, renaming);
    if new == description { text } else { header::set(&text, "description", &new).unwrap_or(text) }
}

fn in_body(body: &str, file: &str, renaming: &Renaming<'_>) -> String {
    let mut fence: Option<&str> = None;
    let line = |line: &str| {
        let start = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|m| start.starts_with(m));
        match (fence, marker) {
            (None, Some(marker)) => fence = Some(marker),
            (Some(open), Some(marker)) if open == marker => fence = None,
            (None, None) => return in_line(line, file, renaming),
            _ => {}
        }
        line.to_owned()
    };
    body.split_inclusive('\n').map(line).collect()
}

/// One line: its links, but not those in backticks.
fn in_line(line: &str, file: &str, renaming: &Renaming<'_>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '[', ']']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (done, put) = code(rest)
            .or_else(|| wiki(rest, renaming))
            .or_else(|| markdown(rest, file, renaming))
            .unwrap_or_else(|| (1, rest[..1].to_owned()));
        out.push_str(&put);
        rest = &rest[done..];
    }
    out + rest
}

/// A stretch of code: as many backticks, and up to the same number again.
fn code(rest: &str) -> Option<(usize, String)> {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    if ticks == 0 {
        return None;
    }
    let end = rest[ticks..].find(&rest[..ticks]).map_or(ticks, |at| ticks + at + ticks);
    Some((end, rest[..end].to_owned()))
}

/// `[[target]]`, `[[target|label]]`, `[[target#part]]`: its length and what it becomes.
fn wiki(rest: &str, renaming: &Renaming<'_>) -> Option<(usize, String)> {
    let inner = rest.strip_prefix("[[")?;
    let end = inner.find("]]")?;
    let inner = &inner[..end];
    let cut = inner.find(['|', '#']).unwrap_or(inner.len());
    let (target, tail) = inner.split_at(cut);
    let new = renaming.target(target.trim())?;
    Some((end + 4, format!("[[{new}{tail}]]")))
}

impl Renaming<'_> {
    /// What a target that means the memory becomes; `None` for others.
    fn target(&self, target: &str) -> Option<&str> {
        let same = |other: &str| target.to_lowercase() == other.to_lowercase();
        let (old, new) = (stem(self.old_file), stem(self.new_file));
        if same(self.old_file) {
            Some(self.new_file)
        } else if same(old) {
            Some(new)
        } else if same(self.old_name) {
            Some(self.new_name)
        } else {
            None
        }
    }
}

/// The end of `[text](target)`, from the bracket on: its length and what it becomes.
fn markdown(rest: &str, file: &str, renaming: &Renaming<'_>) -> Option<(usize, String)> {
    let inner = rest.strip_prefix("](")?;
    let end = inner.find(')')?;
    let target = &inner[..end];
    if means(target, file)? != renaming.old_file {
        return None;
    }
    // The folder stays, so that only the last part of the path changes.
    let path = target.find(['#', '?', ' ', '>']).unwrap_or(target.len());
    let start = target[..path].rfind(['/', '<']).map_or(0, |at| at + 1);
    let name = renaming.new_file.rsplit('/').next().unwrap_or(renaming.new_file);
    Some((end + 3, format!("]({}{}{})", &target[..start], index_line::target(name), &target[path..])))
}

/// The file that a target in `file` means: it starts from the folder that `file` is in.
fn means(target: &str, file: &str) -> Option<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = target.trim_start_matches('<');
    if target.is_empty() || target.contains("://") || target.starts_with(['/', '#']) {
        return None;
    }
    let folder: String = folder.split('/').filter(|f| !f.is_empty()).map(|f| index_line::target(f) + "/").collect();
    index_line::resolve(&format!("{folder}{}", target.trim_end_matches('>')))
}

#[cfg(test)]
mod tests {
    use super::{Renaming, changed};

    const R: Renaming<'static> =
        Renaming { old_name: "Old one", new_name: "New: one", old_file: "user_old.md", new_file: "user_new one.md" };

    #[test]
    fn each_form_of_a_link_follows() {
        for (before, after) in [
            ("[[Old one]] and [[old ONE]]", "[[New: one]] and [[New: one]]"),
            ("[[user_old]], [[user_old.md]]", "[[user_new one]], [[user_new one.md]]"),
            ("[[Old one|label]] [[ user_old#part]]", "[[New: one|label]] [[user_new one#part]]"),
            ("[t](user_old.md), [t](./user_old.md#p)", "[t](user_new%20one.md), [t](./user_new%20one.md#p)"),
            ("[t](<user_old.md>) [t](user_old.md \"tip\")", "[t](<user_new%20one.md>) [t](user_new%20one.md \"tip\")"),
            ("[t](user%5Fold.md)", "[t](user_new%20one.md)"),
            ("[[Old one]]\r\n[[x]]\r\n", "[[New: one]]\r\n[[x]]\r\n"),
        ] {
            assert_eq!(changed(before, "a.md", &R), after);
        }
    }

    #[test]
    fn what_is_no_link_to_it_stays() {
        for text in [
            "[[Old one more]] [[other|Old one]] [x](other.md) [Old one] Old one",
            "`[[Old one]]` and ``[t](user_old.md)``",
            "```\n[[Old one]]\n```\n",
            "~~~ text\n[t](user_old.md)\n```\n~~~\n",
            "[t](https://x.example/user_old.md) [t](/user_old.md) [t](../user_old.md) [[",
            "[t](sub/user_old.md) [t](user_old.md",
        ] {
            assert_eq!(changed(text, "a.md", &R), text);
        }
        let after = "```\ncode\n```\n[[Old one]]";
        assert_eq!(changed(after, "a.md", &R), "```\ncode\n```\n[[New: one]]");
    }

    #[test]
    fn paths_start_from_the_folder_of_the_text() {
        assert_eq!(
            changed("[t](../user_old.md) [t](user_old.md)", "sub/a.md", &R),
            "[t](../user_new%20one.md) [t](user_old.md)"
        );
        let below = Renaming { old_file: "sub/user_old.md", new_file: "sub/user_new.md", ..R };
        assert_eq!(changed("[t](user_old.md)", "sub/a.md", &below), "[t](user_new.md)");
        assert_eq!(
            changed("[t](sub/user_old.md) [[sub/user_old.md]]", "a.md", &below),
            "[t](sub/user_new.md) [[sub/user_new.md]]"
        );
    }

    #[test]
    fn the_header_follows_by_its_own_rules() {
        let text = "---\nname: a\ndescription: see [[Old one]]\nx: \"[[Old one]]\"\n---\nb\n";
        let after = changed(text, "a.md", &R);
        assert_eq!(after, "---\nname: a\ndescription: 'see [[New: one]]'\nx: \"[[Old one]]\"\n---\nb\n");
    }
}
