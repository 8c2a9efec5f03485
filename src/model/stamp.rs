//! What identifies one state of a file without reading it.

use std::{
    fs::Metadata,
    time::{Duration, SystemTime},
};

use jiff::Timestamp;

/// A file changed this close to a look at it may change again under the same stamp: file systems
/// count time in steps, some in steps of two seconds. As git's index does.
pub const RACY: Duration = Duration::from_secs(2);

/// Size, times and identity of a file. Times are nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// When its content was last changed, as far as programs do not say otherwise.
    pub mtime: i64,
    /// When anything of it was last changed; no program sets this one. 0 where there is none.
    pub ctime: i64,
    /// Which file of the device. 0 where there is none.
    pub inode: u64,
    /// Which device. 0 where there is none.
    pub device: u64,
}

impl Stamp {
    /// The modification time.
    #[must_use]
    pub fn modified(&self) -> Timestamp {
        Timestamp::from_nanosecond(self.mtime.into()).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Whether the file may have been changed so short before `now` that a later change would not
    /// show. A time in the future proves nothing either.
    #[must_use]
    pub fn is_racy(&self, now: SystemTime) -> bool {
        let since = nanos(now.checked_sub(RACY).unwrap_or(SystemTime::UNIX_EPOCH));
        self.mtime >= since || self.ctime >= since
    }

    /// The stamp as one word, for a note that outlives the process.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}.{}.{}.{}.{}", self.size, self.mtime, self.ctime, self.inode, self.device)
    }
}

impl From<&Metadata> for Stamp {
    fn from(meta: &Metadata) -> Self {
        let mtime = nanos(meta.modified().unwrap_or(SystemTime::UNIX_EPOCH));
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let ctime = meta.ctime().saturating_mul(1_000_000_000).saturating_add(meta.ctime_nsec());
            Self { size: meta.len(), mtime, ctime, inode: meta.ino(), device: meta.dev() }
        }
        #[cfg(not(unix))]
        Self { size: meta.len(), mtime, ..Self::default() }
    }
}

/// Nanoseconds since 1970, negative before it; the nearest that fits 64 bits.
fn nanos(time: SystemTime) -> i64 {
    let clamp = |d: Duration| i64::try_from(d.as_nanos()).unwrap_or(i64::MAX);
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => clamp(after),
        Err(before) => -clamp(before.duration()),
    }
}
