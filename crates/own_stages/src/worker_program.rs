//! A worker whose tasks a program does: started anew for each, JSON on its stdin, JSON on its stdout.

use std::{
    io::{Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use jurat_engine::ClaimedTask;
use jurat_ingest::ChildLauncher;

use crate::{
    reply::{self, ReplyErrorClass, error_reply},
    request::delivered,
    worker_guard::GuardedGroup,
    worker_service::{TaskDone, WorkerAct},
};

const TICK: Duration = Duration::from_millis(20);
/// Bytes of a reply.
const MOST: u64 = 16 << 20;

/// The command that does tasks. It is the user's own, started by the user, and has the user's rights.
pub struct WorkerProgram {
    pub program: String,
    pub args: Vec<String>,
    /// How this program starts itself as the guard of the command's group.
    pub guard: ChildLauncher,
}

impl WorkerAct for WorkerProgram {
    fn act(
        &mut self,
        task: &ClaimedTask,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<TaskDone, String> {
        let mut group = GuardedGroup::start(&self.guard)?;
        let mut child = self.spawn(&group)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            end(&mut group, &mut child);
            return Err("a program without streams".into());
        };
        let request = delivered(task);
        // It may end without having read anything; how it ends says enough.
        let feeder = thread::spawn(move || feed(stdin, &request));
        let reader = thread::spawn(move || read_reply(stdout));
        let code = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status.code(),
                None if !wanted() => {
                    end(&mut group, &mut child);
                    return Ok(TaskDone::Ended);
                }
                None => thread::sleep(TICK),
            }
        };
        // What it started may hold its streams open for ever.
        end(&mut group, &mut child);
        let _ = feeder.join();
        let said = reader.join().unwrap_or_default();
        if MOST < said.len() as u64 {
            let message = format!("its reply has more than {} MB", MOST >> 20);
            return Ok(TaskDone::Replied(error_reply(ReplyErrorClass::Permanent, &message)));
        }
        Ok(TaskDone::Replied(reply::of_program(code, &said, "")))
    }
}

impl WorkerProgram {
    #[expect(
        clippy::disallowed_methods,
        reason = "the user's own command, not one that data names"
    )]
    fn spawn(&self, group: &GuardedGroup) -> Result<Child, String> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        group.adopt(&mut command);
        command
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", self.program))
    }
}

fn feed(mut stdin: ChildStdin, request: &str) {
    let _ = stdin
        .write_all(request.as_bytes())
        .and_then(|()| stdin.write_all(b"\n"));
}

fn read_reply(stdout: ChildStdout) -> Vec<u8> {
    let mut said = Vec::new();
    let _ = stdout.take(MOST + 1).read_to_end(&mut said);
    said
}

fn end(group: &mut GuardedGroup, child: &mut Child) {
    group.end();
    let _ = child.kill();
    let _ = child.wait();
}
