//! Whether to speak: the memories that clearly help, or none.

use super::score::{Scored, by_score};

/// Below this much evidence nothing is said. On the own store of the quality harness nine in ten of
/// the prompts that have an answer are answered, and four in five of those that have none are not;
/// small talk and questions of other fields are silent nine times in ten.
pub(super) const THRESHOLD: f64 = 0.5;

/// The evidence that a memory beside the best needs: one that half fits costs the reader more than it
/// helps. On the own store none of those between 0.5 and 0.9 is right, and of those above two in five are.
const COMPANY: f64 = 0.9;

/// A memory with less than this share of the best one's score is not worth reading.
const TAIL: f64 = 0.85;

/// The memories that clearly help with a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Best first; empty when nothing is relevant enough.
    pub picks: Vec<Scored>,
    /// The most evidence that there is for a memory, 0 to 1.
    pub evidence: f64,
    /// The evidence that it takes to speak.
    pub threshold: f64,
    /// Whether a memory that clearly helps was left out.
    pub left_out: bool,
}

/// Chooses at most `limit` of the memories, which come in any order, or none: those for which there is
/// evidence enough to speak, the best of them and what is nearly as good. Those that are not `open`, by
/// position, are left out at the end: what stands far behind the best does not help more when the best is
/// known already.
pub fn decide(ranked: Vec<Scored>, limit: usize, open: impl Fn(usize) -> bool) -> Decision {
    let mut picks = ranked;
    let evidence = picks.iter().map(|scored| scored.evidence).fold(0.0, f64::max);
    picks.retain(|pick| pick.evidence >= THRESHOLD);
    let best = picks.iter().map(|pick| pick.score).fold(0.0, f64::max);
    // One that fits as well as the best is as good as the best.
    picks.retain(|pick| pick.score >= best || pick.score >= best * TAIL && pick.evidence >= COMPANY);
    picks.sort_unstable_by(by_score);
    let clear = picks.len();
    picks.retain(|scored| open(scored.memory));
    let left_out = picks.len() < clear;
    picks.truncate(limit);
    Decision { picks, evidence, threshold: THRESHOLD, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Fields, Query, rank};

    fn ranked(store: &[Fields<'_>], prompt: &str) -> Vec<Scored> {
        let query = Query::new(prompt);
        let counts = store.iter().map(|fields| query.count(fields)).collect();
        rank(&query, &counts)
    }

    fn store() -> Vec<Fields<'static>> {
        let note = |name, description, body| Fields { name, description, kind: "project", body };
        vec![
            note(
                "merge-freeze",
                "No merges to main before the mobile release",
                "Frozen from Thursday. Ask the release manager.",
            ),
            note(
                "real-db-tests",
                "Integration tests use a real database",
                "Mocks hid a broken migration last quarter.",
            ),
            note("部署流程", "部署要先走预发环境，再灰度放量", "预发环境每晚重置。"),
            note(
                "auth-service",
                "AuthService lives in src/auth/service.rs",
                "Tokens are rotated by k8s; never use --no-verify.",
            ),
            note("api-frozen", "Version 1.10 of the API is frozen", "Only additions; C# clients read .env files."),
            note("테스트", "배포 전에 통합 테스트를 돌린다", ""),
            note("การปรับใช้", "ขั้นตอนการปรับใช้ระบบ", ""),
            note("سياسة النشر", "النشر يوم الخميس فقط", ""),
        ]
    }

    fn picks(store: &[Fields<'_>], prompt: &str) -> Vec<usize> {
        decide(ranked(store, prompt), 5, |_| true).picks.iter().map(|scored| scored.memory).collect()
    }

    #[test]
    fn what_helps_comes_first() {
        let table = [
            ("can I merge to main today?", 0),
            ("should the integration tests mock the database?", 1),
            ("怎么部署到预发", 2),
            ("預發環境怎麼部署", 2),
            ("AuthService", 3),
            ("auth_service", 3),
            ("src/auth/service.rs", 3),
            ("may I pass --no-verify?", 3),
            ("how does k8s rotate tokens?", 3),
            ("is 1.10 still open?", 4),
            ("the C# client", 4),
            (".env", 4),
            ("배포 테스트", 5),
            ("การปรับใช้", 6),
            ("متى النشر", 7),
            ("ＭＥＲＧＥ freeze", 0),
        ];
        for (prompt, wanted) in table {
            assert_eq!(picks(&store(), prompt).first(), Some(&wanted), "{prompt}");
        }
    }

    #[test]
    fn silence() {
        for prompt in [
            "",
            "。。",
            "thanks, looks good",
            "what is the weather today",
            "ok go on",
            "好的谢谢",
            "write a poem about the sea",
            "the",
        ] {
            assert_eq!(picks(&store(), prompt), [0; 0], "{prompt}");
        }
    }

    #[test]
    fn what_stands_behind_the_best_does_not_take_its_place() {
        let store = store();
        let ranked = ranked(&store, "can I merge to main today?");
        let others = decide(ranked.clone(), 5, |memory| memory != 0);
        assert!(others.picks.is_empty() && others.left_out, "{others:?}");
        assert!(!decide(ranked.clone(), 5, |memory| memory != 1).left_out);
        assert!(!decide(ranked, 5, |_| true).left_out);
    }

    #[test]
    fn what_is_said_is_what_there_is_evidence_for() {
        let one = |memory, score, evidence| Scored { score, evidence, ..Scored::without_words(memory) };
        let said = |ranked: &[Scored]| -> Vec<usize> {
            decide(ranked.to_vec(), 5, |_| true).picks.iter().map(|scored| scored.memory).collect()
        };
        // The best score may have nothing for it but a text that is near to everything.
        assert_eq!(said(&[one(0, 0.4, 0.1), one(1, 0.3, 0.8), one(2, 0.29, 0.95), one(3, 0.28, 0.85)]), [1, 2]);
        assert_eq!(said(&[one(0, 0.4, 0.1), one(1, 0.3, 0.4)]), [0; 0]);
        assert_eq!(said(&[one(0, 0.3, 0.6), one(1, 0.3, 0.6)]), [0, 1]);
    }

    #[test]
    fn a_store_of_one_speaks_and_is_silent() {
        let one = &store()[..1];
        assert_eq!(picks(one, "can I merge this before the release?"), [0]);
        assert_eq!(picks(one, "generate a UUID in bash"), [0; 0]);
    }

    #[test]
    fn a_pasted_log_neither_triggers_nor_drowns() {
        let log = "2026-01-01T00:00:00Z ERROR worker[12] api connection refused by host token=abc\n".repeat(15_000);
        assert_eq!(picks(&store(), &log), [0; 0]);
        assert_eq!(picks(&store(), &format!("is the merge freeze on main over?\n{log}")).first(), Some(&0));
        assert_eq!(picks(&store(), &format!("{log}\nis the merge freeze on main over?")).first(), Some(&0));
    }

    #[test]
    fn few_and_in_order() {
        let same = [store()[0]; 9];
        assert_eq!(picks(&same, "merge freeze"), [0, 1, 2, 3, 4]);
    }
}
