//! Why a child ended, told from its status, its last words and what we did to it.

use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

use crate::{ReadRefusal, RefusalKind};

const ABRT: i32 = 6;
const KILL: i32 = 9;
const SEGV: i32 = 11;
const XCPU: i32 = 24;

/// Why we ended a child ourselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KillReason {
    /// Its time on the wall was up.
    Wall,
    /// It worked long without handing anything out.
    Stalled,
    /// It said more than it may.
    TooMuch,
    /// What it said made no sense.
    Babble,
    /// It left more on the disk than it may.
    Disk,
}

/// In words and as a kind: why there was no proper end.
pub(super) fn refusal(
    status: ExitStatus,
    ended: Option<KillReason>,
    last_words: &str,
) -> ReadRefusal {
    let (kind, message) = match ended {
        Some(KillReason::Wall) => (RefusalKind::TimedOut, "its time was up".to_owned()),
        Some(KillReason::Stalled) => {
            (RefusalKind::TimedOut, "one page or part took too much of its time".to_owned())
        }
        Some(KillReason::TooMuch) => {
            (RefusalKind::TooLarge, "what came out of it is over the limit".to_owned())
        }
        Some(KillReason::Babble) => {
            (RefusalKind::Crashed, "its reader did not speak as readers do".to_owned())
        }
        Some(KillReason::Disk) => {
            (RefusalKind::TooLarge, "it takes more room on the disk than it may".to_owned())
        }
        None => by_itself(status, last_words),
    };
    ReadRefusal::new(kind, message)
}

fn by_itself(status: ExitStatus, last_words: &str) -> (RefusalKind, String) {
    // The allocator's own words, printed just before it aborts the process.
    let starved = last_words.contains("memory allocation of");
    match status.signal() {
        Some(XCPU) => (RefusalKind::TimedOut, "its processor time was up".to_owned()),
        Some(ABRT) if starved => (RefusalKind::OutOfMemory, "it needs more memory".to_owned()),
        // The limit's hard end signals before; what else kills so is the system short of memory.
        Some(KILL) => (RefusalKind::OutOfMemory, "the system killed its reader".to_owned()),
        Some(ABRT | SEGV) if last_words.contains("overflowed its stack") => {
            (RefusalKind::Crashed, "it is nested too deeply for its reader".to_owned())
        }
        Some(signal) => (RefusalKind::Crashed, format!("its reader died of signal {signal}")),
        None => {
            let code = status.code().unwrap_or_default();
            (RefusalKind::Crashed, format!("its reader broke off with exit code {code}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    use super::{KillReason, refusal};
    use crate::RefusalKind;

    #[track_caller]
    fn check(status: i32, ended: Option<KillReason>, last_words: &str, expected: RefusalKind) {
        assert_eq!(refusal(ExitStatus::from_raw(status), ended, last_words).kind, expected);
    }

    #[test]
    fn each_death_has_its_name() {
        check(24, None, "", RefusalKind::TimedOut);
        check(6, None, "memory allocation of 99 bytes failed", RefusalKind::OutOfMemory);
        check(6, None, "", RefusalKind::Crashed);
        check(9, None, "", RefusalKind::OutOfMemory);
        check(9, Some(KillReason::Wall), "", RefusalKind::TimedOut);
        check(9, Some(KillReason::TooMuch), "", RefusalKind::TooLarge);
        check(3 << 8, None, "", RefusalKind::Crashed);
    }
}
