//! Which rules are run, and how much each counts.

use super::{Level, Rule, rules, silence::starts_with};
use crate::model::text::edits;

/// Rules chosen by codes, by beginnings of codes (`D1`), or by names.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only these, when there are any.
    select: Vec<String>,
    /// Not these, unless `select` names them more exactly.
    ignore: Vec<String>,
    /// These at another level; the most exact one counts, of two alike the later.
    levels: Vec<(String, Level)>,
}

/// A code that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{code}`")]
pub struct UnknownCode {
    /// As it was written.
    pub code: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

impl Choice {
    /// Only these rules as well.
    ///
    /// # Errors
    /// [`UnknownCode`] for the first that is none.
    pub fn select(&mut self, codes: &[String]) -> Result<(), UnknownCode> {
        known(codes).map(|()| self.select.extend_from_slice(codes))
    }

    /// Not these rules.
    ///
    /// # Errors
    /// As [`Choice::select`].
    pub fn ignore(&mut self, codes: &[String]) -> Result<(), UnknownCode> {
        known(codes).map(|()| self.ignore.extend_from_slice(codes))
    }

    /// These rules at this level.
    ///
    /// # Errors
    /// As [`Choice::select`].
    pub fn level(&mut self, codes: &[String], level: Level) -> Result<(), UnknownCode> {
        known(codes)?;
        self.levels.extend(codes.iter().map(|code| (code.clone(), level)));
        Ok(())
    }

    /// How much a rule's findings count.
    #[must_use]
    pub fn of(&self, rule: &Rule) -> Level {
        let longest = |codes: &[String]| codes.iter().filter_map(|code| exactness(rule, code)).max();
        let (selected, ignored) = (longest(&self.select), longest(&self.ignore));
        let out = !self.select.is_empty() && selected.is_none();
        if out || ignored.is_some_and(|ignored| selected.is_none_or(|selected| ignored >= selected)) {
            return Level::Off;
        }
        let levels = self.levels.iter().filter_map(|(code, level)| Some((exactness(rule, code)?, *level)));
        levels.max_by_key(|(exactness, _)| *exactness).map_or(rule.level, |(_, level)| level)
    }
}

/// Whether a code, a beginning of one, or a name means this rule.
#[must_use]
pub fn means(code: &str, rule: &Rule) -> bool {
    exactness(rule, code).is_some()
}

/// How exactly a code means a rule: the characters of it; `None` when it does not.
fn exactness(rule: &Rule, code: &str) -> Option<usize> {
    let meant = rule.name == code || !code.is_empty() && starts_with(rule.code, code);
    meant.then(|| if rule.name == code { rule.code.len() } else { code.len() })
}

fn known(codes: &[String]) -> Result<(), UnknownCode> {
    let group = |code: &str| rules::GROUPS.iter().any(|g| code.len() == 1 && starts_with(&g.letter.to_string(), code));
    let unknown = |code: &&String| !group(code) && !rules::all().any(|rule| exactness(rule, code).is_some());
    match codes.iter().find(unknown) {
        Some(code) => Err(UnknownCode { code: code.clone(), nearest: nearest(code) }),
        None => Ok(()),
    }
}

/// The code or name that is nearly this one.
pub(super) fn nearest(code: &str) -> Option<&'static str> {
    let upper = code.to_ascii_uppercase();
    let by_code = rules::all().map(|rule| (edits(&upper, rule.code), 1, rule.code));
    let by_name = rules::all().map(|rule| (edits(code, rule.name), 1 + code.chars().count() / 5, rule.name));
    let best = by_code.chain(by_name).filter(|(distance, most, _)| distance <= most).min_by_key(|(d, _, _)| *d);
    best.map(|(_, _, word)| word)
}

#[cfg(test)]
mod tests {
    use super::{Choice, Level, UnknownCode};
    use crate::lint::rules;

    fn codes(words: &[&str]) -> Vec<String> {
        words.iter().map(|w| (*w).to_owned()).collect()
    }

    #[test]
    fn the_more_exact_word_wins() {
        let rule = rules::find("X101").unwrap();
        let other = rules::find("F101").unwrap();
        let mut choice = Choice::default();
        assert_eq!((choice.of(rule), choice.of(other)), (Level::Error, Level::Warning));
        choice.ignore(&codes(&["x"])).unwrap();
        assert_eq!(choice.of(rule), Level::Off);
        choice.select(&codes(&["X101", "F"])).unwrap();
        assert_eq!((choice.of(rule), choice.of(other)), (Level::Error, Level::Warning));
        choice.level(&codes(&["F101"]), Level::Info).unwrap();
        choice.level(&codes(&["F"]), Level::Error).unwrap();
        assert_eq!(choice.of(other), Level::Info);
        choice.ignore(&codes(&["missing-header"])).unwrap();
        assert_eq!(choice.of(other), Level::Off);
    }

    #[test]
    fn unknown_codes_are_told_what_was_meant() {
        let mut choice = Choice::default();
        let unknown = |code: &str, nearest| UnknownCode { code: code.into(), nearest };
        assert_eq!(choice.select(&codes(&["F", "X1O1"])).unwrap_err(), unknown("X1O1", Some("X101")));
        assert_eq!(
            choice.ignore(&codes(&["mising-header"])).unwrap_err(),
            unknown("mising-header", Some("missing-header"))
        );
        assert_eq!(choice.level(&codes(&["Q"]), Level::Off).unwrap_err(), unknown("Q", None));
        assert!(choice.select(&codes(&[""])).is_err());
    }
}
