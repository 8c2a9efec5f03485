//! Which memories one links to, as `[[name]]` or `[text](file.md)`.

use super::Scene;
use crate::{
    model::{Kind, memory::stem, text},
    ops::meaning::Files as _,
    store::index::{links, wiki_links},
};

/// Bytes of a body that are looked through for links: a memory is far shorter, and a pasted log has none.
const READ: usize = 64 << 10;

/// The memories that this one links to, by position.
pub(super) fn linked(scene: &Scene<'_>, memory: usize) -> Vec<usize> {
    let Some(document) = scene.document(memory) else { return Vec::new() };
    let folder = document.memory.file.rsplit_once('/').map(|(folder, _)| folder);
    let (mut names, mut files) = (Vec::new(), Vec::new());
    for line in text::prefix(document.body(), READ).lines().filter(|line| line.contains('[')) {
        names.extend(wiki_links(line).into_iter().map(|range| line[range].to_owned()));
        files.extend(links(line).into_iter().map(|(_, file)| file));
    }
    if names.is_empty() && files.is_empty() {
        return Vec::new();
    }
    let is_meant = |at: &usize| {
        let file = scene.files.name(*at);
        // A path counts from the folder of the file, and from the store's.
        let beside = folder.and_then(|folder| file.strip_prefix(folder)?.strip_prefix('/')).unwrap_or(file);
        files.iter().any(|link| link == file || link == beside) || names.iter().any(|name| is_called(stem(file), name))
    };
    (0..scene.files.len()).filter(is_meant).collect()
}

/// Whether a name means the file with this stem, in any spelling, with or without the type before it.
fn is_called(stem: &str, name: &str) -> bool {
    let name = stem_of(name);
    let bare = || stem.split_once(['_', '-']).filter(|(kind, _)| Kind::parse(kind).is_some()).map(|(_, bare)| bare);
    is_same(stem, name) || bare().is_some_and(|bare| is_same(bare, name))
}

fn stem_of(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name).trim();
    name.strip_suffix(".md").unwrap_or(name)
}

/// Case, blanks, `-` and `_` do not tell names apart.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    one.chars().map(plain).eq(other.chars().map(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_a_file_in_any_spelling() {
        for name in ["deploy-steps", "Deploy steps", "deploy_steps.md", "reference_deploy_steps", "ops/deploy-steps "] {
            assert!(is_called("reference_deploy_steps", name), "{name}");
        }
        for name in ["deploy", "steps", "user_deploy_steps", ""] {
            assert!(!is_called("reference_deploy_steps", name), "{name}");
        }
        assert!(is_called("部署流程", "部署流程"));
    }
}
