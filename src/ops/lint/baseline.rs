//! Findings that were there before: remembered, so that only new ones are told.

use std::{collections::HashMap, fs, path::PathBuf};

use crate::{
    lint::Finding,
    model::digest,
    ops::OpError,
    store::{Store, StoreError},
    world::World,
};

/// What to do with what was found before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Baseline {
    /// Nothing.
    #[default]
    Off,
    /// Leave out what was remembered.
    Compare,
    /// Remember what is found now.
    Write,
}

/// Leaves out of the findings those that are known, or makes them known. How many were left out.
pub(super) fn apply(
    world: &World,
    store: &Store,
    what: Baseline,
    findings: &mut Vec<Finding>,
    notices: &mut Vec<String>,
) -> Result<usize, OpError> {
    if what == Baseline::Off {
        return Ok(0);
    }
    let path = path(world, store)?;
    if what == Baseline::Write {
        write(&path, findings)?;
        notices.push(format!("{} findings are known from now on: `--changed` leaves them out", findings.len()));
        return Ok(0);
    }
    let Ok(text) = fs::read_to_string(&path) else {
        notices.push("nothing is known from before, so that all is told: `--write-baseline` remembers it".into());
        return Ok(0);
    };
    // As often as it was there: a second one of the same kind is new.
    let mut known: HashMap<&str, usize> = HashMap::new();
    text.lines().for_each(|line| *known.entry(line).or_default() += 1);
    let before = findings.len();
    findings.retain(|finding| match known.get_mut(print(finding).as_str()) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    Ok(before - findings.len())
}

fn path(world: &World, store: &Store) -> Result<PathBuf, OpError> {
    Ok(world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem/lint").join(format!("{}.baseline", store.hash())))
}

fn write(path: &std::path::Path, findings: &[Finding]) -> Result<(), StoreError> {
    let mut lines: Vec<String> = findings.iter().map(|finding| print(finding) + "\n").collect();
    lines.sort_unstable();
    let temp = path.with_extension("new");
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(&temp, lines.concat()))
        .and_then(|()| fs::rename(&temp, path))
        .map_err(StoreError::io(path))
}

/// What stays the same of a finding while its line only moves.
fn print(finding: &Finding) -> String {
    let what = finding.place.as_ref().map_or(finding.message.as_str(), |place| place.source.trim());
    print_of(finding.code, &finding.file, what)
}

/// The same from its parts: `what` is the line, or what is said of the file.
pub(super) fn print_of(code: &str, file: &str, what: &str) -> String {
    format!("{code} {} {}", digest::short(what.trim().as_bytes()), file.replace('\n', " "))
}
