//! Which files are to hold what.

use std::{ffi::OsStr, fs};

use super::Request;
use crate::{
    ops::{OpError, diff, log},
    store::{
        Store, StoreError,
        history::{Entry, Reader, lineage},
        scan,
    },
};

/// A file and what it shall hold.
pub(super) struct Plan {
    pub(super) file: String,
    /// The revision that holds it so.
    pub(super) rev: Option<String>,
    /// `None` means that it shall not be there.
    pub(super) bytes: Option<Vec<u8>>,
    /// The revision that this takes back, if it is just one.
    pub(super) takes_back: Option<String>,
    /// It lives on under another name, and so does its line of the index.
    pub(super) lives_on: bool,
}

/// All that is to be done.
pub(super) struct Plans {
    pub(super) files: Vec<Plan>,
    /// The revision that is taken back as a whole.
    pub(super) undone: Option<Entry>,
    pub(super) notices: Vec<String>,
}

pub(super) fn plan(store: &Store, past: &Reader, request: &Request) -> Result<Plans, OpError> {
    let plans = match request {
        Request::Named(names) => {
            let files = names.iter().map(|name| named(store, past, name)).collect::<Result<Vec<_>, _>>()?;
            Plans { undone: whole_revision(past, &files)?, files, notices: Vec::new() }
        }
        Request::Undo(rev) => undo(store, past, rev)?,
        Request::Deleted => deleted(store, past)?,
    };
    plans.files.iter().try_for_each(|plan| usable(store, &plan.file))?;
    Ok(plans)
}

/// `NAME@REV`, or `NAME` as it was before its last change.
fn named(store: &Store, past: &Reader, name: &str) -> Result<Plan, OpError> {
    // A name may hold an `@` itself: it comes first when it is known, and the last `@` counts.
    let whole = file(store, past, name);
    match (whole, name.rsplit_once('@').filter(|(name, rev)| !name.is_empty() && !rev.is_empty())) {
        (Ok(file), _) => before_last_change(store, past, file),
        (Err(OpError::NotFound { .. }), Some((name, rev))) => {
            let file = file(store, past, name)?;
            in_revision(past, file, diff::revision(past, rev)?)
        }
        (Err(err), _) => Err(err),
    }
}

/// The file that a name means; the index may be meant too.
fn file(store: &Store, past: &Reader, name: &str) -> Result<String, OpError> {
    if !scan::is_index(name) {
        return log::file_of(store, past, OsStr::new(name));
    }
    let index = store.index_path();
    Ok(index.file_name().map_or_else(|| name.to_owned(), |n| n.to_string_lossy().into_owned()))
}

fn in_revision(past: &Reader, file: String, rev: String) -> Result<Plan, OpError> {
    if let Some(bytes) = past.file(&rev, &file)? {
        return Ok(Plan { file, rev: Some(rev), bytes: Some(bytes), takes_back: None, lives_on: false });
    }
    let short = &rev[..12];
    let entries = past.entries(None)?;
    let names = lineage(&entries, &file).into_iter().flat_map(|(_, files)| files);
    for other in names.filter(|other| *other != file) {
        if past.file(&rev, &other)?.is_some() {
            return Err(OpError::Refused {
                message: format!("{file} was {other} in {short}"),
                hint: format!("`mem restore {}@{short}` brings that file back", crate::ops::rm::shell(&other)),
            });
        }
    }
    Err(OpError::Refused {
        message: format!("{file} is not in {short}"),
        hint: format!("`mem log {}` lists the revisions that changed it", crate::ops::rm::shell(&file)),
    })
}

/// The newest version that differs from what is there now.
fn before_last_change(store: &Store, past: &Reader, file: String) -> Result<Plan, OpError> {
    let now = now(store, &file)?;
    let entries = past.entries(None)?;
    let mut newer: Option<&Entry> = None;
    for entry in entries.iter().filter(|e| e.touches(&file)) {
        let after = entry.files.iter().find(|t| t.file == file).and_then(|t| t.after.as_deref());
        let bytes = after.map(|id| past.blob(id)).transpose()?;
        if bytes.is_some() && bytes != now {
            let takes_back = newer.map(|e| e.rev.clone());
            let lives_on = newer.is_some_and(|e| e.renames().iter().any(|(old, _)| *old == file));
            return Ok(Plan { file, rev: Some(entry.rev.clone()), bytes, takes_back, lives_on });
        }
        newer = Some(entry);
    }
    let renamed = newer.and_then(|e| Some((e, e.renames().into_iter().find(|(_, new)| *new == file)?.0)));
    let (message, hint) = match renamed {
        Some((entry, old)) => {
            (format!("{file} was {old} before"), format!("`mem restore @{}` takes the rename back", &entry.rev[..12]))
        }
        None => (
            format!("there is no earlier version of {file}"),
            format!("`mem log {}` shows what there is", crate::ops::rm::shell(&file)),
        ),
    };
    Err(OpError::Refused { message, hint })
}

/// The one revision that all plans together take back, with nothing of it left out.
fn whole_revision(past: &Reader, plans: &[Plan]) -> Result<Option<Entry>, OpError> {
    let Some(rev) = plans.first().and_then(|p| p.takes_back.clone()) else { return Ok(None) };
    if plans.iter().any(|p| p.takes_back.as_ref() != Some(&rev)) {
        return Ok(None);
    }
    let entry = past.entry(&rev)?;
    let planned = |file: &str| scan::is_index(file) || plans.iter().any(|p| p.file == file);
    Ok(entry.filter(|e| e.files.iter().all(|t| planned(&t.file))))
}

/// Every file that the revision changed, as it was before.
fn undo(store: &Store, past: &Reader, rev: &str) -> Result<Plans, OpError> {
    let entry = match past.resolve(rev)? {
        Some(rev) => past.entry(&rev)?,
        // A memory may be called so.
        None => {
            let plan = named(store, past, &format!("@{rev}")).map_err(|err| match err {
                OpError::NotFound { .. } => OpError::NoRevision(rev.to_owned()),
                other => other,
            })?;
            return Ok(Plans { files: vec![plan], undone: None, notices: Vec::new() });
        }
    };
    let Some(entry) = entry else { return Ok(Plans { files: Vec::new(), undone: None, notices: Vec::new() }) };
    let parent = past.resolve(&format!("{}^", entry.rev))?;
    let alone = entry.files.iter().all(|t| scan::is_index(&t.file));
    let (mut files, mut notices) = (Vec::new(), Vec::new());
    // The index follows from the files, unless it was all there was.
    for touched in entry.files.iter().filter(|t| alone || !scan::is_index(&t.file)) {
        let bytes = touched.before.as_deref().map(|id| past.blob(id)).transpose()?;
        let after = touched.after.as_deref().map(|id| past.blob(id)).transpose()?;
        if now(store, &touched.file)? != after {
            notices.push(format!("{} was changed again since; the history has that too", touched.file));
        }
        let rev = parent.clone().filter(|_| bytes.is_some());
        let takes_back = Some(entry.rev.clone());
        files.push(Plan { file: touched.file.clone(), rev, bytes, takes_back, lives_on: false });
    }
    Ok(Plans { files, undone: Some(entry), notices })
}

/// Every memory that was removed and is still gone. What was given another name was not removed.
fn deleted(store: &Store, past: &Reader) -> Result<Plans, OpError> {
    let entries = past.entries(None)?;
    let renamed = |file: &str| {
        let last = entries.iter().find(|e| e.touches(file));
        last.is_some_and(|e| e.renames().iter().any(|(old, _)| *old == file))
    };
    let (mut files, mut notices) = (Vec::new(), Vec::new());
    for file in past.gone(store)?.into_iter().filter(|file| !renamed(file)) {
        // One that cannot come back keeps no other from it.
        match usable(store, &file) {
            Ok(()) => files.push(before_last_change(store, past, file)?),
            Err(why) => notices.push(format!("{file} stays away: {why}")),
        }
    }
    Ok(Plans { undone: whole_revision(past, &files)?, files, notices })
}

/// What the file holds now.
fn now(store: &Store, file: &str) -> Result<Option<Vec<u8>>, OpError> {
    let path = scan::path_of(store.dir(), file);
    usable(store, file)?;
    match fs::metadata(&path) {
        Ok(_) => Ok(Some(fs::read(&path).map_err(StoreError::io(&path))?)),
        Err(_) => Ok(None),
    }
}

/// Refuses places where something else stands, and links that lead out of the store: a memory
/// written through one would end up anywhere.
fn usable(store: &Store, file: &str) -> Result<(), OpError> {
    let path = scan::path_of(store.dir(), file);
    let in_the_way = |what: &str| OpError::Refused {
        message: format!("{} is in the way: it is {what}", path.display()),
        hint: "move it away first; nothing was changed".into(),
    };
    if scan::is_index(file) {
        return Ok(());
    }
    let home = store.dir().canonicalize().ok();
    let inside = |target: &std::path::Path| {
        let target = target.canonicalize().ok();
        target.is_none() || home.is_none() || target.zip(home.clone()).is_some_and(|(t, h)| t.starts_with(h))
    };
    if !path.parent().is_none_or(inside) {
        return Err(in_the_way("below a link that leads out of the store"));
    }
    match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(meta) if meta.is_symlink() && !path.is_file() => Err(in_the_way("a link that leads to no file")),
        Ok(meta) if meta.is_symlink() && !inside(&path) => Err(in_the_way("a link that leads out of the store")),
        Ok(meta) if meta.is_symlink() || meta.is_file() => Ok(()),
        Ok(meta) if meta.is_dir() => Err(in_the_way("a directory")),
        Ok(_) => Err(in_the_way("no regular file")),
    }
}
