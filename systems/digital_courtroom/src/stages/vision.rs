//! Takes labels out of the pictures and drawings of the paper.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{Rendition, SubmissionArtifact};
use jurat_system::NoSettings;

use super::{evidence, told, value};
use crate::{
    channels::{DOC_CONTEXT, EVIDENCES, EXHIBITS, REMARKS, SUBMISSION},
    detect::paper::drawn,
    model::{ArtifactAvailability, Evidence, EvidenceFact},
    submission_reader::{PaperOutline, SubmissionReader},
};

pub(crate) fn inspect(
    ctx: &StageCtx,
    _: &NoSettings,
    clerk: &dyn SubmissionReader,
) -> Result<Patch, StageError> {
    let (context, exhibits) = (ctx.get(DOC_CONTEXT)?, ctx.get(EXHIBITS)?);
    let (Some(PaperOutline { paper, outline }), Some(exhibit)) = (context, exhibits.first())
    else {
        return Ok(Patch::of(EVIDENCES, evidence(SubmissionArtifact::Vision, Vec::new())));
    };
    let rendition = Rendition { text: exhibit.text.clone(), ..outline };
    let mut all = drawn(&paper.name, &rendition);
    let looked = if exhibit.media.starts_with("text/") {
        // A text may have its figures written in it, and no others.
        Ok(Vec::new())
    } else {
        clerk.figures(&ctx.param::<String>("paper")?, paper.source)
    };
    let (seen, remarks) = match looked {
        Ok(found) => {
            all.extend(Evidence::all_located(&found, EvidenceFact::Figure));
            (ArtifactAvailability::Read, Vec::new())
        }
        Err(why) => {
            let remark = format!("the pictures of the paper could not be read: {why}");
            (ArtifactAvailability::Unreadable(why), vec![remark])
        }
    };
    Ok(Patch::of(EVIDENCES, evidence(SubmissionArtifact::Vision, all))
        .and(SUBMISSION, told([("vision", value(&seen))]))
        .and(REMARKS, remarks))
}
