//! Jobs of crates above: what they hand to a child, what the child is given, what comes back.
//!
//! What a job is about is not known here. It tells of one item after the other and of all of them
//! at the end; both are JSON, and decoded as the caller says.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    ChildLauncher, ChildUsage,
    child_read::listen,
    exit_reason::{self, KillReason},
    supervise::{ChildExit, ChildSpec, watch},
    wire::{self, ChildFrame, ChildJob, ChildRequest, FrameError},
};
use crate::{DocumentFormat, FileLimits, ReadRefusal, RefusalKind};

/// What children of a program can do besides reading the formats of this crate.
#[derive(Clone, Copy)]
pub struct ChildWork {
    /// Formats that are read by name only; no document is taken for one of them.
    pub formats: &'static [&'static DocumentFormat],
    /// Jobs of other kinds.
    pub jobs: &'static [NamedJob],
}

/// A job by its name.
#[derive(Clone, Copy)]
pub struct NamedJob {
    /// As a [`JobRequest`] asks for it.
    pub name: &'static str,
    /// Does it, in a child that has given up its rights.
    pub run: fn(JobInput<'_>, &mut JobOutput<'_>) -> Result<(), ReadRefusal>,
}

/// What the child is given.
pub struct JobInput<'a> {
    /// How many items follow.
    pub items: u32,
    /// What is to be done with them.
    pub settings: Value,
    /// The items.
    pub from: &'a mut dyn Read,
}

/// The way out of the child.
pub struct JobOutput<'a> {
    to: &'a mut dyn Write,
    lost: Option<io::Error>,
}

impl<'a> JobOutput<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Self {
        Self { to, lost: None }
    }

    /// Tells of one item.
    pub fn item(&mut self, item: &impl Serialize) {
        self.say(serde_json::to_vec(item).map(ChildFrame::Item));
    }

    /// Tells of all of them.
    pub fn result(&mut self, result: &impl Serialize) {
        self.say(serde_json::to_vec(result).map(ChildFrame::Result));
    }

    /// Nothing more once something was lost: what is heard is counted, and would pass for what was not.
    fn say(&mut self, frame: serde_json::Result<ChildFrame>) {
        if self.lost.is_some() {
            return;
        }
        let said = frame
            .map_err(io::Error::from)
            .and_then(|frame| wire::write_frame(self.to, &frame));
        self.lost = said.err();
    }

    /// What kept it from being heard.
    pub(super) fn lost(self) -> Option<io::Error> {
        self.lost
    }
}

/// What a child is asked to do.
pub struct JobRequest<'a> {
    /// The name of a [`NamedJob`].
    pub name: &'a str,
    /// How much the child may take.
    pub limits: FileLimits,
    /// How many items `bytes` hold, and the most that the child may tell of.
    pub items: u32,
    /// What is to be done with them.
    pub settings: Value,
    /// The items, one after the other.
    pub bytes: &'a [&'a [u8]],
    /// Seconds of a processor that one item may take.
    pub stall: f64,
    /// The most bytes that the child may say.
    pub most: u64,
}

/// What one child gave.
pub struct JobResult<I, R> {
    /// The items it is done with, in the order in which they came.
    pub items: Vec<I>,
    /// What it makes of all of them, or why it does not.
    pub end: Result<R, ReadRefusal>,
    /// What it took.
    pub usage: ChildUsage,
}

/// Does a job in a child. It always comes back, whatever the child does.
pub fn job_in_child<I, R>(launcher: &ChildLauncher, asked: &JobRequest<'_>) -> JobResult<I, R>
where
    I: DeserializeOwned + Send,
    R: DeserializeOwned + Send,
{
    let request = ChildRequest {
        limits: asked.limits,
        size: asked.bytes.iter().map(|part| part.len() as u64).sum(),
        job: ChildJob::Named {
            name: asked.name.to_owned(),
            items: asked.items,
            settings: asked.settings.clone(),
        },
    };
    let errand = ChildSpec {
        launcher,
        request: &request,
        bytes: asked.bytes,
        hold: false,
        probe: None,
        wall: Duration::from_secs(asked.limits.wall_seconds),
        stall: asked.stall,
    };
    let mut heard = JobFrameCollector::new(asked.items as usize);
    let mut budget = asked.most;
    let watched = watch(
        &errand,
        |stdout, sender| {
            // Decoded beside us, so that a long one does not keep us from looking at the clock.
            listen(stdout, &mut budget, |frame| sender.send(frame.and_then(decoded)).is_ok());
        },
        |frame| heard.take(frame),
    );
    match watched {
        Ok(watched) => heard.finish(&watched),
        Err(error) => unstarted(launcher, &error),
    }
}

enum JobFrame<I, R> {
    Item(I),
    Result(R),
    Other(ChildFrame),
}

fn decoded<I: DeserializeOwned, R: DeserializeOwned>(
    frame: ChildFrame,
) -> Result<JobFrame<I, R>, FrameError> {
    Ok(match frame {
        ChildFrame::Item(payload) => JobFrame::Item(wire::json(&payload)?),
        ChildFrame::Result(payload) => JobFrame::Result(wire::json(&payload)?),
        other => JobFrame::Other(other),
    })
}

/// What was heard of a child so far.
struct JobFrameCollector<I, R> {
    items: Vec<I>,
    most: usize,
    result: Option<R>,
    end: Option<Result<(), ReadRefusal>>,
    usage: ChildUsage,
}

impl<I, R> JobFrameCollector<I, R> {
    fn new(most: usize) -> Self {
        Self {
            items: Vec::new(),
            most,
            result: None,
            end: None,
            usage: ChildUsage::default(),
        }
    }

    fn take(&mut self, frame: Result<JobFrame<I, R>, FrameError>) -> Result<bool, KillReason> {
        match frame {
            Ok(JobFrame::Item(item)) => self.items.push(item),
            Ok(JobFrame::Result(result)) => self.result = Some(result),
            Ok(JobFrame::Other(frame)) => self.told(frame)?,
            Err(FrameError::Broken(_)) => return Err(KillReason::Babble),
            Err(FrameError::TooMuch) => return Err(KillReason::TooMuch),
        }
        if self.most < self.items.len() { Err(KillReason::Babble) } else { Ok(true) }
    }

    fn told(&mut self, frame: ChildFrame) -> Result<(), KillReason> {
        match frame {
            ChildFrame::Confined(isolation) => self.usage.isolation = Some(isolation),
            ChildFrame::Spent(spent) => {
                self.usage.cpu_seconds = spent.cpu_seconds;
                self.usage.peak_rss = spent.peak_rss;
            }
            ChildFrame::End(end) => self.end = Some(end),
            // A job hands out no pieces of documents.
            ChildFrame::Piece(_) | ChildFrame::Item(_) | ChildFrame::Result(_) => {
                return Err(KillReason::Babble);
            }
        }
        Ok(())
    }

    fn finish(self, watched: &ChildExit) -> JobResult<I, R> {
        let broken =
            || exit_reason::refusal(watched.status, watched.ended, &watched.last_words);
        let proper = watched.ended.is_none() && watched.status.success();
        let end = match (self.end.filter(|_| proper), self.result) {
            (Some(Ok(())), Some(result)) => Ok(result),
            (Some(Err(refusal)), _) => Err(refusal),
            _ => Err(broken()),
        };
        let usage = ChildUsage {
            children: 1,
            cpu_seconds: watched.spent.cpu_seconds.max(self.usage.cpu_seconds),
            peak_rss: watched.spent.peak_rss.max(self.usage.peak_rss),
            isolation: self.usage.isolation,
        };
        JobResult { items: self.items, end, usage }
    }
}

fn unstarted<I, R>(launcher: &ChildLauncher, error: &io::Error) -> JobResult<I, R> {
    let message = format!("cannot start {}: {error}", launcher.program.display());
    JobResult {
        items: Vec::new(),
        end: Err(ReadRefusal::new(RefusalKind::Crashed, message)),
        usage: ChildUsage::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ChildFrame, JobOutput, wire::read_frame};

    #[test]
    fn what_comes_after_a_lost_item_is_not_told_as_if_it_were_that_item() {
        let mut told = Vec::new();
        let mut output = JobOutput::new(&mut told);
        output.item(&"first");
        // JSON has no such keys.
        output.item(&BTreeMap::from([((1, 2), "second")]));
        output.item(&"third");
        output.result(&3);
        assert!(output.lost().is_some());
        let (mut from, mut budget) = (told.as_slice(), 1 << 20);
        let first = read_frame(&mut from, &mut budget);
        assert!(matches!(first, Ok(Some(ChildFrame::Item(item))) if item == b"\"first\""));
        assert!(from.is_empty());
    }
}
