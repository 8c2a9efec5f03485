//! What a manifest fixes: which version of what, and which scripts there are.

/// The word that stands for a script's version.
pub const SCRIPT: &str = "script";

/// Passes each `name version` of a manifest, and `name script` of its scripts, in lower case, with the
/// line. A version is passed with each of its beginnings: `18.2.0` fixes `18` too.
pub(super) fn each(text: &str, mut take: impl FnMut(&str, u32)) {
    let mut scripts = false;
    let mut before: Vec<String> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let lower = line.to_lowercase();
        let names = names(&lower);
        if scripts && lower.trim_start().starts_with('}') {
            scripts = false;
        }
        if let Some(name) = names.first().filter(|_| scripts) {
            take(&format!("{name} {SCRIPT}"), number);
        }
        scripts |= lower.contains("\"scripts\"");
        // In XML the version follows on a line of its own.
        let given: Vec<&String> = match lower.trim_start().starts_with("<version") {
            true => before.iter().collect(),
            false => names.iter().collect(),
        };
        for version in versions(&lower) {
            for name in &given {
                beginnings(version, |part| take(&format!("{name} {part}"), number));
            }
        }
        before = names;
    }
}

/// Calls `take` with `18`, `18.2` and `18.2.0` of `18.2.0`.
fn beginnings(version: &str, mut take: impl FnMut(&str)) {
    version.match_indices('.').for_each(|(at, _)| take(&version[..at]));
    take(version);
}

/// What may be the name of a package: letters, and what stands between letters.
fn names(line: &str) -> Vec<String> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '@' | '/' | '.' | ':');
    let words = line.split(|c| !part(c)).map(|word| word.trim_matches(['.', ':', '-', '/']));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase() || c == '@')).map(str::to_owned).collect()
}

/// Numbers with dots between, not part of a word.
fn versions(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    let words = words.map(|word| word.strip_prefix('v').unwrap_or(word));
    words.filter(|word| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn versions_and_scripts_of_manifests() {
        let mut found = Vec::new();
        let text = "{\n  \"scripts\": {\n    \"Build\": \"vite build\"\n  },\n  \"react\": \"^18.2.0\"\n}\n\
                    serde = { version = \"1.0\" }\n<artifactId>guava</artifactId>\n<version>33.1</version>\n";
        super::each(text, |pin, line| found.push(format!("{line} {pin}")));
        for pin in ["3 build script", "5 react 18", "5 react 18.2.0", "7 serde 1", "9 guava 33.1"] {
            assert!(found.contains(&pin.to_owned()), "{pin} in {found:?}");
        }
        assert!(!found.iter().any(|pin| pin.contains("react script")));
    }
}
