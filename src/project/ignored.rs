//! Whether the project's git would swallow a file.

use std::path::Path;

use ignore::{Match, gitignore::Gitignore};

/// The rule of the project's ignore files that keeps `path` out of commits, if one does. Rules
/// nearer to the file win, as in git.
#[must_use]
pub fn by(root: &Path, path: &Path) -> Option<String> {
    if !root.join(".git").exists() || !path.starts_with(root) {
        return None;
    }
    let folders: Vec<&Path> = path.ancestors().skip(1).take_while(|dir| dir.starts_with(root)).collect();
    let near_first = folders.into_iter().map(|dir| dir.join(".gitignore")).chain([root.join(".git/info/exclude")]);
    for file in near_first.filter(|file| file.is_file()) {
        // A line that is not a pattern is skipped by git too.
        let (rules, _) = matcher(root, &file);
        match rules.matched_path_or_any_parents(path, false) {
            Match::Ignore(rule) => {
                let from = file.strip_prefix(root).unwrap_or(&file);
                return Some(format!("{}: {}", from.display(), rule.original()));
            }
            Match::Whitelist(_) => return None,
            Match::None => {}
        }
    }
    None
}

/// Patterns of `.git/info/exclude` count from the root, those of a `.gitignore` from its folder.
fn matcher(root: &Path, file: &Path) -> (Gitignore, Option<ignore::Error>) {
    if file.ends_with(".git/info/exclude") {
        let mut builder = ignore::gitignore::GitignoreBuilder::new(root);
        let trouble = builder.add(file);
        return match builder.build() {
            Ok(rules) => (rules, trouble),
            Err(err) => (Gitignore::empty(), Some(err)),
        };
    }
    Gitignore::new(file)
}
