//! Looking into the files of a repository in a child, which tells of one file after the other.

use std::time::Duration;

use jurat_model::court::{AstQuery, FileFact};

use super::{
    Launcher, Usage,
    death::{self, Ended},
    job::listen,
    watch::{Errand, watch},
    wire::{Frame, FrameError, Job, Request},
};
use crate::{Limits, Refusal, RefusalKind, repo::Survey};

/// What one child gave.
pub(crate) struct Looked {
    /// The files it is done with, in the order in which they were given.
    pub(crate) files: Vec<FileFact>,
    /// What it makes of all of them, or why it does not.
    pub(crate) end: Result<Survey, Refusal>,
    pub(crate) usage: Usage,
}

/// Looks into files. `bytes` are they, as [`crate::repo`] writes them; `stall` is how long, in
/// seconds of a processor, one of them may take; `most` how many bytes the child may say.
pub(crate) fn survey_in_child(
    launcher: &Launcher,
    limits: &Limits,
    (files, wanted): (u32, &[AstQuery]),
    bytes: &[&[u8]],
    (stall, most): (f64, u64),
) -> Looked {
    let request = Request {
        limits: *limits,
        size: bytes.iter().map(|part| part.len() as u64).sum(),
        job: Job::Survey { files, wanted: wanted.to_vec() },
    };
    let errand = Errand {
        launcher,
        request: &request,
        bytes,
        hold: false,
        probe: None,
        wall: Duration::from_secs(limits.wall_seconds),
        stall,
    };
    let mut heard = Heard { most: files as usize, ..Heard::default() };
    let mut budget = most;
    let watched = watch(
        &errand,
        |stdout, sender| listen(stdout, sender, &mut budget),
        |frame| heard.take(frame),
    );
    let watched = match watched {
        Ok(watched) => watched,
        Err(error) => {
            let message = format!("cannot start {}: {error}", launcher.program.display());
            let end = Err(Refusal::new(RefusalKind::Crashed, message));
            return Looked { files: Vec::new(), end, usage: Usage::default() };
        }
    };
    let broken = || death::refusal(watched.status, watched.ended, &watched.last_words);
    let proper = watched.ended.is_none() && watched.status.success();
    let end = match (heard.end.filter(|_| proper), heard.survey) {
        (Some(Ok(())), Some(survey)) => Ok(*survey),
        (Some(Err(refusal)), _) => Err(refusal),
        _ => Err(broken()),
    };
    let usage = Usage {
        children: 1,
        cpu_seconds: watched.spent.cpu_seconds.max(heard.usage.cpu_seconds),
        peak_rss: watched.spent.peak_rss.max(heard.usage.peak_rss),
        isolation: heard.usage.isolation,
    };
    Looked { files: heard.files, end, usage }
}

#[derive(Default)]
struct Heard {
    files: Vec<FileFact>,
    most: usize,
    survey: Option<Box<Survey>>,
    end: Option<Result<(), Refusal>>,
    usage: Usage,
}

impl Heard {
    fn take(&mut self, frame: Result<Frame, FrameError>) -> Result<bool, Ended> {
        match frame {
            Ok(Frame::File(file)) => self.files.push(*file),
            Ok(Frame::Survey(survey)) => self.survey = Some(survey),
            Ok(Frame::Confined(isolation)) => self.usage.isolation = Some(isolation),
            Ok(Frame::Spent(spent)) => {
                self.usage.cpu_seconds = spent.cpu_seconds;
                self.usage.peak_rss = spent.peak_rss;
            }
            Ok(Frame::End(end)) => self.end = Some(end),
            Ok(Frame::Piece(_)) | Err(FrameError::Broken(_)) => return Err(Ended::Babble),
            Err(FrameError::TooMuch) => return Err(Ended::TooMuch),
        }
        if self.most < self.files.len() { Err(Ended::Babble) } else { Ok(true) }
    }
}
