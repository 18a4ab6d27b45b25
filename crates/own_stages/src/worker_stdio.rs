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
    exact_json,
    reply::{ReplyErrorClass, error_reply},
    request::{delivered, task_name},
    worker_service::{TaskDone, WorkerAct},
};

const TICK: Duration = Duration::from_millis(50);

pub struct WorkerStdio {
    lines: Receiver<String>,
    alone: Arc<AtomicBool>,
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
        Self { lines, alone }
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
                Ok(line) => {
                    if let Some(reply) = reply(&line, &task_name(task)) {
                        return Ok(TaskDone::Replied(reply));
                    }
                }
                Err(RecvTimeoutError::Timeout) if wanted() => {}
                Err(_) => return Ok(TaskDone::Ended),
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

/// What a line says to a task; nothing where it is of another one: a reply sent twice, or late, is of no later task.
fn reply(line: &str, task: &str) -> Option<Json> {
    let refused = |why: String| Some(error_reply(ReplyErrorClass::Permanent, &why));
    let mut reply: Json = match exact_json(line.as_bytes()) {
        Ok(reply) => reply,
        Err(error) => return refused(format!("its reply is not one line of JSON: {error}")),
    };
    match reply.as_object_mut().and_then(|fields| fields.remove("task")) {
        Some(named) if named == task => Some(reply),
        Some(_) => None,
        None => refused("its reply does not say of which `task` it is".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::reply;

    #[test]
    fn a_reply_counts_for_the_task_that_it_names() {
        let said = reply(r#"{"task":"a","output":{"x":1}}"#, "a");
        assert_eq!(said, Some(json!({"output": {"x": 1}})));
        assert_eq!(reply(r#"{"task":"b","output":{"x":1}}"#, "a"), None);
        for wrong in [r#"{"output":{}}"#, "[1]", "{torn"] {
            let said = reply(wrong, "a").unwrap_or_default();
            assert_eq!(said["error"]["class"], "permanent", "{wrong}");
        }
    }
}
