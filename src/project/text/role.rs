//! What a file of the project is for, by its path alone.

/// What a file is for. The order is that of evidence: what a file of an earlier kind shows is shown
/// better than by a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Source code, settings, scripts: whatever is none of the others.
    Code,
    /// What the project is made of: `Cargo.toml`, `package.json`, …
    Manifest,
    /// Told to every agent or to every newcomer: `CLAUDE.md`, `AGENTS.md`, `README`, …
    Instructions,
    /// Prose about the project.
    Document,
    /// Prose about days: posts, minutes, diaries. It repeats what was learned and is read by nobody
    /// who works.
    Chronicle,
    /// Made by a program, or not text: known by name, never read.
    Unread,
}

/// Names without extension, in lower case, of texts that are read before work.
const INSTRUCTIONS: [&str; 8] =
    ["claude", "claude.local", "agents", "agents.override", "gemini", "readme", "contributing", "copilot-instructions"];

/// Folders of rules that agents load.
const RULE_FOLDERS: [&str; 4] = [".claude/rules/", ".cursor/rules/", ".github/instructions/", ".windsurf/rules/"];

const CHRONICLES: [&str; 15] = [
    "blog",
    "post",
    "posts",
    "session",
    "sessions",
    "journal",
    "journals",
    "retro",
    "retros",
    "diary",
    "minutes",
    "archive",
    "archived",
    "_archived",
    "logs",
];

const PROSE: [&str; 9] = ["md", "mdx", "mdc", "markdown", "rst", "adoc", "txt", "org", "textile"];

const MANIFESTS: [&str; 17] = [
    "cargo.toml",
    "package.json",
    "pyproject.toml",
    "requirements.txt",
    "setup.cfg",
    "setup.py",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "gemfile",
    "pubspec.yaml",
    "package.swift",
    "mix.exs",
    "deno.json",
    "directory.packages.props",
];

const LOCKS: [&str; 14] = [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "cargo.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "pipfile.lock",
    "composer.lock",
    "gemfile.lock",
    "go.sum",
    "flake.lock",
];

/// Extensions of what is not text, or is data.
const UNREAD: [&str; 60] = [
    "png", "jpg", "jpeg", "gif", "webp", "ico", "bmp", "tif", "tiff", "psd", "svg", "pdf", "mp3", "mp4", "wav", "ogg",
    "flac", "mov", "avi", "webm", "ttf", "otf", "woff", "woff2", "eot", "zip", "gz", "tgz", "bz2", "xz", "zst", "7z",
    "tar", "jar", "war", "class", "pyc", "o", "a", "so", "dll", "exe", "lib", "wasm", "bin", "dat", "db", "sqlite",
    "parquet", "npy", "pkl", "onnx", "csv", "tsv", "map", "snap", "fbx", "blend", "unity", "prefab",
];

impl Role {
    /// The role of a path below the project's top, `/` between parts.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let path = path.to_lowercase();
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if MANIFESTS.contains(&name) || extension == "csproj" || extension == "gemspec" {
            return Self::Manifest;
        }
        if LOCKS.contains(&name) || UNREAD.contains(&extension) || stem.ends_with(".min") {
            return Self::Unread;
        }
        let prose = PROSE.contains(&extension) || (extension.is_empty() && INSTRUCTIONS.contains(&stem));
        if !prose {
            return if [".cursorrules", ".windsurfrules"].contains(&name) { Self::Instructions } else { Self::Code };
        }
        if is_instruction(&path, folders, stem) {
            return Self::Instructions;
        }
        if folders.split('/').any(|folder| CHRONICLES.contains(&folder)) {
            return Self::Chronicle;
        }
        Self::Document
    }

    /// Whether it is prose that tells what holds.
    #[must_use]
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Instructions | Self::Document)
    }
}

/// A README far down tells of its folder; what everybody reads stands near the top.
fn is_instruction(path: &str, folders: &str, stem: &str) -> bool {
    let depth = folders.split('/').filter(|folder| !folder.is_empty()).count();
    let named = INSTRUCTIONS.iter().any(|name| stem == *name || stem.strip_prefix("readme").is_some_and(is_language));
    let near = depth <= 1 || stem.starts_with("claude") || stem.starts_with("agents");
    (named && near) || RULE_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// `.zh-cn` in `README.zh-CN.md`.
fn is_language(rest: &str) -> bool {
    rest.strip_prefix(['.', '-', '_']).is_some_and(|code| (2..=7).contains(&code.len()))
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn roles_by_path() {
        for (path, role) in [
            ("src/main.rs", Role::Code),
            (".github/workflows/ci.yml", Role::Code),
            ("web/package.json", Role::Manifest),
            ("App/App.csproj", Role::Manifest),
            ("CLAUDE.md", Role::Instructions),
            ("packages/a/b/CLAUDE.md", Role::Instructions),
            (".claude/CLAUDE.md", Role::Instructions),
            (".claude/rules/style.md", Role::Instructions),
            ("README.zh-CN.md", Role::Instructions),
            ("README", Role::Instructions),
            ("tests/e2e/data/README.md", Role::Document),
            ("docs/design.md", Role::Document),
            ("CHANGELOG.md", Role::Document),
            ("blog/2026-01-01-why.md", Role::Chronicle),
            ("docs/sessions/x.md", Role::Chronicle),
            ("package-lock.json", Role::Unread),
            ("dist/app.min.js", Role::Unread),
            ("a/logo.PNG", Role::Unread),
        ] {
            assert_eq!(Role::of(path), role, "{path}");
        }
    }
}
