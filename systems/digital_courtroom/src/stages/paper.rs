//! Reads the paper once, for both detectives who look at it.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::Rendition;
use jurat_system::NoSettings;

use super::{told, value};
use crate::{
    channels::{DOC_CONTEXT, EXHIBITS, REMARKS, SUBMISSION},
    model::ArtifactAvailability,
    submission_reader::{PaperOutline, SubmissionReader, SubmittedPaper},
};

pub(crate) fn preprocess(
    ctx: &StageCtx,
    _: &NoSettings,
    clerk: &dyn SubmissionReader,
) -> Result<Patch, StageError> {
    Ok(match clerk.paper(&ctx.param::<String>("paper")?) {
        Ok(read) => readable(read),
        Err(why) => unreadable(&why),
    })
}

fn readable(read: SubmittedPaper) -> Patch {
    let SubmittedPaper { paper, exhibit, rendition } = read;
    let remarks: Vec<String> = rendition
        .warnings
        .iter()
        .map(|warning| warning.message.clone())
        .collect();
    let submission =
        told([("docs", value(&ArtifactAvailability::Read)), ("paper", value(&paper))]);
    let outline = Rendition { text: String::new(), ..rendition };
    Patch::of(SUBMISSION, submission)
        .and(REMARKS, remarks)
        .and(EXHIBITS, vec![exhibit])
        .and(DOC_CONTEXT, Some(PaperOutline { paper, outline }))
}

/// An unreadable paper is never a clean one.
fn unreadable(why: &str) -> Patch {
    let unread = || value(&ArtifactAvailability::Unreadable(why.to_owned()));
    Patch::of(SUBMISSION, told([("docs", unread()), ("vision", unread())]))
        .and(REMARKS, vec![format!("the paper could not be read: {why}")])
}
