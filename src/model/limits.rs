//! The numbers of the format. Bytes are bytes of UTF-8, never characters, unless a name says so.

/// Lines of the index that agents load (Claude Code: the first 200).
pub const INDEX_LINES: usize = 200;
/// Bytes of the index that agents load (Claude Code: 25,000, whichever limit comes first).
pub const INDEX_BYTES: usize = 25_000;
/// Lines from which `mem` warns; Claude Code asks for fewer than this many.
pub const INDEX_LINES_WARN: usize = 140;
/// Bytes from which `mem` warns: the same share of the limit as the lines.
pub const INDEX_BYTES_WARN: usize = 17_500;
/// Characters of a generated index line; a line stays under this.
pub const INDEX_LINE_CHARS: usize = 150;

/// Bytes of one body that recall hands out, its truncation marker included.
pub const BODY_BYTES: usize = 4_096;
/// Memories that recall hands out at most.
pub const RECALL_MEMORIES: usize = 5;

/// Bytes of bodies that one session gets in all: 15 of the longest.
pub const SESSION_BYTES: usize = 61_440;

/// Bytes of a slug; with the type before and `.md` behind it stays far below a file name's 255.
pub const SLUG_BYTES: usize = 60;
/// Bytes of a name that `add` takes; longer is a description in the wrong place.
pub const NAME_BYTES: usize = 1_024;

/// Bytes of a body that `add` takes; a memory is a fact, not an archive.
pub const ADD_BYTES: usize = 1024 * 1024;

/// Folders below the store that are looked into: a file may lie three levels down.
pub const DEPTH: usize = 3;
/// Bytes of one file that are read to judge or rank it; what lies behind is reachable by `show --raw`.
pub const READ_BYTES: u64 = 16 * 1024 * 1024;
