//! A look over a store beside what was kept of it: of thousands of files that nobody has touched,
//! nothing is made.

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::{
    Kept, Store, StoreError,
    look::Below,
    read,
    scan::{Scan, path_of},
};

/// Files that are looked at before the next ones are taken up, about 100 µs.
const STEP: usize = 128;

impl Store {
    /// As [`Store::scan`], beside what was kept: which of its files are as they were then, by their places, and
    /// a scan of all others. `meanwhile` is done on one core while the others look at files.
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn scan_beside<T>(
        &self,
        kept: &Kept,
        meanwhile: impl FnOnce() -> T,
    ) -> Result<(Vec<bool>, Scan, T), StoreError> {
        let below = Below::new(&self.dir);
        let round = Round { kept, below: &below, next: AtomicUsize::new(0) };
        let (mut is_there, mut next) = (vec![false; kept.len()], 0);
        let is_kept = |name: &[u8]| kept.place(name, &mut next).inspect(|at| is_there[*at] = true).is_some();
        let ((listed, made), looked) = round.beside(|| (self.candidates(&below, is_kept), meanwhile()));
        let (mut candidates, scan) = listed?;
        let mut same = vec![false; kept.len()];
        looked.into_iter().flatten().for_each(|at| same[at] = is_there[at]);
        let changed = (0..kept.len()).filter(|at| is_there[*at] && !same[*at]);
        candidates.extend(changed.map(|at| path_of(&self.dir, kept.name(at))));
        Ok((same, self.looked_over(&below, candidates, scan), made))
    }
}

/// A look at all files that were kept, in which every core takes part.
struct Round<'a> {
    kept: &'a Kept,
    below: &'a Below,
    /// The first file that nobody has taken up.
    next: AtomicUsize,
}

impl Round<'_> {
    /// What `first` gives, and the files that are as they were, from each who took part. The others begin
    /// while this thread does that.
    fn beside<T>(&self, first: impl FnOnce() -> T) -> (T, Vec<Vec<usize>>) {
        thread::scope(|scope| {
            let others: Vec<_> = (0..self.helpers()).map(|_| scope.spawn(|| self.look())).collect();
            let done = first();
            let mut looked = vec![self.look()];
            looked.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
            (done, looked)
        })
    }

    /// How many others are worth their start.
    fn helpers(&self) -> usize {
        match self.kept.len() / read::LOOK_FROM {
            // Counting the cores takes a dozen files of the system: not before they are needed.
            0 => 0,
            most => thread::available_parallelism().map_or(0, |cores| most.min(cores.get() - 1)),
        }
    }

    /// Takes files up until there are none left: those that are as they were. In the order of the table,
    /// which is read in one go then.
    fn look(&self) -> Vec<usize> {
        let mut same = Vec::new();
        loop {
            let start = self.next.fetch_add(STEP, Ordering::Relaxed);
            if start >= self.kept.len() {
                return same;
            }
            let step = start..self.kept.len().min(start + STEP);
            same.extend(step.filter(|at| self.kept.is_same(self.below, *at)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink, path::Path};

    use super::*;
    use crate::{
        model::{chance::Random, memory::FileFacts},
        world::{Terminal, World},
    };

    /// Enough for every core to take part.
    const MANY: usize = 1_500;

    fn name(n: usize) -> String {
        format!("project_{n:05}.md")
    }

    /// One thing that may become of files.
    fn change(dir: &Path, random: &mut Random) {
        let path = dir.join(name(random.below(MANY + 200)));
        match random.below(6) {
            0 => drop(fs::remove_file(path)),
            1 => drop(fs::write(path, "new")),
            2 => {
                let _ = fs::rename(path, dir.join(name(random.below(MANY + 200))));
            }
            3 if fs::remove_file(&path).is_ok() => symlink(dir.join(name(0)), path).unwrap(),
            4 if fs::remove_file(&path).is_ok() => fs::create_dir(path).unwrap(),
            _ => {
                let folder = dir.join("deep");
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join(name(random.below(20))), "deep").unwrap();
            }
        }
    }

    #[test]
    fn beside_what_was_kept_nothing_is_missed() {
        let home = tempfile::tempdir().unwrap();
        let vars = vec![("HOME".into(), home.path().into())];
        let world = World::new(Ok(home.path().into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
        let dir = home.path().join("memory");
        fs::create_dir(&dir).unwrap();
        (0..MANY).for_each(|n| fs::write(dir.join(name(n)), n.to_string()).unwrap());
        let store = Store::at(&dir).remembered(&world);
        let mut random = Random::new(5);
        for round in 0..20 {
            let files: Vec<_> = store.scan().unwrap().files.into_iter().map(|f| (f.file, f.stamp)).collect();
            store.keep("test", &files, b"").unwrap();
            let kept = store.kept("test").unwrap();
            (0..random.below(40)).for_each(|_| change(&dir, &mut random));
            let (same, beside, ()) = store.scan_beside(&kept, || ()).unwrap();
            let scan = store.scan().unwrap();
            let known = (0..kept.len()).filter(|at| same[*at]).map(|at| kept.facts(&store, at));
            let mut found: Vec<FileFacts> = known.chain(beside.files).collect();
            found.sort_by(|a, b| a.file.cmp(&b.file));
            let said = |files: &[FileFacts]| files.iter().map(|f| (f.file.clone(), f.stamp)).collect::<Vec<_>>();
            assert_eq!(said(&found), said(&scan.files), "round {round}");
            assert_eq!((beside.skipped, beside.strays), (scan.skipped, scan.strays), "round {round}");
        }
    }
}
