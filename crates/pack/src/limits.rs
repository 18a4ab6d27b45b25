//! How much a pack may take.

/// Limits on a pack as a whole; what a reader may take of one file is limited elsewhere too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackLimits {
    /// Bytes of the manifest.
    pub manifest_bytes: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files together, and of an archive unpacked.
    pub total_bytes: u64,
    /// Files.
    pub files: usize,
}

impl Default for PackLimits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            manifest_bytes: 32 * MIB,
            file_bytes: 256 * MIB,
            total_bytes: 4096 * MIB,
            files: 100_000,
        }
    }
}
