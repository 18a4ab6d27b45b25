//! How much one file may unpack to, with all the archives that lie in it: what no member shows alone.
//!
//! An archive that holds itself, or ten that hold ten more each, is small at every step and without
//! end as a whole.

use std::time::Duration;

use crate::{FileLimits, ReadRefusal, RefusalKind, formats::RATIO};

/// Archives within archives: no honest one needs more.
const DEEPEST: u32 = 8;
/// Each archive within costs a process: one for so many bytes of the file, and some at least.
const BYTES_PER_ARCHIVE: u64 = 1 << 10;
const ARCHIVES_LEAST: u64 = 32;
const ARCHIVES_MOST: u64 = 2_000;
/// As much as a small file may unpack to.
const SMALL: u64 = 1 << 20;

/// What is left for a file and all that is packed in it.
pub(super) struct ArchiveLimits {
    deepest: u32,
    /// The bytes of the file itself.
    packed: u64,
    bytes_left: u64,
    archives: u64,
    archives_left: u64,
    longest: Duration,
    /// Time that archives took to unpack, without what is in them.
    pub(super) unpacking: Duration,
}

/// One file out of an archive.
#[derive(Clone, Copy)]
pub(super) struct PackedFile {
    pub(super) size: u64,
    pub(super) is_archive: bool,
}

impl ArchiveLimits {
    pub(super) fn of_file(size: u64, limits: &FileLimits) -> Self {
        let archives = (size / BYTES_PER_ARCHIVE).clamp(ARCHIVES_LEAST, ARCHIVES_MOST);
        Self {
            deepest: limits.depth.min(DEEPEST),
            packed: size,
            bytes_left: size.saturating_mul(RATIO).max(SMALL),
            archives,
            archives_left: archives,
            longest: Duration::from_secs(limits.wall_seconds),
            unpacking: Duration::ZERO,
        }
    }

    /// What lies too deep is refused alone: the rest may be in order.
    pub(super) fn admit_depth(&self, depth: u32) -> Result<(), ReadRefusal> {
        if depth <= self.deepest {
            return Ok(());
        }
        let message = format!("it lies more than {} archives deep", self.deepest);
        Err(ReadRefusal::new(RefusalKind::TooLarge, message))
    }

    /// Counts what came out of an archive. A refusal is one of the whole file.
    pub(super) fn take_in(&mut self, file: PackedFile) -> Result<(), ReadRefusal> {
        let packed = self.packed;
        let Some(bytes_left) = self.bytes_left.checked_sub(file.size) else {
            let why = format!("its {packed} bytes unpack to {RATIO} times as much and more");
            return refuse(RefusalKind::TooLarge, &why);
        };
        self.bytes_left = bytes_left;
        if !file.is_archive {
            return Ok(());
        }
        let Some(archives_left) = self.archives_left.checked_sub(1) else {
            let most = self.archives;
            let why = format!("more than {most} archives are packed in its {packed} bytes");
            return refuse(RefusalKind::TooLarge, &why);
        };
        self.archives_left = archives_left;
        if self.longest < self.unpacking {
            let seconds = self.longest.as_secs();
            let why = format!("the archives in it took more than {seconds} seconds to unpack");
            return refuse(RefusalKind::TimedOut, &why);
        }
        Ok(())
    }
}

fn refuse(kind: RefusalKind, why: &str) -> Result<(), ReadRefusal> {
    let message = format!("{why}, as bombs do; unpack it and read what is in it");
    Err(ReadRefusal::new(kind, message))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ArchiveLimits, PackedFile};
    use crate::{FileLimits, RefusalKind};

    /// How many files of a size come out of a file of so many bytes, and what stops them.
    #[track_caller]
    fn check(size: u64, file: (u64, bool), expected: (usize, RefusalKind)) {
        let mut limits = ArchiveLimits::of_file(size, &FileLimits::default());
        let file = PackedFile { size: file.0, is_archive: file.1 };
        let stopped = (0..).find_map(|count| Some((count, limits.take_in(file).err()?.kind)));
        assert_eq!(stopped, Some(expected));
    }

    #[test]
    fn bytes_and_archives_are_counted_over_the_whole_file() {
        check(16 << 10, (16 << 10, false), (200, RefusalKind::TooLarge));
        check(16 << 10, (16 << 10, true), (32, RefusalKind::TooLarge));
        check(1 << 20, (1 << 10, true), (1024, RefusalKind::TooLarge));
        check(100, (1 << 18, false), (4, RefusalKind::TooLarge));
    }

    #[test]
    fn so_is_the_time_that_archives_take() {
        let limits = FileLimits { wall_seconds: 2, ..FileLimits::default() };
        let mut limits = ArchiveLimits::of_file(1 << 20, &limits);
        let archive = || PackedFile { size: 10, is_archive: true };
        assert_eq!(limits.take_in(archive()), Ok(()));
        limits.unpacking += Duration::from_secs(3);
        let refused = limits.take_in(archive()).err();
        assert_eq!(refused.map(|refusal| refusal.kind), Some(RefusalKind::TimedOut));
    }

    #[test]
    fn depth_is_limited_by_what_is_honest() {
        let limits = ArchiveLimits::of_file(100, &FileLimits::default());
        assert_eq!((limits.admit_depth(8), limits.admit_depth(9).is_err()), (Ok(()), true));
    }
}
