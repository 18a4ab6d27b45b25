//! How much one repository may take.

use serde::{Deserialize, Serialize};

use jurat_ingest::FileLimits;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RepoLimits {
    /// Seconds on the wall for the clone.
    pub clone_seconds: u64,
    /// Seconds on the wall for the history.
    pub log_seconds: u64,
    /// Seconds on the wall for asking the clone where it came from, and such small things.
    pub remote_seconds: u64,
    /// Seconds that a server may send less than a thousand bytes a second.
    pub low_speed_seconds: u64,
    /// Seconds of a processor, and on the wall, for looking into all files.
    pub survey_seconds: u64,
    /// Seconds of a processor for looking into one file.
    pub file_seconds: u64,
    /// Bytes on the disk while it is here.
    pub disk_bytes: u64,
    /// Objects of its history: commits, trees, files.
    pub objects: u64,
    pub commits: u64,
    /// Paths of one commit, archive or folder.
    pub tree_entries: u64,
    /// Bytes of a file that is looked into; a longer one is passed over by name.
    pub blob_bytes: u64,
    /// Bytes of all files that are looked into together. An archive, and all that comes out of it,
    /// may have twice as many.
    pub source_bytes: u64,
    /// Bytes of memory for one process.
    pub memory: u64,
    /// How many files may kill their reader before we give up.
    pub restarts: u32,
}

impl Default for RepoLimits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            clone_seconds: 120,
            log_seconds: 30,
            remote_seconds: 10,
            low_speed_seconds: 30,
            survey_seconds: 120,
            file_seconds: 10,
            disk_bytes: 1024 * MIB,
            objects: 5_000_000,
            commits: 500_000,
            tree_entries: 200_000,
            blob_bytes: MIB,
            source_bytes: 64 * MIB,
            memory: 1024 * MIB,
            restarts: 8,
        }
    }
}

impl RepoLimits {
    /// As one child is given them.
    pub(super) fn for_child(&self, wall_seconds: u64, cpu_seconds: u64) -> FileLimits {
        FileLimits {
            bytes: self.disk_bytes,
            text_bytes: self.source_bytes,
            cpu_seconds,
            wall_seconds,
            memory: self.memory,
            count: self.tree_entries,
            ..FileLimits::default()
        }
    }
}
