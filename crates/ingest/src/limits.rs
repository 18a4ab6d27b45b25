//! How much one file may take.

use serde::{Deserialize, Serialize};

/// Limits on one file, and on all that is packed in it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FileLimits {
    /// Bytes of a file, and of all that comes out of an archive.
    pub bytes: u64,
    /// Bytes of text read from one document.
    pub text_bytes: u64,
    /// Seconds of a processor for one document.
    pub cpu_seconds: u64,
    /// Seconds on the wall for one document.
    pub wall_seconds: u64,
    /// Bytes of memory for one reader.
    pub memory: u64,
    /// Archives within archives, elements within elements.
    pub depth: u32,
    /// Members of an archive, rows of a table, files of a folder.
    pub count: u64,
    /// Pages of one document.
    pub pages: u32,
}

impl Default for FileLimits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            bytes: 256 * MIB,
            text_bytes: 64 * MIB,
            cpu_seconds: 60,
            wall_seconds: 120,
            memory: 1024 * MIB,
            depth: 128,
            count: 1_000_000,
            pages: 5_000,
        }
    }
}
