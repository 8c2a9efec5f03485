//! How many requests were made today, so that a loop of an agent cannot spend without end.

use std::{
    fs::{self, File},
    io::{Read as _, Seek as _, Write as _},
    path::PathBuf,
    time::Duration,
};

use super::Deadline;
use crate::world::World;

/// Between two tries to get at the count, which is held for less than a millisecond.
const PAUSE: Duration = Duration::from_millis(2);

/// Counts one request more, unless there were `most` today (UTC) already; then `false`. Where nothing
/// can be counted, nothing is refused.
pub(super) fn take(world: &World, most: u64, deadline: Deadline) -> bool {
    if most == 0 {
        return false;
    }
    let Some(mut file) = open(world, deadline) else { return true };
    let today = world.now().strftime("%Y-%m-%d").to_string();
    let mut text = String::new();
    let _ = file.read_to_string(&mut text);
    let count = text.trim().strip_prefix(&today).and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0);
    if count >= most {
        return false;
    }
    let written = file.rewind().and_then(|()| file.set_len(0));
    let _ = written.and_then(|()| writeln!(file, "{today} {}", count + 1));
    true
}

/// The file of the count, locked as long as it is open.
fn open(world: &World, deadline: Deadline) -> Option<File> {
    let folder: PathBuf = world.xdg("XDG_STATE_HOME", ".local/state").ok()?.join("mem");
    fs::create_dir_all(&folder).ok()?;
    let file = File::options().read(true).write(true).create(true).truncate(false).open(folder.join("calls")).ok()?;
    while file.try_lock().is_err() {
        if deadline.is_over() {
            return None;
        }
        world.pause(PAUSE);
    }
    Some(file)
}
