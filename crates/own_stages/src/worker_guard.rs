//! What ends a worker's command once the worker is gone, however it went: a process of our own that leads the command's group.
//!
//! It hears of the worker's end by its stdin, whose other end the worker alone holds. A signal at the death of the parent
//! would reach the command and nothing that the command has started.

use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
};

use jurat_ingest::ChildLauncher;
use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process_group};

/// The group of processes that a command and all that it starts belong to.
pub(crate) struct GuardedGroup {
    guard: Child,
}

impl GuardedGroup {
    #[expect(clippy::disallowed_methods, reason = "this program itself, and it does nothing")]
    pub(crate) fn start(launcher: &ChildLauncher) -> Result<Self, String> {
        let guard = Command::new(&launcher.program)
            .args(&launcher.args)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", launcher.program.display()))?;
        Ok(Self { guard })
    }

    /// Makes what a command line starts a part of the group.
    pub(crate) fn adopt(&self, command: &mut Command) {
        command.process_group(Pid::from_child(&self.guard).as_raw_pid());
    }

    /// Ends all that is in the group.
    pub(crate) fn end(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.guard), Signal::KILL);
        let _ = self.guard.wait();
    }
}

impl Drop for GuardedGroup {
    fn drop(&mut self) {
        self.end();
    }
}

/// The guard's side, which the binary serves under a hidden verb: waits until nobody holds the other end of stdin, and ends
/// the group that it leads. Started otherwise, it leads none and ends nobody.
pub fn guard_own_group() {
    let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
    if getpgrp() == getpid() {
        let _ = kill_process_group(getpgrp(), Signal::KILL);
    }
}
