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

impl std::str::FromStr for Stamp {
    type Err = std::num::ParseIntError;

    /// Reads what [`Stamp::text`] wrote; parts that are missing are 0, and match no file.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split('.');
        let mut part = || parts.next().unwrap_or("0");
        Ok(Self {
            size: part().parse()?,
            mtime: part().parse()?,
            ctime: part().parse()?,
            inode: part().parse()?,
            device: part().parse()?,
        })
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::Stamp;

    #[test]
    fn a_stamp_comes_back_from_its_word() {
        let stamp = Stamp { size: 1, mtime: -2, ctime: 3, inode: u64::MAX, device: 5 };
        assert_eq!(stamp.text().parse(), Ok(stamp));
        assert!("1.x".parse::<Stamp>().is_err());
    }

    #[test]
    fn a_young_file_or_one_from_the_future_proves_nothing() {
        let at = |seconds: i64| Stamp { mtime: seconds * 1_000_000_000, ..Stamp::default() };
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(100);
        assert!(!at(97).is_racy(now));
        assert!(at(98).is_racy(now) && at(100).is_racy(now) && at(500).is_racy(now));
        // A program may set the mtime back; the ctime tells.
        assert!(Stamp { ctime: 99_000_000_000, ..at(1) }.is_racy(now));
    }
}
