//! Which memories one links to, as `[[name]]` or `[text](file.md)`.

use std::collections::HashSet;

use super::Scene;
use crate::{
    model::{
        memory::{bare, one_form, stem},
        text,
    },
    ops::meaning::Files as _,
    store::index::{links, wiki_links},
};

/// Bytes of a body that are looked through for links: a memory is far shorter, and a pasted log has none.
const READ: usize = 64 << 10;

/// The memories that this one links to, by position.
pub(super) fn linked(scene: &Scene<'_>, memory: usize) -> Vec<usize> {
    let Some(document) = scene.document(memory) else { return Vec::new() };
    let folder = document.memory.file.rsplit_once('/').map(|(folder, _)| folder);
    let (mut names, mut files) = (HashSet::new(), Vec::new());
    for line in text::prefix(document.body(), READ).lines().filter(|line| line.contains('[')) {
        names.extend(wiki_links(line).into_iter().map(|range| one_form(&line[range])));
        files.extend(links(line).into_iter().map(|(_, file)| file));
    }
    if names.is_empty() && files.is_empty() {
        return Vec::new();
    }
    let is_meant = |at: &usize| {
        let file = scene.files.name(*at);
        // A path counts from the folder of the file, and from the store's.
        let beside = folder.and_then(|folder| file.strip_prefix(folder)?.strip_prefix('/')).unwrap_or(file);
        files.iter().any(|link| link == file || link == beside) || is_called(stem(file), &names)
    };
    (0..scene.files.len()).filter(is_meant).collect()
}

/// Whether one of these names, each in its one form, means the file with this stem, with or without the type
/// before it.
fn is_called(stem: &str, names: &HashSet<String>) -> bool {
    let is = |name: &str| names.contains(&one_form(name));
    !names.is_empty() && (is(stem) || bare(stem).is_some_and(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> HashSet<String> {
        HashSet::from([one_form(name)])
    }

    #[test]
    fn a_name_means_a_file_in_any_spelling() {
        for name in ["deploy-steps", "Deploy steps", "deploy_steps.md", "reference_deploy_steps", "ops/deploy-steps "] {
            assert!(is_called("reference_deploy_steps", &names(name)), "{name}");
        }
        for name in ["deploy", "steps", "user_deploy_steps", ""] {
            assert!(!is_called("reference_deploy_steps", &names(name)), "{name}");
        }
        assert!(is_called("部署流程", &names("部署流程")));
    }
}
