//! Conflicts that a merge of two branches left behind.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use super::line::{Line, Role};

/// The four markers of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Ours,
    Base,
    Theirs,
    End,
}

/// Why a conflict is left to a person: 1-based line, and what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) line: usize,
    pub(super) why: &'static str,
}

/// The entries of one conflict.
#[derive(Default)]
struct Sides<'l> {
    ours: Vec<&'l Line>,
    base: Vec<&'l Line>,
    /// With their line numbers.
    theirs: Vec<(usize, &'l Line)>,
}

/// A conflict marker: seven equal characters at the line's start, then a blank or nothing.
fn marker(line: &Line) -> Option<Side> {
    if matches!(line.role, Role::Code | Role::Hidden) {
        return None;
    }
    let sides = [("<<<<<<<", Side::Ours), ("|||||||", Side::Base), ("=======", Side::Theirs), (">>>>>>>", Side::End)];
    sides.into_iter().find_map(|(marker, side)| {
        let rest = line.bare().strip_prefix(marker)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(side)
    })
}

/// The place behind the conflict that line `at` would stand in, else `at`.
pub(super) fn behind(lines: &[Line], at: usize) -> usize {
    let is = |side: Side| move |line: &Line| marker(line) == Some(side);
    let Some(start) = lines[..at].iter().rposition(is(Side::Ours)) else { return at };
    if lines[start..at].iter().any(is(Side::End)) {
        return at;
    }
    lines[at..].iter().position(is(Side::End)).map_or(at, |ahead| at + ahead + 1)
}

/// The lines with every conflict of entries settled: both sides' entries, each once, ours first. Where both
/// have an entry of one memory, one that can be `made` again gives way.
pub(super) fn settled(lines: &[Line], made: &dyn Fn(&Line) -> bool) -> Result<Vec<Line>, Trouble> {
    let mut settled: Vec<Line> = Vec::with_capacity(lines.len());
    let mut inside: Option<(usize, Side, Sides<'_>)> = None;
    for (at, line) in lines.iter().enumerate() {
        let trouble = |why| Trouble { line: at + 1, why };
        inside = match (inside.take(), marker(line)) {
            (None, Some(Side::Ours)) => Some((at, Side::Ours, Sides::default())),
            // `=======` alone is a heading's underline, and quotes may be seven deep.
            (None, _) => {
                settled.push(line.clone());
                None
            }
            (Some((start, Side::Ours, sides)), Some(Side::Base)) => Some((start, Side::Base, sides)),
            (Some((start, Side::Ours | Side::Base, sides)), Some(Side::Theirs)) => Some((start, Side::Theirs, sides)),
            (Some((_, Side::Theirs, sides)), Some(Side::End)) => {
                settled.extend(sides.merged(made)?);
                None
            }
            (Some(_), Some(_)) => return Err(trouble("a conflict marker stands where none belongs")),
            (Some((start, side, mut sides)), None) => {
                if !matches!(line.role, Role::Entry | Role::Blank) {
                    return Err(trouble("a merge conflict holds more than entries"));
                }
                sides.take(side, at + 1, line);
                Some((start, side, sides))
            }
        };
    }
    match inside {
        Some((start, ..)) => Err(Trouble { line: start + 1, why: "a merge conflict does not end" }),
        None => Ok(settled),
    }
}

impl<'l> Sides<'l> {
    fn take(&mut self, side: Side, number: usize, line: &'l Line) {
        match side {
            Side::Ours => self.ours.push(line),
            Side::Base => self.base.push(line),
            _ => self.theirs.push((number, line)),
        }
    }

    fn merged(self, made: &dyn Fn(&Line) -> bool) -> Result<Vec<Line>, Trouble> {
        let mut merged: Vec<Line> = self.ours.iter().map(|line| (*line).clone()).collect();
        let is_entry = |line: &Line| line.role == Role::Entry;
        let entries = merged.iter().enumerate().filter(|(_, line)| is_entry(line));
        let mut places: HashMap<_, _> = entries.rev().map(|(at, line)| (key(line), at)).collect();
        // Blank lines behind our entries separate them from what follows.
        let blanks = merged.split_off(merged.iter().rposition(is_entry).map_or(0, |last| last + 1));
        let base: HashSet<&str> = self.base.iter().map(|line| line.bare()).collect();
        for (number, theirs) in self.theirs.into_iter().filter(|(_, line)| is_entry(line)) {
            match places.entry(key(theirs)) {
                Entry::Vacant(place) => {
                    place.insert(merged.len());
                    merged.push(theirs.clone());
                }
                Entry::Occupied(place) => {
                    let ours = &merged[*place.get()];
                    let rivals =
                        Trouble { line: number, why: "both sides of a merge conflict describe the same memory" };
                    if !ours_stays(ours, theirs, &base, made).ok_or(rivals)? {
                        merged[*place.get()] = theirs.clone();
                    }
                }
            }
        }
        merged.extend(blanks);
        Ok(merged)
    }
}

/// The memories that an entry is about.
fn key(line: &Line) -> (Vec<String>, Vec<String>) {
    (line.files().to_vec(), line.names().to_vec())
}

/// Which of two lines about one memory stays; `None` when only a person can say.
fn ours_stays(ours: &Line, theirs: &Line, base: &HashSet<&str>, made: &dyn Fn(&Line) -> bool) -> Option<bool> {
    let (ours_is_base, theirs_is_base) = (base.contains(ours.bare()), base.contains(theirs.bare()));
    if ours.bare() == theirs.bare() || theirs_is_base {
        return Some(true);
    }
    if ours_is_base {
        return Some(false);
    }
    made(theirs).then_some(true).or_else(|| made(ours).then_some(false))
}

#[cfg(test)]
mod tests {
    use super::{super::read::read, Trouble, settled};

    fn merged(text: &str) -> Result<String, Trouble> {
        let lines = settled(&read(text), &|line| line.text.contains("made"))?;
        Ok(lines.iter().map(|l| l.text.as_str()).collect())
    }

    fn trouble(text: &str) -> (usize, &'static str) {
        let trouble = merged(text).unwrap_err();
        (trouble.line, trouble.why)
    }

    #[test]
    fn entries_of_both_sides_each_once() {
        let text = "# M\n<<<<<<< HEAD\n- [a](a.md)\n- [b](b.md)\n=======\n- [a](a.md)\n- [c](c.md)\n>>>>>>> x\n\nend";
        assert_eq!(merged(text).unwrap(), "# M\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n\nend");
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(merged(&crlf).unwrap(), "# M\r\n- [a](a.md)\r\n- [b](b.md)\r\n- [c](c.md)\r\n\r\nend");
        let empty = "<<<<<<< HEAD\n=======\n- [c](c.md)\n\n>>>>>>> x\n";
        assert_eq!(merged(empty).unwrap(), "- [c](c.md)\n");
        let blank = "<<<<<<< HEAD\n- [a](a.md)\n\n=======\n- [c](c.md)\n\n>>>>>>> x\n## B\n";
        assert_eq!(merged(blank).unwrap(), "- [a](a.md)\n- [c](c.md)\n\n## B\n");
    }

    #[test]
    fn the_base_tells_who_changed_a_line() {
        let text = "<<<<<<< HEAD\n- [a](a.md) — x\n- [b](b.md) — new\n||||||| base\n- [a](a.md) — x\n- [b](b.md) — y\n=======\n- [a](a.md) — new\n- [b](b.md) — y\n>>>>>>> x\n";
        assert_eq!(merged(text).unwrap(), "- [a](a.md) — new\n- [b](b.md) — new\n");
    }

    #[test]
    fn what_can_be_made_again_gives_way() {
        for (ours, theirs, stays) in
            [("made", "by hand", "by hand"), ("by hand", "made", "by hand"), ("made", "made 2", "made")]
        {
            let text = format!("<<<<<<< H\n- [a](a.md) {ours}\n=======\n- [a](a.md) {theirs}\n>>>>>>> x\n");
            assert_eq!(merged(&text).unwrap(), format!("- [a](a.md) {stays}\n"));
        }
        let both = "\n<<<<<<< H\n- [a](a.md) x\n=======\n- [a](a.md) y\n>>>>>>> x\n";
        assert_eq!(trouble(both), (5, "both sides of a merge conflict describe the same memory"));
    }

    #[test]
    fn anything_else_is_left_to_a_person() {
        let more = "a merge conflict holds more than entries";
        assert_eq!(trouble("<<<<<<< H\n- [a](a.md)\n=======\nprose\n>>>>>>> x\n"), (4, more));
        assert_eq!(trouble("<<<<<<< H\n## A\n=======\n>>>>>>> x\n"), (2, more));
        assert_eq!(trouble("x\n<<<<<<< H\n- [a](a.md)\n"), (2, "a merge conflict does not end"));
        let marker = "a conflict marker stands where none belongs";
        assert_eq!(trouble("<<<<<<< H\n- [a](a.md)\n>>>>>>> x\n"), (3, marker));
        assert_eq!(trouble("<<<<<<< H\n<<<<<<< H\n=======\n>>>>>>> x\n"), (2, marker));
        assert_eq!(trouble("<<<<<<< H\n=======\n=======\n>>>>>>> x\n"), (3, marker));
    }

    #[test]
    fn what_only_looks_like_a_marker_stays() {
        for text in [
            "Title\n=======\n- [a](a.md)\n",
            ">>>>>>> deep quote\n",
            "```\n<<<<<<< H\n```\n",
            "<<<<<<<<\n",
            "<<<<<<<x\n",
        ] {
            assert_eq!(merged(text).unwrap(), text);
        }
    }
}
