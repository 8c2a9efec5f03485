//! Which rules count, as settings and options say; and what a person is told when a text is refused.

use super::{Context, Error};
use crate::{
    config::{Config, Origin},
    lint::{Choice, Level, UnknownCode, means, rules},
    ops::{OpError, gate::Gate},
};

/// The rules that the options and settings choose. `--select` puts the settings' choice aside.
pub(super) fn choice(context: &Context, select: &[String], ignore: &[String]) -> Result<Choice, Error> {
    let config = context.config()?;
    let mut choice = Choice::default();
    for (key, level) in [("lint.info", Level::Info), ("lint.warning", Level::Warning), ("lint.error", Level::Error)] {
        of_setting(config, key, |codes| choice.level(codes, level))?;
    }
    if select.is_empty() {
        of_setting(config, "lint.select", |codes| choice.select(&with_harm(config, codes)))?;
        of_setting(config, "lint.ignore", |codes| choice.ignore(codes))?;
    }
    choice.select(select).map_err(|unknown| of_option("--select", unknown))?;
    choice.ignore(ignore).map_err(|unknown| of_option("--ignore", unknown))?;
    Ok(choice)
}

/// What stands between a text and the store of this command.
pub(super) fn gate(context: &Context, no_verify: bool) -> Result<Gate, Error> {
    Ok(Gate { project: context.project().cloned(), choice: choice(context, &[], &[])?, verify: !no_verify })
}

/// Hands the codes of a setting on; whose they are is told when one is none.
fn of_setting(
    config: &Config,
    key: &str,
    mut take: impl FnMut(&[String]) -> Result<(), UnknownCode>,
) -> Result<(), Error> {
    let Some((codes, origin)) = config.list(key) else { return Ok(()) };
    let chosen: Vec<String> = codes.iter().filter(|code| may_choose(origin, code)).cloned().collect();
    // What a file has no say in is a rule all the same, or a mistake.
    let known = Choice::default().ignore(codes);
    known.and_then(|()| take(&chosen)).map_err(|unknown| {
        let error = Error::usage(format!("{origin}: {key}: {unknown}"), hint(&unknown));
        origin.file().map_or(error.clone(), |file| error.about(file))
    })
}

/// The letter of the rules about what does harm.
const HARM: &str = "X";

/// A project file comes with a cloned repository: it has no say in what does harm.
fn may_choose(origin: &Origin, code: &str) -> bool {
    origin.is_trusted() || !rules::all().any(|rule| means(HARM, rule) && means(code, rule))
}

/// The rules that a setting selects; a project file that names others leaves out none about harm.
fn with_harm(config: &Config, codes: &[String]) -> Vec<String> {
    let trusted = config.list("lint.select").is_none_or(|(_, origin)| origin.is_trusted());
    let harm = (!trusted && !codes.is_empty()).then(|| HARM.to_owned());
    codes.iter().cloned().chain(harm).collect()
}

fn of_option(option: &str, unknown: UnknownCode) -> Error {
    Error::usage(format!("{option}: {unknown}"), hint(&unknown))
}

fn hint(unknown: &UnknownCode) -> String {
    match unknown.nearest {
        Some(nearest) => format!("did you mean {nearest}?"),
        None => "a code is a letter and three digits, or the beginning of that: docs/rules lists them".into(),
    }
}

/// What to do about a refusal. That it can be overridden is for people: an agent would do it each time.
pub(super) fn advice(context: &Context, hint: Option<&str>, overridable: bool) -> Option<String> {
    match hint {
        Some(hint) if overridable && context.screen.can_ask() => {
            Some(format!("{hint}; --no-verify saves it all the same"))
        }
        hint => hint.map(str::to_owned),
    }
}

/// An operation's error, with what a person may do about a refusal.
pub(super) fn refusal(context: &Context, err: OpError) -> Error {
    let overridable = matches!(err, OpError::Judged { overridable: true, .. });
    let err = Error::from(err);
    match advice(context, err.hint(), overridable) {
        Some(hint) => err.hinting(hint),
        None => err,
    }
}
