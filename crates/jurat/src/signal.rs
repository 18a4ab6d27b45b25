//! Ctrl-C: the first press asks for an end in order, the second ends at once.

use std::{
    process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::exit::CommandExit;

static PRESSED: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// From now on Ctrl-C is ours.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        // Where it cannot be had, Ctrl-C ends the process, which the journal survives.
        let _ = ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::AcqRel) {
                process::exit(CommandExit::Interrupted as i32);
            }
        });
    });
}

/// Whether someone pressed it.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Acquire)
}
