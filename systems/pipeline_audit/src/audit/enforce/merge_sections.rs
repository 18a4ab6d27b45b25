//! An audit together with those sections of an earlier one that it does not replace: a pipeline
//! is audited stage by stage.

use jurat_model::audit::{CombinedAudit, Enforcement, PipelineStage};

/// The sections of `audit`, and of `earlier` those that it lacks.
pub(super) fn with_earlier(
    audit: &CombinedAudit,
    earlier: Option<&CombinedAudit>,
) -> CombinedAudit {
    let mut whole = audit.clone();
    let Some(earlier) = earlier else { return whole };
    let kept = |stage: &PipelineStage| audit.ok(*stage).is_none();
    whole.search = whole.search.or_else(|| earlier.search.clone());
    whole.redator = whole.redator.or_else(|| earlier.redator.clone());
    whole.professor = whole.professor.or_else(|| earlier.professor.clone());
    whole.pipeline = whole.pipeline.or_else(|| earlier.pipeline.clone());
    let unchecked = earlier.not_checked.iter().filter(|one| kept(&one.stage)).cloned();
    whole.not_checked.extend(unchecked);
    whole.not_checked.sort_by_key(|one| one.stage);
    let modes = PipelineStage::ALL
        .into_iter()
        .filter_map(|stage| whole.mode_of(stage));
    whole.mode = modes.max().unwrap_or(Enforcement::Advisory);
    let before = PipelineStage::ALL
        .into_iter()
        .filter(kept)
        .map(|stage| elapsed_ms(earlier, stage));
    whole.settle();
    whole.elapsed_ms += before.sum::<u64>();
    whole
}

fn elapsed_ms(audit: &CombinedAudit, stage: PipelineStage) -> u64 {
    let took = match stage {
        PipelineStage::Search => audit.search.as_ref().map(|one| one.elapsed_ms),
        PipelineStage::Draft => audit.redator.as_ref().map(|one| one.elapsed_ms),
        PipelineStage::Final => audit.professor.as_ref().map(|one| one.elapsed_ms),
        PipelineStage::Pipeline => audit.pipeline.as_ref().map(|one| one.elapsed_ms),
    };
    took.unwrap_or(0)
}
