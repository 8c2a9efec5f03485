//! The store beside what is remembered of its headers: of thousands of files that nobody has touched
//! nothing is made before somebody asks for it.

use std::path::PathBuf;

use super::{
    Kept, Store, StoreError, cache,
    read::Loaded,
    scan::{self, Scan},
};
use crate::model::{Memory, Stamp};

/// The memories as they were kept, whatever has become of their files; `None` where nothing is kept.
pub type AsKept = Option<Vec<Memory>>;

/// One look over a store.
pub struct View {
    headers: Option<Kept>,
    /// Which of the files that the headers were kept of are as they were then.
    same: Vec<bool>,
    /// All others.
    pub scan: Scan,
}

impl Store {
    /// Looks the store over.
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn view(&self) -> Result<View, StoreError> {
        self.view_while(|_| None).map(|(view, _)| view)
    }

    /// Looks the store over, and meanwhile makes the memories as they were kept, for [`View::memories`].
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn view_of_all(&self) -> Result<(View, AsKept), StoreError> {
        self.view_while(|kept| cache::as_kept(self, kept))
    }

    fn view_while(&self, meanwhile: impl FnOnce(&Kept) -> AsKept) -> Result<(View, AsKept), StoreError> {
        let headers = self.kept(cache::HEADERS);
        let (same, scan, as_kept) = match &headers {
            Some(kept) => self.scan_beside(kept, || meanwhile(kept))?,
            None => (Vec::new(), self.scan()?, None),
        };
        Ok((View { headers, same, scan }, as_kept))
    }

    /// A look at these files alone.
    #[must_use]
    pub fn view_of(&self, scan: Scan) -> View {
        let headers = self.kept(cache::HEADERS);
        let same = vec![false; headers.as_ref().map_or(0, Kept::len)];
        View { headers, same, scan }
    }

    /// The memories without their bodies.
    ///
    /// # Errors
    /// As [`Store::scan`].
    pub fn memories(&self) -> Result<Loaded<Memory>, StoreError> {
        self.view_of_all().map(|(view, as_kept)| view.memories(self, as_kept))
    }
}

impl View {
    /// The files that are memories, sorted by their path below the store, and their state.
    pub fn files(&self) -> impl Iterator<Item = (&str, Stamp)> {
        let mut others = self.scan.files.iter().map(|facts| (facts.file.as_str(), facts.stamp)).peekable();
        let known = |at: usize| self.headers.as_ref().map(|kept| (kept.name(at), kept.stamp(at)));
        let mut known = (0..self.same.len()).filter(|at| self.same[*at]).filter_map(known).peekable();
        std::iter::from_fn(move || match (known.peek(), others.peek()) {
            (Some(known), Some(other)) if other.0 < known.0 => others.next(),
            (Some(_), _) => known.next(),
            (None, _) => others.next(),
        })
    }

    /// Where one of the files lies; its name may have bytes that its path below the store has not.
    #[must_use]
    pub fn path(&self, store: &Store, file: &str) -> PathBuf {
        let other = self.scan.files.binary_search_by(|facts| facts.file.as_str().cmp(file));
        other.map_or_else(|_| scan::path_of(store.dir(), file), |at| self.scan.files[at].path.clone())
    }

    /// The memories without their bodies; those that are as they were kept are made now where `as_kept` has none.
    #[must_use]
    pub fn memories(&self, store: &Store, as_kept: AsKept) -> Loaded<Memory> {
        let headers = self.headers.as_ref();
        let as_kept = as_kept.or_else(|| cache::as_kept(store, headers?));
        let mut items = cache::memories(store, headers, as_kept, &self.same, self.scan.files.clone());
        if !store.dates.is_empty() {
            items = items.into_iter().map(|memory| memory.dated(&store.dates)).collect();
        }
        Loaded { items, skipped: self.scan.skipped.clone() }
    }
}
