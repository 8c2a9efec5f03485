//! Ranking as its page says it, one memory after the other and with its reasons: what the fast way is
//! held against, to the last bit.

use super::{
    Counts, Decision, Field, Fields, Match, Query, Scored, Scorer, Tally, best,
    count::Hit,
    decide, is_settled,
    meaning::{self, Meaning, Nearness},
    postings::{Builder, Postings, merge},
    score::{MODEL, labels, rarity, scale, surprise_of},
    with_meaning,
};
use crate::model::chance::Random;

/// Words of stores and prompts: other words for each other, names, letters, grammar.
const WORDS: &str = "deploy deploys release 部署 流程 deployment db database schema AuthService auth_service merge \
                     merges freeze --no-verify C++ C# k8s kubernetes デプロイ テスト 배포 테스트 деплой naïve the of \
                     การปรับใช้ why merge-freeze quokka wombat 2026-05-02 src/auth/service.rs 数据库 5月2号 \
                     tlačítko tlačítky миграцией миграции";

struct Text {
    name: String,
    description: String,
    body: String,
}

fn text(random: &mut Random, most: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let text: Vec<&str> = (0..random.below(most + 1)).map(|_| *random.pick(&words)).collect();
    text.join(*random.pick(&[" ", ", ", "\n"]))
}

fn store(random: &mut Random) -> Vec<Text> {
    let one = |random: &mut Random| {
        let most = *random.pick(&[0, 8, 60]);
        Text { name: text(random, 2), description: text(random, 6), body: text(random, most) }
    };
    (0..random.below(60)).map(|_| one(random)).collect()
}

fn fields(text: &Text) -> Fields<'_> {
    Fields { name: &text.name, description: &text.description, kind: "project", body: &text.body }
}

/// What each memory scores, covers and was found for; best first.
fn ranked(query: &Query, memories: &[Counts]) -> Vec<(Scored, Vec<Match>)> {
    let all = memories.len().max(1) as f64;
    let having = |term: usize| {
        let has = |counts: &&Counts| counts.hits.iter().any(|hit| usize::from(hit.term) == term);
        memories.iter().filter(has).count() as f64
    };
    let rarities: Vec<f64> = (0..query.terms.len()).map(|term| rarity(all, having(term))).collect();
    let surprises: Vec<f64> = (0..query.terms.len()).map(|term| surprise_of(all, having(term))).collect();
    let heads = query.terms.iter().zip(&surprises).filter(|(term, _)| term.head.is_none());
    let enough = scale(all, heads.map(|(term, surprise)| term.weight * surprise).sum());
    let usual = |field: usize| {
        let sum: f64 = memories.iter().map(|counts| f64::from(counts.lengths[field])).sum();
        (sum / all).clamp(1.0, MODEL.usual_at_most[field])
    };
    let usual: [f64; 4] = std::array::from_fn(usual);
    let saturated = |hit: &Hit, counts: &Counts| {
        let times = |f: usize| {
            let (b, relative) = (MODEL.lengths[f], f64::from(counts.lengths[f]) / usual[f]);
            let long = (1.0 - b) * (relative - MODEL.long[f]).max(0.0);
            MODEL.weights[f] * f64::from(hit.times[f]) / (1.0 - b + b * relative + long)
        };
        let times: f64 = (0..4).map(times).sum();
        times / (MODEL.saturation + times)
    };
    let mut ranked: Vec<(Scored, Vec<Match>)> = Vec::new();
    for (memory, counts) in memories.iter().enumerate() {
        // The head, the term, its share, its weight.
        let mut found: Vec<(usize, usize, f64, f64)> = Vec::new();
        for hit in &counts.hits {
            let (at, term) = (usize::from(hit.term), &query.terms[usize::from(hit.term)]);
            let share = term.weight * saturated(hit, counts);
            let new = (term.head.unwrap_or(at), at, share, share * rarities[at]);
            match found.iter_mut().find(|known| known.0 == new.0) {
                Some(known) if known.3 >= new.3 => {}
                Some(known) => *known = new,
                None => found.push(new),
            }
        }
        let score: f64 = found.iter().map(|found| found.3).sum();
        let covered = found.iter().map(|(head, term, share, _)| share * surprises[*head].min(surprises[*term]));
        let coverage = (covered.sum::<f64>() / enough).min(1.0);
        let labels = labels(query);
        let part = |&(_, term, _, weight): &(usize, usize, f64, f64)| {
            let hit = counts.hits.iter().find(|hit| usize::from(hit.term) == term).unwrap();
            let field = Field::ALL.into_iter().find(|field| hit.times[*field as usize] > 0).unwrap();
            Match { term: labels[term].clone(), field, weight }
        };
        let mut why: Vec<Match> = found.iter().map(part).collect();
        why.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let evidence = meaning::evidence(coverage, None, 0.0);
        if score > 0.0 {
            ranked.push((Scored { memory, score, coverage, nearness: None, evidence }, why));
        }
    }
    // Stable: equals stay in the order given.
    ranked.sort_by(|a, b| b.0.score.total_cmp(&a.0.score));
    ranked
}

/// The tally of postings that were made in segments of any size.
fn by_postings(texts: &[Text], query: &Query, random: &mut Random) -> Tally {
    let (mut builder, mut bytes, mut segments) = (Builder::default(), Vec::new(), Vec::new());
    let mut put = |builder: &mut Builder| {
        let start = bytes.len() as u64;
        bytes.extend(builder.segment());
        segments.push(start..bytes.len() as u64);
    };
    for text in texts {
        builder.add(&fields(text));
        if random.below(9) == 0 {
            put(&mut builder);
        }
    }
    put(&mut builder);
    let mut made = Vec::new();
    let write = |part: &[u8]| {
        made.extend_from_slice(part);
        Some(())
    };
    merge(&&bytes[..], &segments, write).unwrap();
    Postings::open(&made[..]).unwrap().count(query).unwrap()
}

#[test]
fn the_fast_way_says_what_the_plain_one_says() {
    let mut random = Random::new(11);
    for round in 0..400 {
        let texts = store(&mut random);
        let query = Query::new(&text(&mut random, 7));
        let counts: Vec<Counts> = texts.iter().map(|text| query.count(&fields(text))).collect();
        let tally = by_postings(&texts, &query, &mut random);
        assert_eq!(tally, counts.iter().cloned().collect(), "round {round}");
        let plain = ranked(&query, &counts);
        let order: Vec<Scored> = plain.iter().map(|(scored, _)| *scored).collect();
        let scorer = Scorer::new(&query, &tally);
        for most in [0, 1, 5, usize::MAX] {
            let wanted = &order[..order.len().min(most)];
            assert_eq!(best(scorer.all(), most), wanted, "round {round}, {most} of them");
        }
        plain.iter().for_each(|(scored, why)| assert_eq!(&scorer.why(scored.memory), why, "round {round}"));
        assert_eq!(decide(scorer.all(), 5, |_| true), decide(order.clone(), 5, |_| true), "round {round}");
        assert_eq!(is_settled(&scorer.all()), is_settled(&order), "round {round}");
        let near = |_| (random.below(3) > 0).then(|| Nearness::of_head(random.fraction() * 2.0 - 1.0));
        let meaning = Meaning { near: (0..texts.len()).map(near).collect(), generality: 0.1 };
        let (fast, slow) = (with_meaning(scorer.all(), &meaning), with_meaning(order, &meaning));
        assert_eq!(fast, slow, "round {round}");
        let Decision { picks, .. } = decide(fast, 5, |memory| memory % 2 == 0);
        assert_eq!(picks, decide(best(slow, usize::MAX), 5, |memory| memory % 2 == 0).picks, "round {round}");
    }
}
