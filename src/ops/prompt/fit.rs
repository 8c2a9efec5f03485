//! The text as it fits: the index gives way first, then whole sections, the least needed first.

use super::text::Section;
use crate::model::{Cap, limits};

/// The index as far as it goes into the text.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) lines: usize,
    pub(super) bytes: usize,
    pub(super) left_out: usize,
}

/// What stands before the lines of the index.
const HEADING: &str = "\n## Index of the memories\n\n";
const NONE: &str = "There are no memories yet.\n";

/// The whole text, within the cap. `index` is none where the agent has it already.
pub(super) fn fit(
    mut sections: Vec<Section>,
    index: Option<&[String]>,
    cap: Option<Cap>,
    mem: &str,
) -> (String, Listed) {
    let cap = cap.unwrap_or(Cap::Bytes(usize::MAX));
    loop {
        let texts: Vec<&str> = sections.iter().map(|section| section.text.as_str()).collect();
        let mut text = texts.join("\n");
        let listed = index.map_or_else(|| Some(Listed::default()), |index| list(&mut text, index, cap, mem));
        let fits = cap.measure(&text) <= cap.most();
        match listed {
            Some(listed) if fits => return (text, listed),
            _ => {}
        }
        let Some(last) = (0..sections.len()).max_by_key(|at| sections[*at].rank) else {
            let left_out = index.map_or(0, <[String]>::len);
            return (String::new(), Listed { left_out, ..Listed::default() });
        };
        sections.remove(last);
    }
}

/// Puts the index behind the text; none when not even a word about it fits.
fn list(text: &mut String, index: &[String], cap: Cap, mem: &str) -> Option<Listed> {
    text.push_str(HEADING);
    if index.is_empty() {
        text.push_str(NONE);
        return Some(Listed::default());
    }
    let whole = take(index, cap.beside(text));
    if whole.lines < index.len() {
        // The notice takes its room from the lines.
        let notice = notice(index.len(), mem);
        let listed = take(index, cap.beside(&format!("{text}{notice}")));
        text.extend(index[..listed.lines].iter().map(String::as_str));
        let notice = self::notice(index.len() - listed.lines, mem);
        text.push_str(if listed.lines == 0 { notice.trim_start() } else { &notice });
        return (cap.measure(text) <= cap.most()).then_some(listed);
    }
    text.extend(index.iter().map(String::as_str));
    Some(whole)
}

fn notice(left_out: usize, mem: &str) -> String {
    format!("\n{left_out} more lines of the index are not shown here: `{mem} ls` lists all memories.\n")
}

/// As many lines from the top as agents load, and as there is room for.
fn take(index: &[String], cap: Cap) -> Listed {
    let (mut listed, mut used) = (Listed::default(), 0);
    for line in index.iter().take(limits::INDEX_LINES) {
        used += cap.measure(line);
        if used > cap.most() || listed.bytes + line.len() > limits::INDEX_BYTES {
            break;
        }
        listed.lines += 1;
        listed.bytes += line.len();
    }
    listed.left_out = index.len() - listed.lines;
    listed
}
