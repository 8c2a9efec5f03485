//! Findings as bytes: what is kept of them, and what is shown of them, each read when its turn comes.

use std::{borrow::Cow, collections::BTreeSet};

use serde::{Serialize, Serializer};

use super::outcome::{Proof, Row, Summary};
use crate::{
    lint::{Choice, Evidence, Finding, Level, Rule, Safety, rules},
    model::bytes::{Bytes, put_number, put_text},
};

/// Findings, in their order.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    bytes: Vec<u8>,
    /// How much the findings of each rule count, where that is not kept with them.
    levels: Option<Vec<Level>>,
    /// The files whose findings are meant; `None` for all.
    only: Option<BTreeSet<String>>,
}

/// What must be read of a finding to know whether it is meant.
struct Head<'a> {
    rule: &'static Rule,
    level: Level,
    judged: bool,
    file: &'a str,
}

impl Rows {
    /// These findings.
    pub(super) fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        let rules: Vec<&'static Rule> = rules::all().collect();
        let (mut bytes, mut one) = (Vec::new(), Vec::new());
        for finding in findings {
            one.clear();
            put(&mut one, &rules, finding);
            put_number(&mut bytes, one.len() as u64);
            bytes.extend_from_slice(&one);
        }
        Self { bytes, levels: None, only: None }
    }

    /// What [`Rows::bytes`] gave.
    pub(super) fn kept(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), levels: None, only: None }
    }

    /// All of them, as they are kept. It depends on the program: rules go by number.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Those that are asked for, as much as they are to count.
    pub(super) fn chosen(self, choice: &Choice, only: Option<BTreeSet<String>>) -> Self {
        Self { levels: Some(rules::all().map(|rule| choice.of(rule)).collect()), only, ..self }
    }

    /// Each as a row.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        self.heads().map_while(|(head, mut rest)| row(&head, &mut rest))
    }

    /// How many there are of each level.
    pub(super) fn summary(&self, checked: usize) -> Summary {
        let mut summary = Summary { checked, ..Summary::default() };
        for (head, _) in self.heads() {
            match head.level {
                Level::Error => summary.errors += 1,
                Level::Warning => summary.warnings += 1,
                Level::Info => summary.infos += 1,
                Level::Off => {}
            }
        }
        summary
    }

    /// Each as it was found, but for the bytes that a fix changes.
    pub(super) fn findings(&self) -> impl Iterator<Item = Finding> {
        self.heads().map_while(|(head, mut rest)| Some(row(&head, &mut rest)?.finding(head.rule, head.level)))
    }

    /// Those that are meant, with the bytes behind their heads.
    fn heads(&self) -> impl Iterator<Item = (Head<'_>, Bytes<'_>)> {
        let rules: Vec<&'static Rule> = rules::all().collect();
        let mut rest = Bytes(&self.bytes);
        let all = std::iter::from_fn(move || {
            let length = usize::try_from(rest.number()?).ok()?;
            let mut one = Bytes(rest.take(length)?);
            let head = self.head(&rules, &mut one)?;
            Some((head, one))
        });
        all.filter(|(head, _)| {
            head.level != Level::Off && self.only.as_ref().is_none_or(|only| only.contains(head.file))
        })
    }

    fn head<'b>(&self, rules: &[&'static Rule], rest: &mut Bytes<'b>) -> Option<Head<'b>> {
        let [rule, level, judged] = rest.array()?;
        let kept = Level::ALL.get(usize::from(level))?.0;
        let level = self.levels.as_ref().map_or(Some(kept), |levels| levels.get(usize::from(rule)).copied())?;
        Some(Head { rule: rules.get(usize::from(rule))?, level, judged: judged == 1, file: rest.text()? })
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

fn put(out: &mut Vec<u8>, rules: &[&'static Rule], finding: &Finding) {
    let place = |found: Option<usize>| found.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX);
    out.push(place(rules.iter().position(|rule| rule.code == finding.code)));
    out.push(place(Level::ALL.iter().position(|(level, _)| *level == finding.level)));
    out.push(u8::from(finding.judged));
    put_text(out, &finding.file);
    out.push(u8::from(finding.place.is_some()));
    if let Some(place) = &finding.place {
        [place.line, place.column, place.width].into_iter().for_each(|n| put_number(out, n as u64));
        put_text(out, &place.source);
    }
    put_text(out, &finding.message);
    put_text(out, &finding.help);
    put_number(out, finding.evidence.len() as u64);
    finding.evidence.iter().for_each(|evidence| put_evidence(out, evidence));
    out.push(match &finding.fix {
        None => 0,
        Some(fix) if fix.safety == Safety::Safe => 1,
        Some(_) => 2,
    });
}

fn put_evidence(out: &mut Vec<u8>, evidence: &Evidence) {
    let (tag, text, line) = match evidence {
        Evidence::File { file, line } => (0, file, *line),
        Evidence::Commit { id } => (1, id, None),
        Evidence::Memory { file, line } => (2, file, *line),
    };
    out.push(tag);
    put_text(out, text);
    put_number(out, line.unwrap_or_default() as u64);
}

fn row<'a>(head: &Head<'a>, rest: &mut Bytes<'a>) -> Option<Row<'a>> {
    let number = |rest: &mut Bytes<'a>| usize::try_from(rest.number()?).ok();
    let (mut place, mut source) = (None, None);
    if rest.flag()? {
        place = Some((number(rest)?, number(rest)?, number(rest)?));
        source = Some(rest.text()?.into());
    }
    let (message, help) = (rest.text()?.into(), rest.text()?.into());
    let evidence = (0..rest.count(17)?).map(|_| proof(rest)).collect::<Option<_>>()?;
    let fix = match rest.array()? {
        [0] => None,
        [1] => Some(Safety::Safe.key()),
        [_] => Some(Safety::Look.key()),
    };
    Some(Row {
        code: head.rule.code,
        rule: head.rule.name,
        level: head.level.as_str(),
        file: head.file.into(),
        line: place.map(|(line, ..)| line),
        column: place.map(|(_, column, _)| column),
        end_column: place.map(|(_, column, width)| column + width),
        message,
        help,
        evidence,
        fix,
        judged: head.judged,
        source,
    })
}

fn proof<'a>(rest: &mut Bytes<'a>) -> Option<Proof<'a>> {
    let [tag] = rest.array()?;
    let text = Cow::from(rest.text()?);
    let line = usize::try_from(rest.number()?).ok().filter(|line| *line > 0);
    Some(match tag {
        0 => Proof::Project { file: text, line },
        1 => Proof::Commit { commit: text },
        _ => Proof::Store { file: text, line },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Fix, Place};

    fn finding(code: &str, file: &str) -> Finding {
        let rule = rules::find(code).unwrap();
        let file = file.to_owned();
        let place = Some(Place { line: 3, column: 2, width: 4, source: "a line".into() });
        let evidence = vec![
            Evidence::File { file: "src/a.rs".into(), line: Some(7) },
            Evidence::Commit { id: "c0ffee".into() },
            Evidence::Memory { file: "b.md".into(), line: None },
        ];
        let fix = Some(Fix { safety: Safety::Look, edits: Vec::new() });
        let (message, help) = ("why".into(), "what".into());
        let level = rule.level;
        Finding { code: rule.code, name: rule.name, level, file, place, message, help, evidence, fix, judged: false }
    }

    #[test]
    fn findings_come_back() {
        let bare = Finding { place: None, evidence: Vec::new(), fix: None, judged: true, ..finding("D601", "b.md") };
        let all = vec![finding("F101", "a.md"), bare];
        let rows = Rows::kept(Rows::of(&all).bytes());
        assert_eq!(rows.findings().collect::<Vec<_>>(), all);
        let direct: Vec<Row<'_>> = all.iter().map(Row::from).collect();
        assert_eq!(serde_json::to_string(&rows).unwrap(), serde_json::to_string(&direct).unwrap());
    }

    #[test]
    fn only_what_is_asked_for() {
        let rows = Rows::of(&[finding("F101", "a.md"), finding("D601", "a.md"), finding("F101", "b.md")]);
        let mut choice = Choice::default();
        choice.ignore(&["F101".to_owned()]).unwrap();
        let chosen = rows.clone().chosen(&choice, None);
        assert_eq!(chosen.iter().map(|row| row.code).collect::<Vec<_>>(), ["D601"]);
        let chosen = rows.chosen(&Choice::default(), Some(["b.md".to_owned()].into()));
        assert_eq!(chosen.iter().map(|row| row.file).collect::<Vec<_>>(), ["b.md"]);
        assert_eq!(chosen.summary(1).errors + chosen.summary(1).warnings + chosen.summary(1).infos, 1);
    }
}
