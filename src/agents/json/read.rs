//! The reader.

use super::{Fault, Member, Node, Value};

/// Brackets within brackets; no settings and no event come near, and a hostile text must not use
/// up the stack.
const DEPTH: usize = 100;

/// Reads a text that is one value.
///
/// # Errors
/// [`Fault`] with the line where it stops being JSON.
pub fn read(text: &str) -> Result<Node, Fault> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let node = reader.value(0).and_then(|node| {
        reader.blank()?;
        if reader.at == text.len() { Ok(node) } else { Err("something stands behind the end") }
    });
    node.map_err(|what| Fault { line: text.as_bytes()[..reader.at].iter().filter(|b| **b == b'\n').count() + 1, what })
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

type Read<T> = Result<T, &'static str>;

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Steps over a byte if it comes next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Steps over blanks and comments, and over the mark that some editors put before a text.
    fn blank(&mut self) -> Read<()> {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").ok_or("a comment does not end")? + 2;
            } else if rest.starts_with('\u{feff}') {
                self.at += '\u{feff}'.len_utf8();
            } else if self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
                self.at += 1;
            } else {
                return Ok(());
            }
        }
    }

    fn value(&mut self, depth: usize) -> Read<Node> {
        self.blank()?;
        let start = self.at;
        let value = match self.peek().ok_or("a value is missing at the end")? {
            _ if depth > DEPTH => return Err("too many brackets within brackets"),
            b'{' => Value::Object(self.list(b'}', |reader| reader.member(depth))?),
            b'[' => Value::List(self.list(b']', |reader| reader.value(depth + 1))?),
            b'"' => Value::Text(self.string()?),
            _ => self.plain()?,
        };
        Ok(Node { at: start..self.at, value })
    }

    /// What stands between brackets, with commas.
    fn list<T>(&mut self, close: u8, item: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.blank()?;
            if self.eat(close) {
                return Ok(items);
            }
            items.push(item(self)?);
            self.blank()?;
            if !self.eat(b',') && self.peek() != Some(close) {
                return Err("a comma or a closing bracket is missing");
            }
        }
    }

    fn member(&mut self, depth: usize) -> Read<Member> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err("a key in double quotes is missing");
        }
        let key = self.string()?;
        self.blank()?;
        if !self.eat(b':') {
            return Err("a colon is missing behind a key");
        }
        let node = self.value(depth + 1)?;
        Ok(Member { key, at: start..node.at.end, node })
    }

    fn plain(&mut self) -> Read<Value> {
        let rest = &self.bytes[self.at..];
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
        let length = rest.iter().take_while(|b| is_part(b)).count();
        let word = &self.text[self.at..self.at + length];
        let number = || word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && word.parse::<f64>().is_ok();
        if !matches!(word, "true" | "false" | "null") && !number() {
            return Err("this is no value");
        }
        self.at += length;
        Ok(Value::Plain)
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.bytes[self.at..];
            let plain = rest.iter().position(|b| matches!(b, b'"' | b'\\')).ok_or("a string does not end")?;
            text.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain + 1;
            if rest[plain] == b'"' {
                return Ok(text);
            }
            text.push(self.escape()?);
        }
    }

    /// The character behind a backslash; half a surrogate is none.
    fn escape(&mut self) -> Read<char> {
        let letter = self.peek().ok_or("a string does not end")?;
        self.at += 1;
        Ok(match letter {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => char::from(letter),
            b'u' => {
                let high = self.unit()?;
                let is_low = |unit: u32| (0xdc00..0xe000).contains(&unit);
                let rest = &self.text[self.at..];
                let low = (0xd800..0xdc00).contains(&high) && rest.starts_with("\\u");
                let low = if low { hex(rest, 2).filter(|unit| is_low(*unit)) } else { None };
                self.at += if low.is_some() { 6 } else { 0 };
                let code = low.map_or(high, |low| 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err("an escape that JSON does not have"),
        })
    }

    fn unit(&mut self) -> Read<u32> {
        let unit = hex(self.text, self.at).ok_or("\\u without four hex digits")?;
        self.at += 4;
        Ok(unit)
    }
}

/// The four hex digits from a place on.
fn hex(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{Node, Value, read};

    fn text(json: &str) -> String {
        read(json).unwrap_or_else(|e| panic!("{json}: {e}")).text().unwrap_or_else(|| panic!("{json}")).to_owned()
    }

    #[test]
    fn strings_as_hosts_write_them() {
        for (json, means) in [
            (r#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u90e8\u7f72""#, "部署"),
            (r#""\ud83d\ude00""#, "😀"),
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\ude00x""#, "\u{fffd}x"),
            (r#""\ud83dx\u0041""#, "\u{fffd}xA"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            ("\"a\nb\u{1}\tc\"", "a\nb\u{1}\tc"),
            ("\u{feff} \"x\" ", "x"),
        ] {
            assert_eq!(text(json), means);
        }
    }

    #[test]
    fn parts_know_where_they_stand() {
        let json = "{ // c\n  \"a\" : [1, {\"b\":\"x\"},], /* d */ \"a\": [\"y\"], \"e\":{\"f\":null,}\n}\n";
        let node = read(json).unwrap();
        assert_eq!(node.path("a.0").and_then(Node::text), Some("y"), "the last of two keys");
        let Value::Object(members) = &node.value else { panic!() };
        assert_eq!(&json[members[0].at.clone()], "\"a\" : [1, {\"b\":\"x\"},]");
        assert_eq!(members[0].node.path("1.b").and_then(Node::text), Some("x"));
        assert_eq!(&json[node.path("e.f").unwrap().at.clone()], "null");
        assert_eq!(&json[node.at], json.trim_end());
    }

    #[test]
    fn what_is_no_json_names_its_line() {
        for (json, line) in [
            ("", 1),
            ("{", 1),
            ("{\n\"a\":", 2),
            ("{\"a\"}", 1),
            ("{a:1}", 1),
            ("[1 2]", 1),
            ("{}\n\nx", 3),
            ("\"abc", 1),
            ("\"\\x\"", 1),
            ("\"\\u12\"", 1),
            ("\"\\u12é5\"", 1),
            ("\n/* x", 2),
            ("nul", 1),
            ("tru e", 1),
            ("+1", 1),
            ("1e", 1),
            ("[,]", 1),
            ("'a'", 1),
            ("<html>", 1),
        ] {
            assert_eq!(read(json).map_err(|e| e.line), Err(line), "{json:?}");
        }
        assert!(read(&"[".repeat(1_000_000)).is_err());
        assert!(read(&"{\"a\":".repeat(1_000_000)).is_err());
    }
}
