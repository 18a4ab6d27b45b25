//! A service by a command: a program in the sandbox, without a network, which hears one call and is ended with it.

use std::path::{Path, PathBuf};

use jurat_ingest::{
    ChildLauncher, FileLimits,
    sandbox::{ExecRequest, KillReason, ProgramInvocation, readable, run_outside},
};
use serde_json::Value as Json;

use super::{
    CallLimits,
    conversation::{CALL_ID, CallMessages, OPEN_ID, reply_to},
};

/// What programs that start others look for them by.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
const MEMORY: u64 = 1 << 30;

pub(super) struct CalledProgram<'a> {
    pub(super) program: &'a Path,
    pub(super) args: &'a [String],
    pub(super) files: &'a [PathBuf],
    pub(super) launcher: &'a ChildLauncher,
}

/// The result of the call. The program hears all messages at once, and then the end of its input.
pub(super) fn converse(
    called: &CalledProgram<'_>,
    messages: &CallMessages,
    limits: CallLimits,
) -> Result<Json, String> {
    let lines = format!("{}\n{}\n{}\n", messages.open, messages.opened, messages.call);
    let invocation = ProgramInvocation {
        exec: called.exec(),
        bytes: lines.as_bytes(),
        limits: FileLimits {
            cpu_seconds: limits.time.as_secs(),
            wall_seconds: limits.time.as_secs(),
            memory: MEMORY,
            ..FileLimits::default()
        },
        probe: None,
    };
    let mut heard = HeardLines { limit: limits.bytes, ..HeardLines::default() };
    let exit = run_outside(called.launcher, &invocation, &mut |chunk| heard.take(chunk));
    let exit = exit.map_err(|refusal| refusal.to_string())?;
    match (heard.reply, exit.ended) {
        (Some(reply), _) => reply,
        (None, Some(KillReason::TooMuch)) => {
            Err(format!("its reply has more than {} MB", limits.bytes >> 20))
        }
        (None, Some(_)) => Err(format!("it took longer than {} s", limits.time.as_secs())),
        (None, None) if exit.usage.isolation.is_none() => {
            Err("it could not be started".to_owned())
        }
        (None, None) => Err("it ended without a reply".to_owned()),
    }
}

impl CalledProgram<'_> {
    fn exec(&self) -> ExecRequest {
        let own = self.program.parent().map(Path::to_path_buf);
        ExecRequest {
            program: self.program.to_path_buf(),
            args: self.args.iter().map(Into::into).collect(),
            env: vec![("PATH".into(), PATH.into()), ("LANG".into(), "C.UTF-8".into())],
            executable: readable().into_iter().chain(own).collect(),
            readable: self.files.to_vec(),
            writable: vec!["/dev/null".into()],
            ports: Vec::new(),
            file_bytes: 0,
            helpers: true,
        }
    }
}

/// What a program says, line by line, until the reply is there.
#[derive(Default)]
struct HeardLines {
    line: Vec<u8>,
    heard: usize,
    limit: usize,
    reply: Option<Result<Json, String>>,
}

impl HeardLines {
    fn take(&mut self, chunk: &[u8]) -> Result<(), KillReason> {
        self.heard += chunk.len();
        for byte in chunk {
            if *byte == b'\n' {
                self.end_line();
            } else {
                self.line.push(*byte);
            }
            // With the reply there is nothing more to wait for.
            if self.reply.is_some() {
                return Err(KillReason::Wall);
            }
        }
        if self.limit < self.heard { Err(KillReason::TooMuch) } else { Ok(()) }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.trim_ascii().is_empty() {
            return;
        }
        match (reply_to(OPEN_ID, &line), reply_to(CALL_ID, &line)) {
            (Err(why), _) | (_, Err(why)) => self.reply = Some(Err(why)),
            (_, Ok(Some(reply))) => self.reply = Some(Ok(reply)),
            (Ok(_), Ok(None)) => {}
        }
    }
}
