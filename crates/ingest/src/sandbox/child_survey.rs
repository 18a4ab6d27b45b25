//! Looking into the files of a repository in a child, which tells of one file after the other.

use std::time::Duration;

use jurat_model::court::{AstQuery, FileFact};

use super::{
    ChildLauncher, ChildUsage,
    child_read::listen,
    exit_reason::{self, KillReason},
    supervise::{ChildSpec, watch},
    wire::{ChildFrame, ChildJob, ChildRequest, FrameError},
};
use crate::{FileLimits, ReadRefusal, RefusalKind, repo::CodeSurvey};

/// What one child gave.
pub(crate) struct ChildSurveyResult {
    /// The files it is done with, in the order in which they were given.
    pub(crate) files: Vec<FileFact>,
    /// What it makes of all of them, or why it does not.
    pub(crate) end: Result<CodeSurvey, ReadRefusal>,
    pub(crate) usage: ChildUsage,
}

/// Looks into files. `bytes` are they, as [`crate::repo`] writes them; `stall` is how long, in
/// seconds of a processor, one of them may take; `most` how many bytes the child may say.
pub(crate) fn survey_in_child(
    launcher: &ChildLauncher,
    limits: &FileLimits,
    (files, wanted): (u32, &[AstQuery]),
    bytes: &[&[u8]],
    (stall, most): (f64, u64),
) -> ChildSurveyResult {
    let request = ChildRequest {
        limits: *limits,
        size: bytes.iter().map(|part| part.len() as u64).sum(),
        job: ChildJob::Survey { files, wanted: wanted.to_vec() },
    };
    let errand = ChildSpec {
        launcher,
        request: &request,
        bytes,
        hold: false,
        probe: None,
        wall: Duration::from_secs(limits.wall_seconds),
        stall,
    };
    let mut heard = SurveyFrameCollector {
        most: files as usize,
        ..SurveyFrameCollector::default()
    };
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
            let end = Err(ReadRefusal::new(RefusalKind::Crashed, message));
            return ChildSurveyResult {
                files: Vec::new(),
                end,
                usage: ChildUsage::default(),
            };
        }
    };
    let broken = || exit_reason::refusal(watched.status, watched.ended, &watched.last_words);
    let proper = watched.ended.is_none() && watched.status.success();
    let end = match (heard.end.filter(|_| proper), heard.survey) {
        (Some(Ok(())), Some(survey)) => Ok(*survey),
        (Some(Err(refusal)), _) => Err(refusal),
        _ => Err(broken()),
    };
    let usage = ChildUsage {
        children: 1,
        cpu_seconds: watched.spent.cpu_seconds.max(heard.usage.cpu_seconds),
        peak_rss: watched.spent.peak_rss.max(heard.usage.peak_rss),
        isolation: heard.usage.isolation,
    };
    ChildSurveyResult { files: heard.files, end, usage }
}

#[derive(Default)]
struct SurveyFrameCollector {
    files: Vec<FileFact>,
    most: usize,
    survey: Option<Box<CodeSurvey>>,
    end: Option<Result<(), ReadRefusal>>,
    usage: ChildUsage,
}

impl SurveyFrameCollector {
    fn take(&mut self, frame: Result<ChildFrame, FrameError>) -> Result<bool, KillReason> {
        match frame {
            Ok(ChildFrame::File(file)) => self.files.push(*file),
            Ok(ChildFrame::Survey(survey)) => self.survey = Some(survey),
            Ok(ChildFrame::Confined(isolation)) => self.usage.isolation = Some(isolation),
            Ok(ChildFrame::Spent(spent)) => {
                self.usage.cpu_seconds = spent.cpu_seconds;
                self.usage.peak_rss = spent.peak_rss;
            }
            Ok(ChildFrame::End(end)) => self.end = Some(end),
            Ok(ChildFrame::Piece(_)) | Err(FrameError::Broken(_)) => {
                return Err(KillReason::Babble);
            }
            Err(FrameError::TooMuch) => return Err(KillReason::TooMuch),
        }
        if self.most < self.files.len() { Err(KillReason::Babble) } else { Ok(true) }
    }
}
