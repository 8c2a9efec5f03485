//! Whether a proposal may be carried out: nothing lost that is not named, nothing invented, and a text
//! that the rules of `lint` have nothing new against.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{
    Change, Deed, Refused,
    actions::{self, Action},
    cluster::{Cluster, Source, said},
    facts::{Fact, Kind, Said, facts},
};
use crate::{
    lint::{Finding, Level},
    model::{Document, header, limits, memory::stem, text},
    ops::{
        add,
        diff::Differs,
        gate::{Gate, Judge},
    },
    select::{Fields, near},
    store::Store,
    world::World,
};

/// The share of a source's words that a merged or updated text says too, at least …
const REWRITTEN: f64 = 0.6;
/// … and that another memory says of one that goes.
const SAID_ELSEWHERE: f64 = 0.7;
/// Facts of its sources that a change may name as dropped: half of them, or so many.
const DROPPED: usize = 3;
/// Characters of a dropped fact; whoever lists whole texts could drop everything.
const DROPPED_CHARS: usize = 120;
/// Characters of a description, as the rule about its length has it.
const DESCRIPTION: usize = 200;
/// Bytes that joining texts may add to them.
const ADDED: usize = 256;

/// The checker of one run.
pub(super) struct Checker<'a> {
    judge: Judge<'a>,
}

/// What passed and what did not.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) changes: Vec<Change>,
    pub(super) refused: Vec<Refused>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(world: &'a World, store: &'a Store, gate: &'a Gate) -> Self {
        Self { judge: Judge::new(world, store, gate) }
    }

    /// Looks at every proposal about one group. Those that write come before those that delete, which
    /// may rely on what was written.
    pub(super) fn check(&mut self, cluster: &Cluster, answer: &str) -> Checked {
        let (actions, refused) = actions::read(answer, cluster);
        let mut checked = Checked { changes: Vec::new(), refused };
        let mut texts: BTreeMap<String, Document> =
            cluster.sources.iter().map(|s| (s.file().to_owned(), s.dated.clone())).collect();
        let (writes, deletes): (Vec<Action>, Vec<Action>) = actions.into_iter().partition(|a| a.deed != Deed::Delete);
        for action in &writes {
            match self.written(cluster, action) {
                Ok(document) => {
                    if document.text == source(cluster, &document.memory.file).map_or("", |s| s.dated.text.as_str()) {
                        continue;
                    }
                    action.files.iter().for_each(|file| drop(texts.remove(file)));
                    checked.changes.push(change(cluster, action, Some(&document)));
                    texts.insert(document.memory.file.clone(), document);
                }
                Err(reason) => checked.refuse(action, reason),
            }
        }
        // In the order of the answer: what one relied on does not go after it.
        let mut relied = BTreeSet::new();
        for action in &deletes {
            match deleted(cluster, action, &texts, &relied) {
                Ok(by) => {
                    relied.insert(by);
                    action.files.iter().for_each(|file| drop(texts.remove(file)));
                    checked.changes.push(change(cluster, action, None));
                }
                Err(reason) => checked.refuse(action, reason),
            }
        }
        checked
    }

    /// The new memory that a merge or an update makes, or what is wrong with it.
    fn written(&mut self, cluster: &Cluster, action: &Action) -> Result<Document, String> {
        let sources: Vec<&Source> = action.files.iter().filter_map(|file| source(cluster, file)).collect();
        let into = action.into.as_deref().and_then(|file| source(cluster, file)).ok_or("it says not what stays")?;
        let new = compose(action, into, &sources)?;
        sized(&new, &sources)?;
        keeps(cluster, &new, action, &sources)?;
        invents_nothing(&new, &sources)?;
        self.clean(&new, &sources)?;
        Ok(new)
    }

    /// What lint finds that it did not find in the sources.
    fn clean(&mut self, new: &Document, sources: &[&Source]) -> Result<(), String> {
        let verdict = self.judge.judge(new, None);
        if let Some(refusal) = verdict.refusal {
            return Err(refusal.reason);
        }
        let known: BTreeSet<&str> = sources
            .iter()
            .flat_map(|source| self.judge.judge(&source.document, None).findings)
            .filter(|finding| finding.code != RELATIVE)
            .map(|finding| finding.code)
            .collect();
        // That time has overtaken what the sources say is no fault of a new text.
        let stale = |code: &str| code.starts_with('S') && code != RELATIVE;
        let counts = |f: &&Finding| f.level >= Level::Warning && !stale(f.code) && !known.contains(f.code);
        let worse = verdict.findings.iter().find(counts);
        worse.map_or(Ok(()), |finding| Err(format!("{} ({})", finding.message, finding.code)))
    }
}

/// The rule about words for days, which must all be dates afterwards.
const RELATIVE: &str = "S101";

impl Checked {
    fn refuse(&mut self, action: &Action, reason: String) {
        self.refused.push(Refused { files: action.files.clone(), reason });
    }
}

fn source<'c>(cluster: &'c Cluster, file: &str) -> Option<&'c Source> {
    cluster.sources.iter().find(|source| source.file() == file)
}

/// The text of the memory that stays, its header kept but for what is new. It is as old as the
/// youngest of its sources: writing it anew makes nothing in it truer.
fn compose(action: &Action, into: &Source, sources: &[&Source]) -> Result<Document, String> {
    let old = into.document.memory.description.clone().unwrap_or_default();
    let description = action.description.as_deref().map(text::unwrapped).filter(|d| !d.is_empty()).unwrap_or(old);
    let body = action.body.as_deref().unwrap_or_default().replace("\r\n", "\n");
    if body.trim().is_empty() {
        return Err("it has no text".to_owned());
    }
    if body.contains('\0') || body.trim_start().starts_with("---\n") {
        return Err("its text is not one that a memory can have".to_owned());
    }
    let youngest = sources.iter().map(|source| source.modified).max().filter(|youngest| *youngest > into.modified);
    let set = |text: &str, key: &str, value: &str| header::set(text, key, value).map_err(|err| err.to_string());
    let text = set(&into.dated.text, "description", &description)?;
    let text = youngest.map_or(Ok(text.clone()), |youngest| set(&text, "modified", &add::stamp(youngest)))?;
    let text = header::set_body(&text, &format!("{}\n", body.trim_start_matches('\n').trim_end()));
    let memory = &into.document.memory;
    Ok(add::document(memory.file.clone(), memory.path.clone(), text))
}

fn sized(new: &Document, sources: &[&Source]) -> Result<(), String> {
    let chars = new.memory.description.as_deref().unwrap_or_default().chars().count();
    let longest =
        sources.iter().filter_map(|s| s.document.memory.description.as_deref()).map(|d| d.chars().count()).max();
    if chars > DESCRIPTION.max(longest.unwrap_or(0)) {
        return Err(format!("its description has {chars} characters; {DESCRIPTION} is the limit"));
    }
    let bytes = new.body().len();
    let sizes = || sources.iter().map(|source| source.document.body().len());
    let most = limits::BODY_BYTES.max(sizes().max().unwrap_or(0));
    if bytes > most {
        return Err(format!("its text has {bytes} bytes; {most} is the limit"));
    }
    let together: usize = sources.iter().map(|source| said(&source.document).len()).sum();
    if bytes > together + ADDED {
        return Err(format!("its text has {bytes} bytes, and what it is made of {together}"));
    }
    Ok(())
}

/// Whether all that the sources say is said, or named as dropped.
fn keeps(cluster: &Cluster, new: &Document, action: &Action, sources: &[&Source]) -> Result<(), String> {
    let written = latest(sources);
    let (fields, text) = (Fields::from(new), said(new));
    let now = Said::new(&text, written);
    let dropped = dropped(action);
    accounted(cluster, sources, &dropped, &|fact: &Fact| now.says(fact))?;
    let negated: Vec<bool> = sources.iter().map(|source| near::is_negated(&Fields::from(&source.document))).collect();
    if negated.iter().all(|negated| *negated != near::is_negated(&fields)) {
        return Err("it turns what is said into its opposite".to_owned());
    }
    // A name of its own counts as said: the file that has it may go.
    let whole = format!("{text}\n{}", dropped.join("\n"));
    let whole = Fields { description: &whole, ..Fields::default() };
    match sources.iter().find(|source| near::share(&whole, &source.said()) < REWRITTEN) {
        Some(source) => Err(format!("it says too little of what {} says", source.file())),
        None => Ok(()),
    }
}

/// Whether each fact of the sources is `said` now or among the dropped ones, which must not be most, nor
/// of the latest memory: that one holds.
fn accounted(
    cluster: &Cluster,
    sources: &[&Source],
    dropped: &[String],
    said: &dyn Fn(&Fact) -> bool,
) -> Result<(), String> {
    let own: BTreeSet<&str> = sources.iter().flat_map(|source| names(source)).collect();
    let (mut all, mut lost) = (0, 0);
    for source in sources {
        let listed = Said::new(&dropped.join("\n"), source.written());
        // A link among them leads nowhere new.
        for fact in facts(&source.said(), source.written()).iter().filter(|fact| !own.contains(fact.text.as_str())) {
            all += 1;
            if said(fact) {
                continue;
            }
            if !listed.says(fact) {
                return Err(format!("`{}` of {} is lost, and not listed as dropped", shown(fact), source.file()));
            }
            if is_latest(cluster, source) {
                return Err(format!(
                    "`{}` would be dropped, and no memory is later than {}",
                    shown(fact),
                    source.file()
                ));
            }
            lost += 1;
        }
    }
    if lost > DROPPED.max(all / 2) {
        return Err(format!("it drops {lost} of {all} names, numbers and addresses"));
    }
    Ok(())
}

/// Whether a memory is later than all others that were shown with it.
fn is_latest(cluster: &Cluster, source: &Source) -> bool {
    let others = cluster.sources.iter().filter(|other| other.file() != source.file());
    others.map(Source::written).all(|written| written < source.written())
}

/// What a memory is called by others.
fn names(source: &Source) -> [&str; 3] {
    let memory = &source.document.memory;
    [memory.file.as_str(), stem(&memory.file), memory.name.as_str()]
}

fn shown(fact: &Fact) -> String {
    text::clip(&text::one_line(&fact.text), DROPPED_CHARS)
}

/// What the action lists as dropped, as far as it is a fact and not a text.
fn dropped(action: &Action) -> Vec<String> {
    action.dropped.iter().filter(|text| text.chars().count() <= DROPPED_CHARS).cloned().collect()
}

fn latest(sources: &[&Source]) -> Date {
    sources.iter().map(|source| source.written()).max().unwrap_or_default()
}

/// Whether every number, date, address and path of the new text is one of a source.
fn invents_nothing(new: &Document, sources: &[&Source]) -> Result<(), String> {
    let meant = |source: &Source| source.meant().map(|(_, date)| date.to_owned()).collect::<Vec<_>>().join("\n");
    let known: Vec<Said> = sources
        .iter()
        .map(|source| Said::new(&format!("{}\n{}", said(&source.document), meant(source)), source.written()))
        .collect();
    let new_facts = facts(&said(new), latest(sources));
    let of_a_source = |fact: &Fact| known.iter().any(|said| said.says(fact));
    let invented =
        new_facts.iter().find(|fact| fact.kind.is_not_to_be_invented() && !of_a_source(fact) && !is_list(fact));
    invented.map_or(Ok(()), |fact| Err(format!("`{}` is said by none of the memories", shown(fact))))
}

/// The number of an item in a list: `1.`, `2)`.
fn is_list(fact: &Fact) -> bool {
    fact.kind == Kind::Number && fact.text.parse::<u32>().is_ok_and(|number| number < 20) && fact.text.len() < 3
}

/// Which of the memories that stay says what this one says, or what is wrong.
fn deleted(
    cluster: &Cluster,
    action: &Action,
    texts: &BTreeMap<String, Document>,
    relied: &BTreeSet<String>,
) -> Result<String, String> {
    let sources: Vec<&Source> = action.files.iter().filter_map(|file| source(cluster, file)).collect();
    let [gone] = sources.as_slice() else { return Err("it names no memory".to_owned()) };
    if relied.contains(gone.file()) {
        return Err("another memory was to go since this one says the same".to_owned());
    }
    let dropped = dropped(action);
    let wanted = gone.said();
    let negated = near::is_negated(&Fields::from(&gone.document));
    let rest: Vec<&Document> = texts.values().filter(|other| other.memory.file != gone.file()).collect();
    let rest_says: Vec<Said> = rest.iter().map(|other| Said::new(&said(other), gone.written())).collect();
    accounted(cluster, &sources, &dropped, &|fact| rest_says.iter().any(|said| said.says(fact)))?;
    let share = |other: &Document| {
        let whole = format!("{}\n{}", said(other), dropped.join("\n"));
        near::share(&Fields { description: &whole, ..Fields::default() }, &wanted)
    };
    let best = rest.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
    let Some(best) = best.filter(|best| share(best) >= SAID_ELSEWHERE) else {
        return Err("no other memory says what it says".to_owned());
    };
    let is_later = source(cluster, &best.memory.file).is_none_or(|other| other.written() >= gone.written());
    if !is_later && negated != near::is_negated(&Fields::from(*best)) {
        return Err(format!("{} says the opposite, and is older", best.memory.file));
    }
    Ok(best.memory.file.clone())
}

fn change(cluster: &Cluster, action: &Action, new: Option<&Document>) -> Change {
    let files = action.files.iter().filter_map(|file| source(cluster, file)).map(|source| {
        let after = new.filter(|new| new.memory.file == source.file()).map(|new| new.text.clone());
        let status = if after.is_some() { "changed" } else { "removed" };
        Differs { file: source.file().to_owned(), status, before: Some(source.document.text.clone()), after }
    });
    Change {
        action: action.deed,
        into: action.into.clone(),
        files: files.collect(),
        dropped: dropped(action),
        reason: action.reason.clone(),
    }
}
