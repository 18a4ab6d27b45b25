//! A worker whose tasks the process that started it does: a task is a line on stdout, its reply a line on stdin.

use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use jurat_engine::ClaimedTask;
use serde_json::Value as Json;

use crate::{
    reply::{ReplyErrorClass, error_reply},
    request::delivered,
    worker_service::{TaskDone, WorkerAct},
};

const TICK: Duration = Duration::from_millis(50);

pub struct WorkerStdio {
    lines: Receiver<String>,
    alone: Arc<AtomicBool>,
    /// Replies that are still to come for tasks that were ended.
    owed: usize,
}

impl Default for WorkerStdio {
    fn default() -> Self {
        let (sender, lines) = mpsc::channel();
        let alone = Arc::new(AtomicBool::new(false));
        let gone = Arc::clone(&alone);
        thread::spawn(move || {
            let replies = io::stdin().lock().lines().map_while(Result::ok);
            // What comes after the last task is for nobody.
            replies.for_each(|line| drop(sender.send(line)));
            gone.store(true, Ordering::Release);
        });
        Self { lines, alone, owed: 0 }
    }
}

impl WorkerAct for WorkerStdio {
    fn act(
        &mut self,
        task: &ClaimedTask,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<TaskDone, String> {
        tell(&delivered(task)).map_err(|error| format!("nobody hears of tasks: {error}"))?;
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(_) if 0 < self.owed => self.owed -= 1,
                Ok(line) => return Ok(TaskDone::Replied(reply(&line))),
                Err(RecvTimeoutError::Timeout) if wanted() => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.owed += 1;
                    return Ok(TaskDone::Ended);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(TaskDone::Ended),
            }
        }
    }
}

impl WorkerStdio {
    /// Set once whoever does the tasks is gone.
    pub fn alone(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.alone)
    }
}

/// A request is JSON without line breaks: it was written by serde.
#[expect(clippy::disallowed_methods, reason = "a process reads it, no terminal does")]
fn tell(request: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{request}")?;
    stdout.flush()
}

fn reply(line: &str) -> Json {
    serde_json::from_str(line).unwrap_or_else(|error| {
        let message = format!("its reply is not one line of JSON: {error}");
        error_reply(ReplyErrorClass::Permanent, &message)
    })
}
