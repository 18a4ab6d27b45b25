//! Ctrl-C, SIGTERM and the end of the terminal: the first asks for an end in order, the second ends at once.
//!
//! They come as one, without a name. Whoever says `nohup` wants us to outlive the terminal: then its end, which the
//! system shows in another place, does not count.

use std::{
    fs, process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::exit::CommandExit;

static PRESSED: AtomicBool = AtomicBool::new(false);
static OUTLIVES_TERMINAL: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// From now on they are ours.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        let outlives =
            ignores_hangup(&said_of_us("status")) && has_terminal(&said_of_us("stat"));
        OUTLIVES_TERMINAL.store(outlives, Ordering::Release);
        // Where they cannot be had, they end the process, which the journal survives.
        let _ = ctrlc::set_handler(hear);
    });
}

/// Whether one of them came.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Acquire)
}

fn hear() {
    let ended = || !has_terminal(&said_of_us("stat"));
    if OUTLIVES_TERMINAL.load(Ordering::Acquire) && ended() {
        // It ends once. What comes after that is meant for us.
        OUTLIVES_TERMINAL.store(false, Ordering::Release);
        return;
    }
    if PRESSED.swap(true, Ordering::AcqRel) {
        process::exit(CommandExit::Interrupted as i32);
    }
}

/// What Linux says of this process; nothing elsewhere.
fn said_of_us(file: &str) -> String {
    fs::read_to_string(format!("/proc/self/{file}")).unwrap_or_default()
}

/// Whether the first signal of all, that of the end of the terminal, is ignored.
fn ignores_hangup(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 != 0)
}

/// Whether there is a terminal: the seventh field, of which the second may hold blanks and brackets.
fn has_terminal(stat: &str) -> bool {
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_ascii_whitespace()
        .nth(4)
        .is_some_and(|terminal| terminal != "0")
}

#[cfg(test)]
mod tests {
    use super::{has_terminal, ignores_hangup};

    #[test]
    fn nohup_is_seen() {
        for (status, expected) in [
            ("Name:\tjurat\nSigIgn:\t0000000000000001\n", true),
            ("Name:\tjurat\nSigIgn:\t0000000000001006\n", false),
            ("", false),
        ] {
            assert_eq!(ignores_hangup(status), expected, "{status}");
        }
    }

    #[test]
    fn a_terminal_is_seen() {
        for (stat, expected) in [
            ("7 (a) b) S 1 7 7 34816 7 4194304", true),
            ("7 (jurat) S 1 7 7 0 -1 4194304", false),
            ("", false),
        ] {
            assert_eq!(has_terminal(stat), expected, "{stat}");
        }
    }
}
