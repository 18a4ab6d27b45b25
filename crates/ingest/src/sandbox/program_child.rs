//! The child's side of an outside program: become it, or start it and stay beside it.

use std::{
    fs::File,
    io::{self, Read as _, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{self, Command, Stdio},
    thread,
};

use rustix::process::{Signal, getpgrp, kill_process_group, set_parent_process_death_signal};

use super::{
    confine::{ChildPermissions, confine},
    wire::{self, ChildFrame, ExecRequest},
};
use crate::FileLimits;

/// Open files of an outside program.
const FILES: u64 = 256;
/// What is added to the number of the signal that a program died of.
const SIGNALLED: i32 = 128;

/// Gives up rights, says so, and becomes the program.
pub(super) fn become_program(
    exec: &ExecRequest,
    limits: &FileLimits,
    (from, size): (File, u64),
    out: &mut dyn Write,
) -> io::Result<()> {
    let allowed = ChildPermissions {
        files: FILES,
        executable: &exec.executable,
        readable: &exec.readable,
        writable: &exec.writable,
        ports: &exec.ports,
        file_bytes: exec.file_bytes,
        helpers: exec.helpers,
    };
    let isolation = confine(limits, &allowed)?;
    wire::write_frame(out, &ChildFrame::Confined(isolation))?;
    let mut command = command(exec);
    let ended = if exec.helpers {
        stay_beside(&mut command, (from, size))
    } else {
        Err(command.exec())
    };
    ended.map_err(|error| unstarted(&error, limits))
}

/// A program that never began is not to blame for it.
fn unstarted(error: &io::Error, limits: &FileLimits) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::OutOfMemory => {
            format!(
                "the limit of {} MB of memory leaves no room to start it",
                limits.memory >> 20
            )
        }
        _ => format!("it could not be started: {error}"),
    };
    io::Error::new(error.kind(), why)
}

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn command(exec: &ExecRequest) -> Command {
    let mut command = Command::new(&exec.program);
    command.args(&exec.args).env_clear().envs(exec.env.iter().cloned());
    command
}

/// What a program started does not die with us by itself. So we stay, hear of the parent's end by
/// our stdin, and end the whole group, ourselves included. Its first bytes are for the program.
fn stay_beside(command: &mut Command, (mut from, size): (File, u64)) -> io::Result<()> {
    set_parent_process_death_signal(None)?;
    let stdin = if size == 0 { Stdio::null() } else { Stdio::piped() };
    let mut child = command.stdin(stdin).spawn()?;
    let stdin = child.stdin.take();
    thread::Builder::new().spawn(move || {
        if let Some(mut stdin) = stdin {
            // A program that does not listen may still do its work.
            let _ = io::copy(&mut (&from).take(size), &mut stdin);
        }
        let _ = io::copy(&mut from, &mut io::sink());
        let _ = kill_process_group(getpgrp(), Signal::KILL);
    })?;
    let status = child.wait()?;
    let signalled = || SIGNALLED + status.signal().unwrap_or_default();
    process::exit(status.code().unwrap_or_else(signalled));
}
