//! `mem add`

use crate::support::Mem;

#[test]
fn saves_a_memory_and_its_index_line() {
    let mem = Mem::new();
    mem.add("feedback", "No summaries", "User wants no closing summary", "Leave it out.");
    assert_eq!(
        mem.read("feedback_no_summaries.md"),
        "---\nname: No summaries\ndescription: User wants no closing summary\ntype: feedback\nmodified: 2026-11-29T12:00:00Z\n---\nLeave it out.\n"
    );
    assert_eq!(
        mem.read("MEMORY.md"),
        "# Memory\n\n- [No summaries](feedback_no_summaries.md) — User wants no closing summary\n"
    );
}
