//! A worker whose tasks a program does: started anew for each, JSON on its stdin, JSON on its stdout.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{self, Receiver},
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
/// Bytes that are told at once of a line on stderr.
const LONGEST_LINE: u64 = 8 << 10;
/// How long a command that is over is listened to.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The command that does tasks. It is the user's own, started by the user, and has the user's rights.
pub struct WorkerProgram {
    pub program: String,
    pub args: Vec<String>,
    /// How this program starts itself as the guard of the command's group.
    pub guard: ChildLauncher,
    /// Hears what the command writes to its stderr, line by line: it may be words of others, which no terminal is to obey.
    pub tell: fn(&str),
}

impl WorkerAct for WorkerProgram {
    fn act(
        &mut self,
        task: &ClaimedTask,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<TaskDone, String> {
        let mut group = GuardedGroup::start(&self.guard)?;
        let mut child = self.spawn(&group)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            end(&mut group, &mut child);
            return Err("a program without streams".into());
        };
        let words = ToldWords::of(stderr, self.tell);
        let request = delivered(task);
        // It may end without having read anything; how it ends says enough.
        let feeder = thread::spawn(move || feed(stdin, &request));
        let reader = thread::spawn(move || read_reply(stdout));
        let code = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status.code(),
                None if !wanted() => {
                    end(&mut group, &mut child);
                    words.wait();
                    return Ok(TaskDone::Ended);
                }
                None => thread::sleep(TICK),
            }
        };
        // What it started may hold its streams open for ever.
        end(&mut group, &mut child);
        let _ = feeder.join();
        words.wait();
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
        command.args(&self.args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        group.adopt(&mut command);
        command
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", self.program))
    }
}

/// What the command writes to its stderr, told as it comes.
struct ToldWords {
    /// Closed once all is told.
    over: Receiver<()>,
}

impl ToldWords {
    fn of(stderr: impl Read + Send + 'static, tell: fn(&str)) -> Self {
        let (open, over) = mpsc::channel();
        thread::spawn(move || {
            tell_lines(BufReader::new(stderr), tell);
            drop(open);
        });
        Self { over }
    }

    /// Waits for the last words; not for ever, since what left the command's group may hold the stream open.
    fn wait(&self) {
        let _ = self.over.recv_timeout(LAST_WORDS);
    }
}

/// Tells line by line; of one that does not end, piece by piece.
fn tell_lines(mut words: impl BufRead, tell: impl Fn(&str)) {
    loop {
        let mut line = Vec::new();
        match words.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                tell(line.trim_end_matches(['\n', '\r']));
            }
        }
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::tell_lines;

    #[test]
    fn words_are_told_line_by_line_and_a_long_line_in_pieces() {
        let told = RefCell::new(Vec::new());
        let long = "x".repeat((8 << 10) + 3);
        let words = format!("one\r\n\ntwo\u{1b}\n{long}");
        tell_lines(words.as_bytes(), |line: &str| told.borrow_mut().push(line.to_owned()));
        let expected = ["one", "", "two\u{1b}", &long[3..], "xxx"].map(str::to_owned);
        assert_eq!(told.into_inner(), expected);
    }
}
