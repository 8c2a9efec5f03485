//! A message as its sentences, without code and quotes.

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Its text, without the mark that ends it.
    pub(super) text: String,
    /// Whether it ends with a question mark.
    pub(super) question: bool,
    /// Which paragraph it stands in.
    pub(super) paragraph: usize,
}

/// The sentences of a message, in order. A line that ends with a colon goes on in the list below it.
pub(super) fn of(message: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut paragraph = 0;
    let mut fenced = false;
    let mut open: Option<String> = None;
    for line in message.lines() {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if fenced || is_foreign(line) {
            continue;
        }
        if bare.is_empty() {
            paragraph += 1;
            flush(&mut open, paragraph, &mut sentences);
            continue;
        }
        if let Some(lead) = open.take() {
            let item = bare.trim_start_matches(['-', '*', '•', ' ']);
            if item.len() < bare.len() {
                let joint = if lead.ends_with([':', '：']) { "" } else { "," };
                open = Some(format!("{lead}{joint} {item}"));
                continue;
            }
            flush(&mut Some(format!("{lead} {bare}")), paragraph, &mut sentences);
            continue;
        }
        if bare.ends_with([':', '：']) {
            open = Some(bare.to_owned());
            continue;
        }
        split(bare, paragraph, &mut sentences);
    }
    flush(&mut open, paragraph, &mut sentences);
    sentences
}

fn flush(open: &mut Option<String>, paragraph: usize, sentences: &mut Vec<Sentence>) {
    if let Some(text) = open.take() {
        split(&text, paragraph, sentences);
    }
}

/// Quotes, code, tables, differences, logs: what the person shows and does not say.
fn is_foreign(line: &str) -> bool {
    let bare = line.trim_start();
    let indented = line.starts_with("    ") || line.starts_with('\t');
    let marked = bare.starts_with(['>', '|', '+', '$', '@', '<']) || bare.starts_with("//") || bare.starts_with("--- ");
    indented || marked
}

fn split(line: &str, paragraph: usize, sentences: &mut Vec<Sentence>) {
    let mut start = 0;
    let mut quoted = false;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        quoted ^= c == '`';
        let next = chars.peek().map(|(_, next)| *next);
        let ends = match c {
            '。' | '！' | '？' | '!' | '?' | '；' => true,
            '.' | ';' => next.is_none_or(char::is_whitespace) && !is_abbreviated(&line[start..at]),
            _ => false,
        };
        if ends && !quoted {
            push(&line[start..at], matches!(c, '?' | '？'), paragraph, sentences);
            start = at + c.len_utf8();
        }
    }
    push(&line[start..], false, paragraph, sentences);
}

fn is_abbreviated(text: &str) -> bool {
    let last = text.rsplit([' ', '(']).next().unwrap_or(text);
    matches!(last, "e.g" | "i.e" | "etc" | "vs" | "cf" | "no" | "approx")
        || last.len() == 1 && last.starts_with(char::is_numeric)
}

fn push(text: &str, question: bool, paragraph: usize, sentences: &mut Vec<Sentence>) {
    let text = text.trim().trim_start_matches(['-', '*', '•', '#']).trim();
    if !text.is_empty() {
        sentences.push(Sentence { text: text.to_owned(), question, paragraph });
    }
}
