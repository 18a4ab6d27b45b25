//! Reading a document in a child.

use std::{process::ChildStdout, time::Duration};

use super::{
    ChildLauncher, ChildUsage, SandboxIsolation,
    exit_reason::{self, KillReason},
    supervise::{ChildExit, ChildSpec, watch},
    wire::{self, ChildFrame, ChildJob, ChildRequest, FrameError, ProcessUsage},
};
use crate::{
    FileLimits, ReadRefusal, RefusalKind,
    formats::{ReaderInput, ReaderOutput},
};

/// A child that hands out pages or members and then works through this share of its time without
/// another is stuck: the rest of the document gets what is left.
const STALL_SHARE: f64 = 1.0 / 15.0;
/// The least a piece may take.
const STALL_LEAST: f64 = 1.0;

/// What one child gave.
#[derive(Debug)]
pub struct ChildReadResult {
    /// In the order in which they came.
    pub pieces: Vec<ReaderOutput>,
    pub end: Result<(), ReadRefusal>,
    pub usage: ChildUsage,
}

/// Reads in a child. It always comes back, whatever the child does. `budget` is how many bytes it
/// may say; what it says is taken off.
pub fn read_in_child(
    launcher: &ChildLauncher,
    format: &str,
    input: &ReaderInput<'_>,
    budget: &mut u64,
) -> ChildReadResult {
    let request = ChildRequest {
        limits: *input.limits,
        size: input.bytes.len() as u64,
        job: ChildJob::Read {
            format: format.to_owned(),
            name: input.name.to_owned(),
            first_page: input.first_page,
        },
    };
    let errand = ChildSpec {
        launcher,
        request: &request,
        bytes: &[input.bytes],
        hold: false,
        probe: None,
        wall: Duration::from_secs(input.limits.wall_seconds),
        stall: stall(input.limits),
    };
    let mut heard = ReadFrameCollector::new(input.limits);
    let watched = watch(
        &errand,
        |stdout, sender| listen(stdout, budget, |frame| sender.send(frame).is_ok()),
        |frame| heard.take(frame),
    );
    match watched {
        Ok(watched) => heard.finish(watched),
        Err(error) => unstarted(launcher, &error),
    }
}

/// The longest a child may work without a word, in seconds of a processor.
#[expect(clippy::cast_precision_loss, reason = "seconds fit")]
pub(super) fn stall(limits: &FileLimits) -> f64 {
    (limits.cpu_seconds as f64 * STALL_SHARE).max(STALL_LEAST)
}

/// JSON writes some bytes as more than one, and every piece has a frame around it.
pub const fn frames_limit(limits: &FileLimits) -> u64 {
    limits
        .bytes
        .saturating_mul(2)
        .saturating_add(limits.text_bytes.saturating_mul(4))
        .saturating_add(1 << 20)
}

/// Reads frames to their end, or to where nobody wants more.
pub(super) fn listen(
    mut stdout: ChildStdout,
    budget: &mut u64,
    mut send: impl FnMut(Result<ChildFrame, FrameError>) -> bool,
) {
    loop {
        let frame = match wire::read_frame(&mut stdout, budget) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let last = frame.is_err();
        if !send(frame) || last {
            return;
        }
    }
}

/// What was heard of a child so far.
struct ReadFrameCollector {
    pieces: Vec<ReaderOutput>,
    most: u64,
    end: Option<Result<(), ReadRefusal>>,
    isolation: Option<SandboxIsolation>,
    spent: ProcessUsage,
}

impl ReadFrameCollector {
    const fn new(limits: &FileLimits) -> Self {
        Self {
            pieces: Vec::new(),
            most: limits.count.saturating_add(limits.pages as u64 + 1),
            end: None,
            isolation: None,
            spent: ProcessUsage { cpu_seconds: 0.0, peak_rss: 0 },
        }
    }

    fn take(&mut self, frame: Result<ChildFrame, FrameError>) -> Result<bool, KillReason> {
        let mut in_pieces = false;
        match frame {
            Ok(ChildFrame::Piece(piece)) => {
                in_pieces =
                    matches!(*piece, ReaderOutput::Pages { .. } | ReaderOutput::Member { .. });
                self.pieces.push(*piece);
            }
            Ok(ChildFrame::Confined(isolation)) => self.isolation = Some(isolation),
            Ok(ChildFrame::Spent(spent)) => self.spent = spent,
            Ok(ChildFrame::End(end)) => self.end = Some(end),
            Err(FrameError::TooMuch) => return Err(KillReason::TooMuch),
            // A reader of documents does no job of another kind.
            Ok(ChildFrame::Item(_) | ChildFrame::Result(_)) | Err(FrameError::Broken(_)) => {
                return Err(KillReason::Babble);
            }
        }
        if self.most < self.pieces.len() as u64 {
            Err(KillReason::TooMuch)
        } else {
            Ok(in_pieces)
        }
    }

    fn finish(self, watched: ChildExit) -> ChildReadResult {
        let ChildExit { status, ended, last_words, spent } = watched;
        let proper = self.end.filter(|_| ended.is_none() && status.success());
        let end =
            proper.unwrap_or_else(|| Err(exit_reason::refusal(status, ended, &last_words)));
        let usage = ChildUsage {
            children: 1,
            cpu_seconds: spent.cpu_seconds.max(self.spent.cpu_seconds),
            peak_rss: spent.peak_rss.max(self.spent.peak_rss),
            isolation: self.isolation,
        };
        ChildReadResult { pieces: self.pieces, end, usage }
    }
}

fn unstarted(launcher: &ChildLauncher, error: &std::io::Error) -> ChildReadResult {
    let message = format!("cannot start {}: {error}", launcher.program.display());
    ChildReadResult {
        pieces: Vec::new(),
        end: Err(ReadRefusal::new(RefusalKind::Crashed, message)),
        usage: ChildUsage::default(),
    }
}
