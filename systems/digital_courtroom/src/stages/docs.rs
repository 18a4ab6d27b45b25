//! Takes headings, terms and claims out of the text of the paper.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{EvidenceLocation, Rendition, SubmissionArtifact};
use jurat_system::NoSettings;

use super::evidence;
use crate::{
    channels::{DOC_CONTEXT, EVIDENCES, EXHIBITS, RUBRIC},
    detect::paper::said,
    model::{Evidence, EvidenceFact},
    rubric::terms,
    submission_reader::PaperOutline,
};

pub(crate) fn analyse(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (context, exhibits) = (ctx.get(DOC_CONTEXT)?, ctx.get(EXHIBITS)?);
    let (Some(PaperOutline { paper, outline }), Some(exhibit)) = (context, exhibits.first())
    else {
        return Ok(Patch::of(EVIDENCES, evidence(SubmissionArtifact::Docs, Vec::new())));
    };
    let rendition = Rendition { text: exhibit.text.clone(), ..outline };
    let facts = said(&paper.name, &rendition, &terms(&ctx.get(RUBRIC)?));
    let place = EvidenceLocation::to(SubmissionArtifact::Docs, paper.name.clone());
    let mut all = vec![Evidence::of(EvidenceFact::Paper(paper), place, String::new())];
    all.extend(facts);
    Ok(Patch::of(EVIDENCES, evidence(SubmissionArtifact::Docs, all)))
}
