//! How often the disk syncs.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the disk is timed.
const TIME: Duration = Duration::from_secs(2);

/// What the disk can do.
pub(super) struct Disk {
    /// Writes of 100 bytes that are synced one after the other, a second.
    pub(super) syncs_per_s: f64,
    /// How long such a write takes: the median.
    pub(super) sync: Duration,
}

impl Disk {
    /// Times the disk of a folder.
    pub(super) fn measure(folder: &Path) -> io::Result<Self> {
        let mut file = File::create(folder.join("syncs"))?;
        let (mut times, begun) = (Vec::new(), Instant::now());
        while begun.elapsed() < TIME {
            let since = Instant::now();
            file.write_all(&[b'x'; 100])?;
            file.sync_data()?;
            times.push(since.elapsed());
        }
        times.sort_unstable();
        let syncs_per_s = f64::from(times.len() as u32) / begun.elapsed().as_secs_f64();
        Ok(Self { syncs_per_s, sync: times[times.len() / 2] })
    }
}
